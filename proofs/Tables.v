(** * Tables: a check of every entry by one ply makes all entries exact

    A table gives a score to each placement of its men, for either side to move: 0 nothing is known; 1, 2, .. mated in 0, 2, .. plies;
    [half] a draw; up to [2 half - 1] mates in .., 3, 1 plies. With [half = 64] a score has 7 bits, with 128 a byte, as in Adli's table files.
    So the best move is the one with the greatest score for its side ([seen_by_opponent]). A table is any function, for all that is shown here.

    The positions that are known are those with a score. The check ([tables_right]) demands that whatever a move leads to is known
    as well. So nothing has to be proved about which positions are legal, and a missing smaller table is noticed.

    A right to capture in passing is not part of a placement. A position with such a right that no pawn can think of using has the score of the
    same position without it; any other has the best of its moves, which may be double steps in their turn: [fuel] is how often. *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Games Laws Words Same Run Legal Quick.
Import ListNotations.
Open Scope uint63_scope.

(** ** Scores *)
Section Half.
Variable half : int.
Definition decode (s : int) : value :=
  if s =? half then Draw
  else if s <? half then Loss (2 * (Z.to_nat (to_Z s) - 1))
  else Win (2 * Z.to_nat (2 * to_Z half - 1 - to_Z s) + 1).
Definition valid (s : int) : bool :=          (* [half + 1] would be worth a draw to the opponent *)
  if s =? 0 then false else if s <? half + half then if s =? half + 1 then false else true else false.
Definition seen_by_opponent (s : int) : int := if s <=? half then half + half - s else half + half + 1 - s.
Definition at_least (a v : int) : int := if a <? v then v else a.

Hypothesis fine : (2 <= to_Z half <= 1048576)%Z.
Definition in_range (a : int) := (1 <= to_Z a < 2 * to_Z half)%Z.

Lemma add_half a : (0 <= to_Z a <= 2097152)%Z -> to_Z (half + a) = (to_Z half + to_Z a)%Z.
Proof. intros H. rewrite add_spec. apply Z.mod_small. change wB with 9223372036854775808%Z. lia. Qed.
Lemma twice_half : to_Z (half + half) = (2 * to_Z half)%Z.
Proof. rewrite add_half; lia. Qed.

Lemma valid_spec s : valid s = true -> in_range s /\ to_Z s <> (to_Z half + 1)%Z.
Proof.
  unfold valid, in_range. destruct (eqbP s 0) as [E|E]; [discriminate|].
  destruct (ltbP s (half + half)) as [L|L]; [|discriminate]. rewrite twice_half in L.
  destruct (eqbP s (half + 1)) as [F|F]; [discriminate|]. rewrite add_half in F by (change (to_Z 1) with 1%Z; lia).
  change (to_Z 0) with 0%Z in E. change (to_Z 1) with 1%Z in F. pose proof (to_Z_bounded s). intros _. lia.
Qed.

Lemma opponent_spec s : in_range s -> to_Z (seen_by_opponent s) =
  if (to_Z s <=? to_Z half)%Z then (2 * to_Z half - to_Z s)%Z else (2 * to_Z half + 1 - to_Z s)%Z.
Proof.
  unfold in_range, seen_by_opponent. intros H.
  assert (E1 : to_Z (half + half + 1) = (2 * to_Z half + 1)%Z).
  { rewrite add_spec, twice_half. apply Z.mod_small. change wB with 9223372036854775808%Z. change (to_Z 1) with 1%Z. lia. }
  destruct (lebP s half) as [L|L]; destruct (Z.leb_spec (to_Z s) (to_Z half)); try lia;
  rewrite sub_spec, ?E1, ?twice_half, Z.mod_small; change wB with 9223372036854775808%Z; lia.
Qed.

Lemma decode_cases s : in_range s ->
  (to_Z s = to_Z half /\ decode s = Draw) \/
  (to_Z s < to_Z half /\ decode s = Loss (2 * (Z.to_nat (to_Z s) - 1)))%Z \/
  (to_Z s > to_Z half /\ decode s = Win (2 * Z.to_nat (2 * to_Z half - 1 - to_Z s) + 1))%Z.
Proof.
  intros R. unfold decode. destruct (eqbP s half) as [E|E]; [left; split; [lia|auto]|].
  destruct (ltbP s half) as [L|L]; [right; left|right; right]; split; auto; lia.
Qed.

Lemma better_right a s : in_range a -> valid s = true ->
  in_range (at_least a (seen_by_opponent s)) /\
  decode (at_least a (seen_by_opponent s)) = better (decode a) (decode s).
Proof.
  intros Ra V. destruct (valid_spec s V) as [Rs Ns]. pose proof (opponent_spec s Rs) as O.
  set (v := seen_by_opponent s) in *.
  assert (Rv : in_range v) by (unfold in_range in *; destruct (Z.leb_spec (to_Z s) (to_Z half)); lia).
  assert (R : in_range (at_least a v)) by (unfold at_least; destruct (a <? v); auto).
  split; auto.
  assert (T : to_Z (at_least a v) = Z.max (to_Z a) (to_Z v)) by (unfold at_least; destruct (ltbP a v); lia).
  set (w := at_least a v) in *. clearbody w v.
  destruct (Z.leb_spec (to_Z s) (to_Z half)) as [L|L];
  destruct (decode_cases a Ra) as [[Ea ->]|[[Ea ->]|[Ea ->]]];
  destruct (decode_cases s Rs) as [[Es ->]|[[Es ->]|[Es ->]]];
  destruct (decode_cases w R) as [[Ew ->]|[[Ew ->]|[Ew ->]]]; unfold in_range in *;
  try (exfalso; lia); cbn [better]; try reflexivity; f_equal; lia.
Qed.

(** ** Positions with a score *)
Variable score : wpos -> int.
Fixpoint best_score (a : int) (l : list wpos) : int :=     (* 0 if something is not known *)
  match l with
  | [] => a
  | q :: l => let s := score q in if valid s then best_score (at_least a (seen_by_opponent s)) l else 0
  end.
Definition from_moves p : int :=
  match quick_moves p with [] => if in_check_now p then 1 else half | l => best_score 1 l end.
Definition entry_right p : bool := let s := score p in if s =? 0 then true else s =? from_moves p.

Lemma best_score_right l : forall a, in_range a -> best_score a l <> 0 ->
  (forall q, In q l -> valid (score q) = true) /\
  decode (best_score a l) = fold_left better (map (fun q => decode (score q)) l) (decode a).
Proof.
  induction l as [|q l IH]; intros a R N; cbn [best_score] in *; [split; [intros ? []|reflexivity]|].
  destruct (valid (score q)) eqn:V; [|congruence]. destruct (better_right a (score q) R V) as [R' E].
  destruct (IH _ R' N) as [A B]. split; [intros r [<-|Hr]; auto|]. cbn [map fold_left]. now rewrite B, E.
Qed.

Hypothesis right_everywhere : forall p, wf p -> score p <> 0 -> entry_right p = true.
Definition known p := exists q, wf q /\ read q = p /\ score q <> 0.
Definition value_of p := decode (score (write p)).

Lemma one_in_range : in_range 1. Proof. unfold in_range. change (to_Z 1) with 1%Z. lia. Qed.
Lemma decode_one : decode 1 = Loss 0.
Proof.
  destruct (decode_cases 1 one_in_range) as [[E _]|[[E ->]|[E _]]]; change (to_Z 1) with 1%Z in *; auto; lia.
Qed.
Lemma decode_half : decode half = Draw.
Proof. unfold decode. now rewrite eqb_refl. Qed.

Lemma entry p : wf p -> score p <> 0 -> score p = from_moves p.
Proof.
  intros W N. pose proof (right_everywhere p W N) as E. unfold entry_right in E.
  destruct (score p =? 0) eqn:Z; [apply eqb_spec in Z; congruence|now apply eqb_spec in E].
Qed.
Lemma moves_known p q : wf p -> score p <> 0 -> In q (legal_moves p) -> score q <> 0.
Proof.
  intros W N Hq Z. pose proof (entry p W N) as E. unfold from_moves in E. rewrite quick_moves_eq in E by auto.
  destruct (legal_moves p) as [|r l]; [destruct Hq|]. rewrite E in N.
  destruct (best_score_right _ _ one_in_range N) as [A _]. specialize (A q Hq). rewrite Z in A. discriminate.
Qed.

Theorem scores_exact p : wf p -> score p <> 0 -> exact position moves check (read p) (decode (score p)).
Proof.
  intros W N. replace (decode (score p)) with (value_of (read p)) by (unfold value_of; now rewrite write_read).
  apply values_exact with (known := known).
  - intros q r (w & Ww & <- & Nw) Hr. rewrite legal_moves_read in Hr by auto. apply in_map_iff in Hr.
    destruct Hr as (v & <- & Hv). exists v. split; [eapply legal_moves_wf; eauto|split; auto]. eapply moves_known; eauto.
  - intros q (w & Ww & <- & Nw). rewrite legal_moves_read, in_check_now_read by auto.
    rewrite map_map, (map_ext_in _ (fun r => decode (score r))).
    2:{ intros r Hr. unfold value_of. rewrite write_read; auto. eapply legal_moves_wf; eauto. }
    unfold value_of. rewrite write_read by auto. pose proof (entry w Ww Nw) as E. rewrite E. unfold from_moves in *.
    rewrite quick_moves_eq in * by auto. destruct (legal_moves w) as [|r l] eqn:M.
    + cbn. destruct (in_check_now w); [apply decode_one|apply decode_half].
    + rewrite E in Nw. destruct (best_score_right _ _ one_in_range Nw) as [_ ->]. now rewrite decode_one.
  - exists p. auto.
Qed.
End Half.

(** ** Tables *)
Record table := Table { table_shape : shape; score_at : side -> list wman -> int }.
Fixpoint look_up (ts : list table) g l : int :=
  match ts with
  | [] => 0
  | t :: ts => if fits l (table_shape t) then score_at t g l else look_up ts g l
  end.

(** A right to capture in passing that no pawn can think of using. *)
Fixpoint is_among (s : int) (l : list int) : bool := match l with [] => false | a :: l => if a =? s then true else is_among s l end.
Fixpoint idle_for (g : side) (s : int) (l : list wman) : bool :=
  match l with
  | [] => true
  | x :: l => if wis_pawn x then if wis_of g x then if is_among s (wgoals x) then false else idle_for g s l else idle_for g s l
              else idle_for g s l
  end.
Definition idle p : bool := if wpass p =? nowhere then true else idle_for (wturn p) (wpass p) (wmen p).
Definition quiet p := WPos (wturn p) (wmen p) nowhere.

Section Scores.
Variable half : int.
Variable ts : list table.
Fixpoint score (fuel : nat) p : int :=
  if idle p then look_up ts (wturn p) (wmen p)
  else match fuel with O => 0 | S fuel => from_moves half (score fuel) p end.

Definition right_at fuel l : bool :=
  if entry_right half (score fuel) (WPos White l nowhere) then entry_right half (score fuel) (WPos Black l nowhere) else false.
Definition table_right fuel t : bool := everywhere (table_shape t) (right_at fuel).
Definition tables_right fuel : bool := forallb (table_right fuel) ts.

(** *** More fuel changes nothing that is known *)
Lemma best_score_same (f g : wpos -> int) l : (forall q, In q l -> valid half (f q) = true -> g q = f q) ->
  forall a, best_score half f a l <> 0 -> best_score half g a l = best_score half f a l.
Proof.
  induction l as [|q l IH]; intros H a N; [reflexivity|]. cbn [best_score] in *.
  destruct (valid half (f q)) eqn:V; [|congruence]. rewrite (H q (or_introl eq_refl) V), V.
  apply IH; auto. intros r Hr. apply H. now right.
Qed.
Lemma valid_not_0 s : valid half s = true -> s <> 0.
Proof. intros V ->. discriminate. Qed.
Lemma more_fuel n : forall p, score n p <> 0 -> score (S n) p = score n p.
Proof.
  induction n as [|n IH]; intros p N.
  - cbn [score] in *. destruct (idle p); congruence.
  - change (score (S (S n)) p) with (if idle p then look_up ts (wturn p) (wmen p) else from_moves half (score (S n)) p).
    change (score (S n) p) with (if idle p then look_up ts (wturn p) (wmen p) else from_moves half (score n) p) in N |- *.
    destruct (idle p); [reflexivity|]. unfold from_moves in *. destruct (quick_moves p) as [|q l]; [reflexivity|].
    apply best_score_same; auto. intros r _ V. apply IH. now apply valid_not_0.
Qed.

(** *** An idle right changes no move *)
Lemma is_among_in s l : is_among s l = false -> forall a, In a l -> (s =? a) = false.
Proof.
  induction l as [|b l IH]; cbn; [intros _ ? []|]. destruct (b =? s) eqn:E; [discriminate|].
  intros H a [<-|Ha]; auto. apply eqb_false_spec in E. apply eqb_false_spec. congruence.
Qed.
Lemma idle_in g s l : idle_for g s l = true -> forall x, In x l -> wis_of g x = true -> wis_pawn x = true ->
  forall a, In a (wgoals x) -> (s =? a) = false.
Proof.
  induction l as [|y l IH]; cbn [idle_for]; [intros _ ? []|]. intros H x [<-|Hx] G P.
  - rewrite P, G in H. destruct (is_among s (wgoals y)) eqn:E; [discriminate|]. now apply is_among_in.
  - apply IH; auto. destruct (wis_pawn y), (wis_of g y), (is_among s (wgoals y)); auto; discriminate.
Qed.
Lemma idle_quiet p : wf p -> idle p = true -> wmoves p = wmoves (quiet p).
Proof.
  intros [O _] I. unfold idle in I. destruct (wpass p =? nowhere) eqn:E.
  { apply eqb_spec in E. unfold quiet. rewrite <- E. now destruct p. }
  unfold wmoves. cbv zeta. cbn [quiet wmen wturn]. apply flat_map_in. intros x Hx. apply filter_In in Hx. destruct Hx as [Hx G].
  assert (A : forall s, In s (wgoals x) -> wis_pawn x && (wpass p =? s) = false /\ wis_pawn x && (nowhere =? s) = false).
  { intros s Hs. destruct (wis_pawn x) eqn:P; [|auto]. cbn [andb]. split; [eapply idle_in; eauto|].
    destruct (wgoals_in x s (O x Hx) Hs) as [Os _]. pose proof (not_nowhere s Os) as N.
    apply eqb_false_spec in N. apply eqb_false_spec. congruence. }
  rewrite (filter_in _ (wmay_go p (occupied (wmen p)) x) (wmay_go (quiet p) (occupied (wmen p)) x)).
  - apply flat_map_in. intros s Hs. apply filter_In in Hs. destruct Hs as [Hs _]. destruct (A s Hs) as [A1 A2].
    f_equal. apply map_ext. intros k. unfold wplay. cbn [quiet wmen wturn]. f_equal.
    apply flat_map_in. intros y Hy. unfold wcaptured. cbn [quiet wturn wpass]. now rewrite A1, A2.
  - intros s Hs. destruct (A s Hs) as [A1 A2]. unfold wmay_go. cbn [quiet wturn wmen wpass]. now rewrite A1, A2.
Qed.

(** *** What the check shows *)
Hypothesis fine : (2 <= to_Z half <= 1048576)%Z.
Variable fuel : nat.
Hypothesis H : tables_right (S fuel) = true.

Lemma look_up_fits us g l : look_up us g l <> 0 -> exists t, In t us /\ fits l (table_shape t) = true.
Proof.
  induction us as [|t us IH]; cbn; [congruence|]. destruct (fits l (table_shape t)) eqn:F; [eauto|].
  intros X. destruct (IH X) as (u & ? & ?). eauto.
Qed.
Lemma idle_score n p : idle p = true -> score n p = look_up ts (wturn p) (wmen p).
Proof. destruct n; cbn [score]; now intros ->. Qed.
Lemma quiet_idle p : idle (quiet p) = true. Proof. reflexivity. Qed.
Lemma check_quiet p : in_check_now p = in_check_now (quiet p). Proof. reflexivity. Qed.

Lemma every_entry p : wf p -> score (S fuel) p <> 0 -> entry_right half (score (S fuel)) p = true.
Proof.
  intros W N. unfold entry_right. destruct (score (S fuel) p =? 0) eqn:Z; [reflexivity|]. apply eqb_spec.
  destruct (idle p) eqn:I.
  - rewrite idle_score in * by auto. destruct (look_up_fits ts _ _ N) as (t & Ht & F).
    unfold tables_right in H. rewrite forallb_forall in H. specialize (H t Ht).
    pose proof (everywhere_all _ _ H _ F (proj1 W)) as B. unfold right_at in B.
    assert (E : entry_right half (score (S fuel)) (quiet p) = true).
    { unfold quiet. destruct (entry_right half (score (S fuel)) (WPos White (wmen p) nowhere)) eqn:B1; [|discriminate].
      destruct (wturn p); auto. }
    unfold entry_right in E. rewrite (idle_score _ (quiet p) (quiet_idle p)) in E. cbn [quiet wturn wmen] in E.
    destruct (look_up ts (wturn p) (wmen p) =? 0) eqn:Z'; [apply eqb_spec in Z'; congruence|].
    apply eqb_spec in E. rewrite E. fold (quiet p). unfold from_moves. rewrite <- check_quiet.
    assert (Wq : wf (quiet p)) by (split; [apply W|now left]).
    rewrite !quick_moves_eq, !legal_moves_eq, (idle_quiet p W I) by auto. reflexivity.
  - assert (D : forall n, score (S n) p = from_moves half (score n) p) by (intros n; cbn [score]; now rewrite I).
    rewrite D in N |- *. unfold from_moves in *. destruct (quick_moves p) as [|q l]; [reflexivity|].
    symmetry. apply best_score_same; auto. intros r _ V. apply more_fuel. now apply valid_not_0.
Qed.

Theorem tables_exact p : wf p -> score (S fuel) p <> 0 -> exact position moves check (read p) (decode half (score (S fuel) p)).
Proof. apply scores_exact; [exact fine|exact every_entry]. Qed.
End Scores.
