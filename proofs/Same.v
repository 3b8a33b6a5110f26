(** * The laws on words are the laws

    [moves_read]: the moves of [Words.v], read, are the moves of [Laws.v], the same list. It is an equation because both go through
    men and squares in the same order: of the squares of the board those are kept that pass two tests, and the first test, geometry,
    has been made beforehand. *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Laws Words.
Import ListNotations.
Open Scope uint63_scope. Open Scope bool_scope.

(** ** Lists *)
Section Lists.
Variables A B : Type.
Lemma existsb_map (f : B -> bool) (g : A -> B) l : existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l; cbn; congruence. Qed.
Lemma forallb_map (f : B -> bool) (g : A -> B) l : forallb f (map g l) = forallb (fun x => f (g x)) l.
Proof. induction l; cbn; congruence. Qed.
Lemma filter_map (f : B -> bool) (g : A -> B) l : filter f (map g l) = map g (filter (fun x => f (g x)) l).
Proof. induction l; cbn; auto. destruct (f (g a)); cbn; congruence. Qed.
Lemma existsb_in (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. induction l; cbn; intros H; auto. rewrite H, IHl by auto. reflexivity. Qed.
Lemma forallb_in (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> forallb f l = forallb g l.
Proof. induction l; cbn; intros H; auto. rewrite H, IHl by auto. reflexivity. Qed.
Lemma filter_in (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> filter f l = filter g l.
Proof. induction l; cbn; intros H; auto. rewrite H, IHl by auto. reflexivity. Qed.
Lemma flat_map_in (f g : A -> list B) l : (forall x, In x l -> f x = g x) -> flat_map f l = flat_map g l.
Proof. induction l; cbn; intros H; auto. rewrite H, IHl by auto. reflexivity. Qed.
Lemma filter_and (f g : A -> bool) l : filter (fun x => f x && g x) l = filter g (filter f l).
Proof. induction l; cbn; auto. destruct (f a); cbn; auto. destruct (g a); congruence. Qed.
End Lists.
Lemma flat_map_map A B C (f : B -> list C) (g : A -> B) l : flat_map f (map g l) = flat_map (fun x => f (g x)) l.
Proof. induction l; cbn; congruence. Qed.
Lemma map_flat_map A B C (f : B -> C) (g : A -> list B) l : map f (flat_map g l) = flat_map (fun x => map f (g x)) l.
Proof. induction l; cbn; auto. now rewrite map_app, IHl. Qed.

(** ** On the board
    To be a square is to be in the list of squares, so that whatever holds of all squares is found out by trying them. *)
Definition ok (i : int) : Prop := In i squares.
Definition oks (l : list wman) : Prop := forall x, In x l -> ok (wat x).
Definition wf p : Prop := oks (wmen p) /\ (wpass p = nowhere \/ ok (wpass p)).

Lemma try1 (f : int -> bool) : forallb f squares = true -> forall a, ok a -> f a = true.
Proof. intros H. now apply forallb_forall. Qed.
Lemma try2 (f : int -> int -> bool) :
  forallb (fun a => forallb (f a) squares) squares = true -> forall a b, ok a -> ok b -> f a b = true.
Proof. intros H a b Ha. rewrite forallb_forall in H. apply try1. now apply (H a). Qed.
Ltac by_trying := vm_cast_no_check (eq_refl true).
Ltac split_and H := repeat (apply andb_prop in H; let H' := fresh H in destruct H as [H H']).

Definition okb (i : int) := existsb (fun j => i =? j) squares.
Lemma okb_ok i : okb i = true -> ok i.
Proof. intros H. apply existsb_exists in H. destruct H as (j & Hj & E). apply eqb_spec in E. now subst. Qed.
Lemma same_eq a b : same a b = true -> a = b.
Proof.
  unfold same. intros H. apply andb_prop in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1, H2.
  destruct a, b. cbn in *. congruence.
Qed.

Lemma board_squares : board = map place squares.
Proof. vm_compute. reflexivity. Qed.
Lemma same_place a b : ok a -> ok b -> same (place a) (place b) = (a =? b).
Proof.
  intros Ha Hb. apply eqb_prop.
  refine (try2 (fun a b => Bool.eqb (same (place a) (place b)) (a =? b)) _ a b Ha Hb). by_trying.
Qed.
Lemma not_nowhere s : ok s -> (s =? nowhere) = false.
Proof.
  intros H. apply negb_true_iff. refine (try1 (fun s => negb (s =? nowhere)) _ s H). by_trying.
Qed.

(** ** Masks *)
Lemma eqb_to_Z a b : (a =? b) = (to_Z a =? to_Z b)%Z.
Proof.
  destruct (a =? b) eqn:E; symmetry.
  - apply eqb_spec in E. subst. apply Z.eqb_refl.
  - apply eqb_false_spec in E. apply Z.eqb_neq. intros H. apply E. now apply to_Z_inj.
Qed.

Lemma land_lor_0 m a b : (m land (a lor b) =? 0) = (m land a =? 0) && (m land b =? 0).
Proof.
  rewrite !eqb_to_Z, !land_spec', !lor_spec', Z.land_lor_distr_r. change (to_Z 0) with 0%Z.
  apply eq_iff_eq_true. rewrite andb_true_iff, !Z.eqb_eq. apply Z.lor_eq_0_iff.
Qed.

Lemma bit_one i j : ok i -> bit (1 << i) j = (i =? j) && (j <? 63).
Proof.
  intros Hi. rewrite bit_lsl, bit_1.
  assert (Bi : (to_Z i < 64)%Z).
  { apply Z.ltb_lt. refine (try1 (fun i => to_Z i <? 64)%Z _ i Hi). by_trying. }
  destruct (ltbP j 63) as [Hj|Hj]; change (to_Z 63) with 63%Z in Hj.
  - replace (digits <=? j) with false.
    2:{ symmetry. apply not_true_iff_false. rewrite leb_spec. change (to_Z digits) with 63%Z. lia. }
    rewrite orb_false_r, andb_true_r. destruct (ltbP j i) as [H|H].
    + symmetry. apply eqb_false_spec. intros ->. lia.
    + rewrite !eqb_to_Z, sub_spec. change (to_Z 0) with 0%Z.
      pose proof (to_Z_bounded i). pose proof (to_Z_bounded j). rewrite Z.mod_small by lia.
      destruct (Z.eqb_spec (to_Z j - to_Z i) 0), (Z.eqb_spec (to_Z i) (to_Z j)); auto; lia.
  - rewrite andb_false_r. replace (digits <=? j) with true; [now rewrite orb_true_r|].
    symmetry. apply leb_spec. change (to_Z digits) with 63%Z. lia.
Qed.

Lemma land_one m i : ok i -> (m land (1 << i) =? 0) = negb (bit m i).
Proof.
  intros Hi. destruct (bit m i) eqn:E; cbn.
  - apply eqb_false_spec. intros H.
    assert (X : bit (m land (1 << i)) i = bit 0 i) by now rewrite H.
    rewrite land_spec, bit_0, E, (bit_one _ _ Hi), eqb_refl in X. cbn in X.
    rewrite bit_M in E; [discriminate|]. apply leb_spec. change (to_Z digits) with 63%Z.
    apply not_true_iff_false in X. rewrite ltb_spec in X. change (to_Z 63) with 63%Z in X. lia.
  - apply eqb_spec, bit_ext. intros n. rewrite land_spec, bit_0, (bit_one _ _ Hi).
    destruct (i =? n) eqn:F; [|now rewrite andb_false_r]. apply eqb_spec in F. subst n. now rewrite E.
Qed.

Lemma occupied_by m l : oks l -> (m land occupied l =? 0) = forallb (fun x => negb (bit m (wat x))) l.
Proof.
  induction l as [|x l IH]; intros H; [apply eqb_spec, land0_r|].
  change (occupied (x :: l)) with ((1 << wat x) lor occupied l). cbn [forallb].
  rewrite land_lor_0, IH, land_one; auto; [apply H; now left|intros y Hy; apply H; now right].
Qed.

Lemma mask_right w a b : In w ways -> ok a -> ok b ->
  let m := masks.[way_index w a b] in
  (m =? never) = negb (reaches w (place a) (place b)) /\
  (reaches w (place a) (place b) = true -> forall x, ok x -> bit m x = slides w && between (place a) (place x) (place b)).
Proof.
  intros Hw Ha Hb m.
  pose (f := fun w a b => let m := masks.[way_index w a b] in
    Bool.eqb (m =? never) (negb (reaches w (place a) (place b))) &&
    (if reaches w (place a) (place b) then
       forallb (fun x => Bool.eqb (bit m x) (slides w && between (place a) (place x) (place b))) squares else true)).
  assert (X : forallb (fun w => forallb (fun a => forallb (f w a) squares) squares) ways = true) by by_trying.
  rewrite forallb_forall in X. pose proof (try2 _ (X w Hw) a b Ha Hb) as H.
  unfold f in H. cbv zeta in H. fold m in H. apply andb_prop in H. destruct H as [H1 H2].
  apply eqb_prop in H1. split; auto. intros R x Hx. rewrite R in H2.
  rewrite forallb_forall in H2. apply eqb_prop, H2, Hx.
Qed.

(** ** What attacks what *)
Lemma hit_way_in g k : In (hit_way g k) ways. Proof. destruct g, k; cbn; tauto. Qed.
Lemma step_way_in g : In (step_way g) ways. Proof. destruct g; cbn; tauto. Qed.

Lemma open_read p w a b : oks (wmen p) -> In w ways -> ok a -> ok b ->
  open (occupied (wmen p)) w a b
  = reaches w (place a) (place b) && (if slides w then clear (read p) (place a) (place b) else true).
Proof.
  intros Hp Hw Ha Hb. unfold open. destruct (mask_right w a b Hw Ha Hb) as [H1 H2].
  cbv zeta in *. set (m := masks.[_]) in *. rewrite H1.
  destruct (reaches w (place a) (place b)) eqn:R; cbn [negb]; [|reflexivity].
  rewrite occupied_by by auto. unfold clear, read; cbn [men andb]. rewrite forallb_map.
  destruct (slides w) eqn:S.
  - apply forallb_in. intros x Hx. rewrite H2; auto.
  - rewrite (forallb_in _ _ (fun _ => true)) by (intros x Hx; rewrite H2; auto). clear. induction (wmen p); auto.
Qed.

Lemma hits_read p x s : oks (wmen p) -> ok (wat x) -> ok s ->
  hits (read p) (read_man x) (place s) = whits (occupied (wmen p)) x s.
Proof.
  intros Hp Hx Hs. unfold whits. rewrite open_read; auto using hit_way_in. unfold hits.
  destruct x as [g k a]; destruct k, g; cbn -[place clear read straight slanted]; rewrite ?andb_true_r; reflexivity.
Qed.

Lemma advances_read p x s : oks (wmen p) -> ok (wat x) -> ok s ->
  advances (read p) (read_man x) (place s) = open (occupied (wmen p)) (step_way (wside x)) (wat x) s.
Proof.
  intros Hp Hx Hs. rewrite open_read; auto using step_way_in.
  unfold advances. destruct x as [g k a]. cbn [on read_man whose wside wat].
  destruct g; cbn -[place clear read Z.add Z.mul Z.eqb]; unfold pawn_steps; cbn [forward start];
  set (u := clear _ _ _); destruct u; rewrite ?andb_true_r, ?andb_false_r; reflexivity.
Qed.

Lemma in_check_read p g : oks (wmen p) -> in_check (read p) g = win_check (wmen p) g.
Proof.
  intros Hp. unfold in_check, win_check. cbn [read men]. rewrite existsb_map.
  apply existsb_in. intros k Hk. f_equal. rewrite existsb_map. apply existsb_in. intros x Hx.
  f_equal. cbn [on read_man]. apply hits_read; auto.
Qed.

Lemma empty_read p s : oks (wmen p) -> ok s -> empty (read p) (place s) = wempty (wmen p) s.
Proof.
  intros Hp Hs. unfold empty, wempty. cbn [read men]. rewrite forallb_map. apply forallb_in.
  intros x Hx. cbn [on read_man]. rewrite same_place; auto.
Qed.

(** ** Moves *)
Lemma is_passing_read p s : wf p -> ok s -> is_passing (read p) (place s) = (wpass p =? s).
Proof.
  intros [Hp Hq] Hs. unfold is_passing. cbn [read passing]. unfold read_pass.
  destruct Hq as [->|Hq].
  - cbn. symmetry. apply eqb_false_spec. intros E. pose proof (not_nowhere s Hs) as N. rewrite <- E in N. discriminate.
  - rewrite (not_nowhere _ Hq), same_place by auto. apply eq_iff_eq_true. rewrite !eqb_spec. intuition.
Qed.

Lemma may_go_read p x s : wf p -> ok (wat x) -> ok s ->
  may_go (read p) (read_man x) (place s) = wmay_go p (occupied (wmen p)) x s.
Proof.
  intros Hw Hx Hs. pose proof Hw as [Hp _]. unfold may_go, wmay_go.
  rewrite empty_read, !hits_read, advances_read, is_passing_read by auto.
  do 3 f_equal. cbn [read men]. rewrite existsb_map. apply existsb_in. intros e He.
  f_equal. cbn [on read_man]. apply same_place; auto.
Qed.

Lemma beside_read s a : ok s -> ok a -> ok (beside s a) /\ (file (place s), rank (place a)) = place (beside s a).
Proof.
  intros Hs Ha.
  pose (f := fun s a => okb (beside s a) && same (file (place s), rank (place a)) (place (beside s a))).
  assert (H : f s a = true) by (refine (try2 f _ s a Hs Ha); by_trying).
  apply andb_prop in H. destruct H as [H1 H2]. split; [now apply okb_ok|now apply same_eq].
Qed.

Lemma captured_read p x s e : wf p -> ok (wat x) -> ok s -> ok (wat e) ->
  captured (read p) (read_man x) (place s) (read_man e) = wcaptured p x s e.
Proof.
  intros Hw Hx Hs He. unfold captured, wcaptured. rewrite is_passing_read by auto. cbn [on read_man].
  destruct (beside_read s (wat x) Hs Hx) as [Hb ->]. rewrite !same_place by auto. reflexivity.
Qed.

Lemma last_rank_read s : ok s -> last_rank (place s) = wlast_rank s.
Proof.
  intros H. apply eqb_prop. refine (try1 (fun s => Bool.eqb (last_rank (place s)) (wlast_rank s)) _ s H). by_trying.
Qed.
Lemma becomes_read x s : ok s -> becomes (read_man x) (place s) = wbecomes x s.
Proof. intros H. unfold becomes, wbecomes. rewrite last_rank_read by auto. reflexivity. Qed.

(* where a pawn can go, a double step is one, and passes over the square between *)
Lemma double_read g a s : ok a -> ok s -> goal g Pawn a s = true ->
  (ranks (place a) (place s) =? 2)%Z = wdouble a s /\
  (wdouble a s = true ->
     ok ((a + s) >> 1) /\ (file (place s), (rank (place a) + forward g)%Z) = place ((a + s) >> 1)).
Proof.
  intros Ha Hs.
  pose (f g := fun a s => implb (goal g Pawn a s)
     (Bool.eqb (ranks (place a) (place s) =? 2)%Z (wdouble a s) &&
      implb (wdouble a s) (okb ((a + s) >> 1) &&
         same (file (place s), (rank (place a) + forward g)%Z) (place ((a + s) >> 1))))).
  assert (H : f g a s = true).
  { destruct g; refine (try2 (f _) _ a s Ha Hs); by_trying. }
  intros G. unfold f in H. rewrite G in H. cbn [implb] in H. apply andb_prop in H. destruct H as [H1 H2].
  apply eqb_prop in H1. split; auto. intros D. rewrite D in H2. cbn [implb] in H2.
  apply andb_prop in H2. destruct H2. split; [now apply okb_ok|now apply same_eq].
Qed.

Fixpoint same_list (u v : list int) : bool :=
  match u, v with [], [] => true | a :: u, b :: v => (a =? b) && same_list u v | _, _ => false end.
Lemma same_list_eq u : forall v, same_list u v = true -> u = v.
Proof.
  induction u; destruct v; cbn; try discriminate; auto. intros H. apply andb_prop in H. destruct H as [H1 H2].
  apply eqb_spec in H1. rewrite (IHu v); congruence.
Qed.
Lemma goals_right x : ok (wat x) -> wgoals x = filter (goal (wside x) (wkind x) (wat x)) squares.
Proof.
  intros Hx. unfold wgoals. destruct x as [g k a]. cbn [wside wkind wat] in *. apply same_list_eq.
  destruct g, k;
  match goal with |- same_list (goals.[(hit_way ?g ?k << 6) + _]) _ = true =>
    refine (try1 (fun a => same_list (goals.[(hit_way g k << 6) + a]) (filter (goal g k a) squares)) _ a Hx) end;
  by_trying.
Qed.
Lemma wgoals_in x s : ok (wat x) -> In s (wgoals x) -> ok s /\ goal (wside x) (wkind x) (wat x) s = true.
Proof. intros Hx. rewrite goals_right by auto. intros H. now apply filter_In in H. Qed.

Lemma is_pawn_kind x : wis_pawn x = true -> wkind x = Pawn.
Proof. unfold wis_pawn. destruct (wkind x); congruence. Qed.

Lemma play_read p x s k : wf p -> ok (wat x) -> ok s -> goal (wside x) (wkind x) (wat x) s = true ->
  play (read p) (read_man x) (place s) k = read (wplay p x s k).
Proof.
  intros Hw Hx Hs G. pose proof Hw as [Hp _]. unfold play, wplay, read. cbn [to_move men wturn wmen wpass]. f_equal.
  - rewrite flat_map_map, map_flat_map. apply flat_map_in. intros y Hy. cbn [on read_man].
    rewrite same_place by auto. change (Position _ _ _) with (read p). rewrite captured_read by auto.
    destruct (wat y =? wat x); [reflexivity|]. destruct (wcaptured p x s y); reflexivity.
  - cbn [on read_man whose]. change (is_pawn (read_man x)) with (wis_pawn x).
    destruct (wis_pawn x) eqn:P; [|reflexivity]. cbn [andb]. rewrite (is_pawn_kind x P) in G.
    destruct (double_read _ _ _ Hx Hs G) as [-> D].
    destruct (wdouble (wat x) s); [|reflexivity]. destruct (D eq_refl) as [O ->].
    unfold read_pass. now rewrite not_nowhere.
Qed.

Lemma play_wf p x s k : wf p -> ok (wat x) -> ok s -> goal (wside x) (wkind x) (wat x) s = true -> wf (wplay p x s k).
Proof.
  intros [Hp Hq] Hx Hs G. split; cbn.
  - intros y Hy. apply in_flat_map in Hy. destruct Hy as (z & Hz & Hy).
    destruct (wat z =? wat x). { destruct Hy as [<-|[]]; auto. }
    destruct (wcaptured p x s z); [destruct Hy|]. destruct Hy as [<-|[]]; auto.
  - destruct (wis_pawn x) eqn:P; [|now left]. cbn [andb]. rewrite (is_pawn_kind x P) in G.
    destruct (double_read _ _ _ Hx Hs G) as [_ D]. destruct (wdouble (wat x) s); [|now left]. right. now apply D.
Qed.

(* nobody goes where he cannot think of going *)
Lemma may_go_goal p x s : wf p -> ok (wat x) -> ok s ->
  wmay_go p (occupied (wmen p)) x s = goal (wside x) (wkind x) (wat x) s && wmay_go p (occupied (wmen p)) x s.
Proof.
  intros [Hp _] Hx Hs.
  destruct (goal (wside x) (wkind x) (wat x) s) eqn:G; [reflexivity|]. cbn [andb].
  unfold goal, goal_at in G. apply orb_false_iff in G. destruct G as [G1 G2].
  unfold wmay_go, whits. rewrite !open_read by auto using hit_way_in, step_way_in. rewrite G1.
  unfold wis_pawn. destruct (wkind x); cbn [andb]; rewrite ?andb_false_r; cbn [andb orb]; auto.
  rewrite G2. cbn [andb]. now rewrite andb_false_r.
Qed.

Theorem moves_read p : wf p -> moves (read p) = map read (wmoves p).
Proof.
  intros Hw. pose proof Hw as [Hp _]. unfold moves, wmoves. cbv zeta.
  cbn [read men to_move]. rewrite filter_map, flat_map_map, map_flat_map.
  apply flat_map_in. intros x Hx. apply filter_In in Hx. destruct Hx as [Hx _].
  pose proof (Hp x Hx) as Ox.
  rewrite board_squares, filter_map, flat_map_map, map_flat_map.
  change (Position _ _ _) with (read p).
  rewrite (filter_in _ _ (fun s => goal (wside x) (wkind x) (wat x) s && wmay_go p (occupied (wmen p)) x s)).
  2:{ intros s Hs. rewrite may_go_read by auto. now apply may_go_goal. }
  rewrite filter_and, <- goals_right by auto.
  apply flat_map_in. intros s Hs. apply filter_In in Hs. destruct Hs as [Hs _].
  destruct (wgoals_in x s Ox Hs) as [Os G]. rewrite becomes_read by auto.
  rewrite (map_ext_in _ (fun k => read (wplay p x s k))) by (intros k _; now apply play_read).
  rewrite <- (map_map (wplay p x s) read), filter_map. f_equal. apply filter_in.
  intros q Hq. apply in_map_iff in Hq. destruct Hq as (k & <- & _).
  f_equal. apply in_check_read. now apply play_wf.
Qed.

Theorem moves_wf p q : wf p -> In q (wmoves p) -> wf q.
Proof.
  intros Hw Hq. pose proof Hw as [Hp _]. unfold wmoves in Hq.
  apply in_flat_map in Hq. destruct Hq as (x & Hx & Hq). apply filter_In in Hx. destruct Hx as [Hx _].
  apply in_flat_map in Hq. destruct Hq as (s & Hs & Hq). apply filter_In in Hs. destruct Hs as [Hs _].
  destruct (wgoals_in x s (Hp x Hx) Hs) as [Os G].
  apply filter_In in Hq. destruct Hq as [Hq _]. apply in_map_iff in Hq. destruct Hq as (k & <- & _).
  apply play_wf; auto.
Qed.

Theorem check_read p : wf p -> check (read p) = wcheck p.
Proof. intros [Hp _]. now apply in_check_read. Qed.

(** ** Back from the laws to words *)
Definition write_square (s : square) : int := of_Z ((rank s - 1) * 8 + (file s - 1)).
Definition write_man x := WMan (whose x) (what x) (write_square (on x)).
Definition write (p : position) : wpos :=
  WPos (to_move p) (map write_man (men p)) (match passing p with None => nowhere | Some s => write_square s end).
Lemma write_place i : ok i -> write_square (place i) = i.
Proof.
  intros H. apply eqb_spec. refine (try1 (fun i => write_square (place i) =? i) _ i H). by_trying.
Qed.
Lemma write_read p : wf p -> write (read p) = p.
Proof.
  intros [H Q]. destruct p as [g l e]. unfold write, read. cbn [to_move men passing wturn wmen wpass] in *. f_equal.
  - rewrite map_map. rewrite <- (map_id l) at 2. apply map_ext_in. intros x Hx.
    unfold write_man, read_man. cbn. rewrite write_place by auto. now destruct x.
  - unfold read_pass. destruct Q as [->|Q]; [reflexivity|]. rewrite not_nowhere by auto. now apply write_place.
Qed.
