(** * The moves of [Run.v] once more, without a look at the king where none is needed

    A man whose absence would not put his king into check may go anywhere: wherever he arrives, he only stands in the way of others. So the
    king is looked at once for such a man, and not once for each of his moves ([moved_away]). A king may go where nobody hits when he himself is out
    of the way ([king_moved]). The list is the same ([quick_moves_eq]). *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Laws Words Same Run.
Import ListNotations.
Open Scope uint63_scope. Open Scope bool_scope.

(** ** Is somebody's king attacked? *)
Fixpoint occupied_now (l : list wman) : int := match l with [] => 0 | x :: l => (1 << wat x) lor occupied_now l end.
Fixpoint hit_now (l : list wman) (g : side) (o s : int) : bool :=
  match l with
  | [] => false
  | x :: l =>
      if wis_of g x then
        let m := masks.[way_index (hit_way (wside x) (wkind x)) (wat x) s] in
        if m land o =? 0 then if m =? never then hit_now l g o s else true else hit_now l g o s
      else hit_now l g o s
  end.
Fixpoint king_hit (all l : list wman) (g : side) (o : int) : bool :=
  match l with
  | [] => false
  | k :: l =>
      if wis_king k then if wis_of g k then if hit_now all (other g) o (wat k) then true else king_hit all l g o else king_hit all l g o
      else king_hit all l g o
  end.
Definition attacked_now l g := king_hit l l g (occupied_now l).

Lemma occupied_now_eq l : occupied_now l = occupied l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [occupied_now]. rewrite IH. reflexivity. Qed.
Lemma hit_now_eq l g o s : hit_now l g o s = existsb (fun x => wis_of g x && whits o x s) l.
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [hit_now existsb]. rewrite IH. unfold whits, open. cbv zeta.
  destruct (wis_of g x); [|reflexivity]. cbn [andb].
  destruct (masks.[_] land o =? 0), (masks.[_] =? never); reflexivity.
Qed.
Lemma king_hit_eq all l g o : king_hit all l g o =
  existsb (fun k => wis_of g k && wis_king k && existsb (fun x => wis_of (other g) x && whits o x (wat k)) all) l.
Proof.
  induction l as [|k l IH]; [reflexivity|]. cbn [king_hit existsb]. rewrite IH, hit_now_eq.
  destruct (wis_king k), (wis_of g k); cbn [andb orb]; reflexivity.
Qed.
Lemma attacked_now_eq l g : attacked_now l g = win_check l g.
Proof. unfold attacked_now. now rewrite king_hit_eq, occupied_now_eq. Qed.

(** ** Moves *)
Fixpoint without (s : int) (l : list wman) : list wman :=
  match l with [] => [] | y :: l => if wat y =? s then without s l else y :: without s l end.
Fixpoint watched_goes p o x (goals : list int) (rest : list wpos) : list wpos :=
  match goals with
  | [] => rest
  | s :: goals =>
      if officer_may_go p o x s then
        let l := officer_after (other (wturn p)) x s (wmen p) in
        if attacked_now l (wturn p) then watched_goes p o x goals rest
        else WPos (other (wturn p)) l nowhere :: watched_goes p o x goals rest
      else watched_goes p o x goals rest
  end.
Fixpoint freely_goes p o x (goals : list int) (rest : list wpos) : list wpos :=
  match goals with
  | [] => rest
  | s :: goals =>
      if officer_may_go p o x s then
        WPos (other (wturn p)) (officer_after (other (wturn p)) x s (wmen p)) nowhere :: freely_goes p o x goals rest
      else freely_goes p o x goals rest
  end.
Fixpoint has_king (g : side) (l : list wman) : bool :=
  match l with [] => false | x :: l => if wis_king x then if wis_of g x then true else has_king g l else has_king g l end.
Fixpoint king_goes p o x (others : list wman) (stand : int) (goals : list int) (rest : list wpos) : list wpos :=
  match goals with
  | [] => rest
  | s :: goals =>
      if officer_may_go p o x s then
        if hit_now others (other (wturn p)) (stand lor (1 << s)) s then king_goes p o x others stand goals rest
        else WPos (other (wturn p)) (officer_after (other (wturn p)) x s (wmen p)) nowhere :: king_goes p o x others stand goals rest
      else king_goes p o x others stand goals rest
  end.
Fixpoint men_go_quickly p o (l : list wman) : list wpos :=
  match l with
  | [] => []
  | x :: l =>
      if wis_of (wturn p) x then
        if wis_pawn x then pawn_goes p o x (wgoals x) (men_go_quickly p o l)
        else if wis_king x then
          let others := without (wat x) (wmen p) in
          if has_king (wturn p) others then watched_goes p o x (wgoals x) (men_go_quickly p o l)
          else king_goes p o x others (occupied_now others) (wgoals x) (men_go_quickly p o l)
        else if attacked_now (without (wat x) (wmen p)) (wturn p) then watched_goes p o x (wgoals x) (men_go_quickly p o l)
        else freely_goes p o x (wgoals x) (men_go_quickly p o l)
      else men_go_quickly p o l
  end.
Definition quick_moves p : list wpos := men_go_quickly p (occupied_now (wmen p)) (wmen p).

(** ** They are those of [Run.v] *)
Lemma in_without s l y : In y (without s l) <-> In y l /\ (wat y =? s) = false.
Proof.
  induction l as [|z l IH]; cbn [without]; [cbn; tauto|]. destruct (wat z =? s) eqn:E; cbn [In]; rewrite IH; split.
  - tauto.
  - intros [[<-|I] F]; [congruence|auto].
  - intros [<-|[I F]]; auto.
  - intros [[<-|I] F]; auto.
Qed.
Lemma in_after g x s l y : In y (officer_after g x s l) -> y = WMan (wside x) (wkind x) s \/ In y (without (wat x) l).
Proof.
  rewrite in_without. induction l as [|z l IH]; cbn [officer_after]; [intros []|].
  assert (B : In y (officer_after g x s l) -> y = WMan (wside x) (wkind x) s \/ In y (z :: l) /\ (wat y =? wat x) = false)
    by (intros H; destruct (IH H) as [X|[X Y]]; [now left|right; split; [now right|exact Y]]).
  assert (C : (wat z =? wat x) = false -> In y (z :: officer_after g x s l) ->
    y = WMan (wside x) (wkind x) s \/ In y (z :: l) /\ (wat y =? wat x) = false)
    by (intros E [<-|H]; [right; split; [now left|exact E]|now apply B]).
  destruct (wat z =? wat x); [intros [<-|H]; [now left|now apply B]|]. destruct (wat z =? s), (wis_of g z); auto.
Qed.
Lemma stays_or_stood_on g x s l : In x l -> forall y, In y (without (wat x) l) ->
  exists z, In z (officer_after g x s l) /\ wat z = wat y.
Proof.
  intros Hx y Hy. assert (A : In (WMan (wside x) (wkind x) s) (officer_after g x s l)).
  { clear Hy. induction l as [|z l IH]; [destruct Hx|]. cbn [officer_after]. destruct Hx as [->|Hx].
    - rewrite eqb_refl. now left.
    - specialize (IH Hx). destruct (wat z =? wat x); [now left|]. destruct (wat z =? s), (wis_of g z); try exact IH; now right. }
  destruct (wat y =? s) eqn:E; [apply eqb_spec in E; eexists; split; [exact A|now rewrite E]|].
  exists y. split; [|reflexivity]. clear A Hx. apply in_without in Hy. destruct Hy as [Hy F].
  induction l as [|z l IH]; [destruct Hy|]. cbn [officer_after]. destruct Hy as [->|Hy].
  - rewrite F, E. now left.
  - specialize (IH Hy). destruct (wat z =? wat x); [now right|]. destruct (wat z =? s), (wis_of g z); try exact IH; now right.
Qed.
Lemma after_oks g x s l : ok s -> oks l -> oks (officer_after g x s l).
Proof.
  intros Os O y Hy. apply in_after in Hy. destruct Hy as [->|Hy]; [exact Os|]. apply in_without in Hy. now apply O.
Qed.

Lemma moved_away g x s l : oks l -> ok s -> In x l -> wis_of g x = true -> wis_king x = false ->
  win_check (without (wat x) l) g = false -> win_check (officer_after (other g) x s l) g = false.
Proof.
  intros O Os Hx G K N. destruct (win_check (officer_after (other g) x s l) g) eqn:W; [|reflexivity]. rewrite <- N. clear N.
  symmetry. set (after := officer_after (other g) x s l) in *. unfold win_check in *. cbv zeta in *.
  apply existsb_exists in W. destruct W as (k & Hk & W). apply andb_prop in W. destruct W as [Wk W]. pose proof Wk as Wk'. apply andb_prop in Wk'.
  apply existsb_exists in W. destruct W as (e & He & W). apply andb_prop in W. destruct W as [We W].
  assert (Ik : In k (without (wat x) l)).
  { destruct (in_after _ _ _ _ _ Hk) as [->|]; [|assumption]. destruct Wk' as [_ X]. unfold wis_king in *. cbn in X. congruence. }
  assert (Ie : In e (without (wat x) l)).
  { destruct (in_after _ _ _ _ _ He) as [->|]; [|assumption]. exfalso. clear - We G. unfold wis_of in *. cbn in *.
    destruct g, (wside x); cbn in *; discriminate. }
  apply existsb_exists. exists k. split; [exact Ik|]. rewrite Wk. cbn [andb]. apply existsb_exists. exists e. split; [exact Ie|].
  rewrite We. cbn [andb]. unfold whits, open in *. cbv zeta in *. destruct (masks.[_] =? never); [discriminate|].
  rewrite occupied_by in W |- * by (try apply after_oks; auto; intros y Hy; apply in_without in Hy; now apply O).
  rewrite forallb_forall in W. apply forallb_forall. intros y Hy.
  destruct (stays_or_stood_on (other g) x s l Hx y Hy) as (z & Hz & <-). now apply W.
Qed.

Lemma has_king_not g l k : has_king g l = false -> In k l -> wis_of g k && wis_king k = false.
Proof.
  induction l as [|y l IH]; [intros _ []|]. cbn [has_king]. intros H [->|I].
  - destruct (wis_king k), (wis_of g k); try reflexivity. discriminate.
  - apply IH; auto. destruct (wis_king y), (wis_of g y); congruence.
Qed.
Lemma nobody_hits_himself w s : In w ways -> ok s -> (masks.[way_index w s s] =? never) = true.
Proof.
  intros W O. assert (A : forallb (fun w => forallb (fun s => masks.[way_index w s s] =? never) squares) ways = true) by by_trying.
  rewrite forallb_forall in A. specialize (A w W). rewrite forallb_forall in A. now apply A.
Qed.
Lemma moved_there g x s l : In x l -> In (WMan (wside x) (wkind x) s) (officer_after g x s l).
Proof.
  induction l as [|z l IH]; [intros []|]. cbn [officer_after]. intros [->|Hx].
  - rewrite eqb_refl. now left.
  - specialize (IH Hx). destruct (wat z =? wat x); [now left|]. destruct (wat z =? s), (wis_of g z); try exact IH; now right.
Qed.
Lemma stays g x s l y : In y (without (wat x) l) -> (wat y =? s) = false -> In y (officer_after g x s l).
Proof.
  intros Hy E. apply in_without in Hy. destruct Hy as [Hy F].
  induction l as [|z l IH]; [destruct Hy|]. cbn [officer_after]. destruct Hy as [->|Hy].
  - rewrite F, E. now left.
  - specialize (IH Hy). destruct (wat z =? wat x); [now right|]. destruct (wat z =? s), (wis_of g z); try exact IH; now right.
Qed.
Lemma stand_right m g x s l : oks l -> ok s -> In x l ->
  (m land (occupied (without (wat x) l) lor (1 << s)) =? 0) = (m land occupied (officer_after g x s l) =? 0).
Proof.
  intros O Os Hx. assert (Ow : oks (without (wat x) l)) by (intros y Hy; apply in_without in Hy; now apply O).
  rewrite land_lor_0, land_one, !occupied_by by (auto using after_oks). apply eq_iff_eq_true. rewrite andb_true_iff, !forallb_forall. split.
  - intros [A B] z Hz. destruct (in_after _ _ _ _ _ Hz) as [->|I]; [exact B|now apply A].
  - intros A. split; [|exact (A _ (moved_there g x s l Hx))].
    intros y Hy. destruct (stays_or_stood_on g x s l Hx y Hy) as (z & Hz & <-). now apply A.
Qed.
Lemma king_moved g x s l : oks l -> ok s -> In x l -> wis_of g x = true -> wis_king x = true -> has_king g (without (wat x) l) = false ->
  hit_now (without (wat x) l) (other g) (occupied_now (without (wat x) l) lor (1 << s)) s = win_check (officer_after (other g) x s l) g.
Proof.
  intros O Os Hx G K N. rewrite hit_now_eq, occupied_now_eq. apply eq_iff_eq_true. unfold win_check. cbv zeta. rewrite !existsb_exists.
  assert (W : forall e, whits (occupied (without (wat x) l) lor (1 << s)) e s = whits (occupied (officer_after (other g) x s l)) e s)
    by (intros e; unfold whits, open; cbv zeta; now rewrite (stand_right _ (other g) x s l O Os Hx)).
  split.
  - intros (e & He & Q). rewrite W in Q. apply andb_prop in Q. destruct Q as [Q1 Q2].
    exists (WMan (wside x) (wkind x) s). split; [now apply moved_there|]. change (wis_of g (WMan (wside x) (wkind x) s)) with (wis_of g x).
    change (wis_king (WMan (wside x) (wkind x) s)) with (wis_king x). rewrite G, K. cbn [andb wat]. apply existsb_exists. exists e.
    split; [|now rewrite Q1, Q2]. apply stays; [exact He|]. destruct (wat e =? s) eqn:E; [|reflexivity]. exfalso.
    apply eqb_spec in E. unfold whits, open in Q2. cbv zeta in Q2. rewrite E, (nobody_hits_himself _ s (hit_way_in _ _) Os) in Q2. discriminate.
  - intros (k & Hk & Q). apply andb_prop in Q. destruct Q as [Q1 Q2].
    destruct (in_after _ _ _ _ _ Hk) as [->|I]; [|rewrite (has_king_not g _ k N I) in Q1; discriminate]. cbn [wat] in Q2.
    apply existsb_exists in Q2. destruct Q2 as (e & He & Q2). exists e. rewrite W. split; [|exact Q2].
    destruct (in_after _ _ _ _ _ He) as [->|I]; [|exact I]. exfalso. apply andb_prop in Q2. destruct Q2 as [Q2 _]. clear - Q2 G.
    unfold wis_of in *. cbn in *. destruct g, (wside x); cbn in *; discriminate.
Qed.
Lemma king_goes_eq p o x rest : oks (wmen p) -> In x (wmen p) -> wis_of (wturn p) x = true -> wis_king x = true ->
  has_king (wturn p) (without (wat x) (wmen p)) = false -> forall gs, (forall s, In s gs -> ok s) ->
  king_goes p o x (without (wat x) (wmen p)) (occupied_now (without (wat x) (wmen p))) gs rest = officer_goes p o x gs rest.
Proof.
  intros O Hx G K N gs. induction gs as [|s gs IH]; intros A; [reflexivity|]. cbn [king_goes officer_goes]. cbv zeta.
  rewrite IH by (intros; apply A; now right). rewrite king_moved by (auto; apply A; now left). reflexivity.
Qed.

Lemma watched_goes_eq p o x gs rest : watched_goes p o x gs rest = officer_goes p o x gs rest.
Proof.
  induction gs as [|s gs IH]; [reflexivity|]. cbn [watched_goes officer_goes]. cbv zeta. rewrite IH, attacked_now_eq. reflexivity.
Qed.
Lemma freely_goes_eq p o x rest : oks (wmen p) -> In x (wmen p) -> wis_of (wturn p) x = true -> wis_king x = false ->
  attacked_now (without (wat x) (wmen p)) (wturn p) = false ->
  forall gs, (forall s, In s gs -> ok s) -> freely_goes p o x gs rest = officer_goes p o x gs rest.
Proof.
  intros O Hx G K N gs. induction gs as [|s gs IH]; intros A; [reflexivity|]. cbn [freely_goes officer_goes]. cbv zeta.
  rewrite IH by (intros; apply A; now right). rewrite attacked_now_eq in N. rewrite attacked_eq. rewrite moved_away; auto. apply A. now left.
Qed.
Theorem quick_moves_eq p : wf p -> quick_moves p = legal_moves p.
Proof.
  intros [O _]. unfold quick_moves, legal_moves. rewrite occupied_now_eq.
  assert (A : forall l, incl l (wmen p) -> men_go_quickly p (occupied (wmen p)) l = men_go p (occupied (wmen p)) l); [|now apply A, incl_refl].
  induction l as [|x l IH]; intros I; [reflexivity|]. cbn [men_go_quickly men_go].
  rewrite IH by (intros y Hy; apply I; now right). destruct (wis_of (wturn p) x) eqn:G; [|reflexivity].
  destruct (wis_pawn x); [reflexivity|]. rewrite watched_goes_eq. assert (Hx : In x (wmen p)) by (apply I; now left).
  assert (A : forall s, In s (wgoals x) -> ok s) by (intros s Hs; now apply (wgoals_in x s (O x Hx))).
  destruct (wis_king x) eqn:K; cbv zeta.
  - destruct (has_king _ _) eqn:N; [reflexivity|]. now apply king_goes_eq.
  - destruct (attacked_now _ _) eqn:N; [reflexivity|]. now apply freely_goes_eq.
Qed.
