(** * Reduced: tables that are checked only at home

    A table is asked, and checked, only for positions that are at home ([Home.v]): one order of the men, one of the two colours, ten squares of the
    king instead of 64, or half the squares of the pawn. [reduced_exact]: the scores are exact; [reduced_complete]: every legal position has one.

    Two images of a position may both be in the triangle, and nobody demands that their scores are equal: what is right for the game in which
    every position is replaced by its home is right for chess ([play_there]). *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Games Laws Words Same Run Legal Quick Tables Symmetry Home Swift.
Import ListNotations.
Open Scope uint63_scope.

Section Reduced.
Variable half : int.
Variable ts : list table.
Fixpoint reduced_score (fuel : nat) p : int :=
  if idle p then entry_of ts (wturn p) (wmen p)
  else match fuel with O => 0 | S fuel => from_moves half (reduced_score fuel) p end.
Definition entry_checked fuel t p : bool :=
  let s := score_in t (wturn p) (wmen p) in
  if s =? 0 then negb (legal_now p)
  else if apart_now (wmen p) then s =? swift_score half (reduced_score fuel) t p else false.
Definition reduced_right_at fuel l : bool :=
  match route l with
  | [] =>
      match first_fit ts l with
      | Some t => if entry_checked fuel t (WPos White l nowhere) then entry_checked fuel t (WPos Black l nowhere) else false
      | None => false
      end
  | _ => true
  end.
Definition reduced_right_on fuel t (s : int) : bool := everywhere_on (table_shape t) (reduced_right_at fuel) s.
Definition reduced_table_right fuel t : bool := forallb (reduced_right_on fuel t) (slow_squares (table_shape t)).

Lemma more_reduced_fuel n : forall p, reduced_score n p <> 0 -> reduced_score (S n) p = reduced_score n p.
Proof.
  induction n as [|n IH]; intros p N.
  - cbn [reduced_score] in *. destruct (idle p); congruence.
  - change (reduced_score (S (S n)) p) with (if idle p then entry_of ts (wturn p) (wmen p) else from_moves half (reduced_score (S n)) p).
    change (reduced_score (S n) p) with (if idle p then entry_of ts (wturn p) (wmen p) else from_moves half (reduced_score n) p) in N |- *.
    destruct (idle p); [reflexivity|]. unfold from_moves in *. destruct (quick_moves p) as [|q l]; [reflexivity|].
    apply best_score_same; auto. intros r _ V. apply IH. now apply (valid_not_0 half).
Qed.

Hypothesis fine : (2 <= to_Z half <= 1048576)%Z.
Variable fuel : nat.
Hypothesis H : forallb (reduced_table_right (S fuel)) ts = true.
Notation value := (reduced_score (S fuel)).

Lemma idle_value n p : idle p = true -> reduced_score n p = entry_of ts (wturn p) (wmen p).
Proof. intros I. destruct n; cbn [reduced_score]; now rewrite I. Qed.
Lemma checked_at l t : oks l -> route l = [] -> first_fit ts l = Some t -> forall g, entry_checked (S fuel) t (WPos g l nowhere) = true.
Proof.
  intros O R F g. destruct (first_fit_fits ts l t F) as [Ht Ft]. rewrite forallb_forall in H. specialize (H t Ht).
  pose proof (everywhere_reduced_all _ _ _ H Ft O R) as B. unfold reduced_right_at in B. rewrite R, F in B.
  destruct (entry_checked (S fuel) t (WPos White l nowhere)) eqn:E; [|discriminate]. now destruct g.
Qed.
(** What stands at home in a table. *)
Lemma entry_there g l : oks l -> entry_of ts g l <> 0 -> exists h m t, home ts g l = WPos h m nowhere /\ oks m /\ route m = [] /\
  first_fit ts m = Some t /\ entry_of ts g l = score_in t h m.
Proof.
  intros O N. pose proof (home_wf ts g l O) as W. pose proof (home_route ts g l O) as R. rewrite entry_home in N |- * by auto.
  assert (E : wpass (home ts g l) = nowhere) by (unfold home; now destruct (arranged ts g l)).
  destruct (home ts g l) as [h m e]. cbn [wmen wturn wpass] in *. subst e. destruct (first_fit ts m) as [t|] eqn:F; [|congruence].
  exists h, m, t. repeat split; auto. apply W.
Qed.
Lemma standard_value p : wf p -> value p <> 0 -> value (standard ts p) = value p /\ standard ts (standard ts p) = standard ts p.
Proof.
  intros W. unfold standard. destruct (idle p) eqn:I; [|now rewrite I]. intros N. rewrite (idle_value _ p) in N |- * by auto.
  destruct (entry_there _ _ (proj1 W) N) as (h & m & t & E & Om & R & F & V). rewrite E. assert (J : idle (WPos h m nowhere) = true) by reflexivity.
  rewrite J, (idle_value _ (WPos h m nowhere)) by auto. cbn [wturn wmen]. rewrite (entry_at_home ts h m t F R), V. split; [reflexivity|exact (at_home ts h m t F R)].
Qed.

(** A position that stands for itself and for all that are at home in it. *)
Definition known_there p := wf p /\ value p <> 0 /\ standard ts p = p.
Lemma checked_there p : known_there p -> value p = from_moves half value p.
Proof.
  intros (W & N & S). unfold standard in S. destruct (idle p) eqn:I.
  - rewrite idle_value in N |- * by auto. destruct (entry_there _ _ (proj1 W) N) as (h & m & t & E & Om & R & F & V). rewrite S in E. subst p.
    cbn [wturn wmen] in *. pose proof (checked_at m t Om R F h) as C. unfold entry_checked in C. cbn [wturn wmen] in C. rewrite V in N |- *.
    destruct (score_in t h m =? 0) eqn:Z; [apply eqb_spec in Z; congruence|]. destruct (apart_now m) eqn:A; [|discriminate].
    apply eqb_spec in C. rewrite C. apply swift_eq with (ts := ts); auto.
  - assert (D : forall n, reduced_score (Datatypes.S n) p = from_moves half (reduced_score n) p) by (intros n; cbn [reduced_score]; now rewrite I).
    rewrite D in N |- *. unfold from_moves in *. destruct (quick_moves p) as [|q l]; [reflexivity|].
    symmetry. apply best_score_same; auto. intros r _ V. apply more_reduced_fuel. now apply (valid_not_0 half).
Qed.

Definition moves_there p := map (standard ts) (legal_moves p).
Lemma moves_valued p q : known_there p -> In q (legal_moves p) -> value q <> 0.
Proof.
  intros K Hq. pose proof (checked_there p K) as E. destruct K as (W & N & _). unfold from_moves in E.
  rewrite quick_moves_eq in E by auto. destruct (legal_moves p) as [|a l]; [destruct Hq|]. rewrite E in N.
  destruct (best_score_right half fine _ _ _ (one_in_range half fine) N) as [A _]. apply (valid_not_0 half). now apply A.
Qed.
Lemma exact_there p : known_there p -> exact wpos moves_there in_check_now p (decode half (value p)).
Proof.
  apply values_exact with (known := known_there) (value_of := fun p => decode half (value p)).
  - intros q r K Hr. apply in_map_iff in Hr. destruct Hr as (s & <- & Hs). pose proof (moves_valued q s K Hs) as N.
    pose proof (legal_moves_wf q s (proj1 K) Hs) as Ws. destruct (standard_value s Ws N) as [A B].
    split; [now apply standard_wf|split; [now rewrite A|exact B]].
  - intros q K. unfold moves_there. rewrite map_map, (map_ext_in _ (fun r => decode half (value r))).
    2:{ intros r Hr. now rewrite (proj1 (standard_value r (legal_moves_wf q r (proj1 K) Hr) (moves_valued q r K Hr))). }
    pose proof (checked_there q K) as E. rewrite E. destruct K as (W & N & _). unfold from_moves in *.
    rewrite quick_moves_eq in * by auto. destruct (legal_moves q) as [|a l] eqn:M.
    + cbn. destruct (in_check_now q); [now apply decode_one|apply decode_half].
    + rewrite E in N. destruct (best_score_right half fine _ _ _ (one_in_range half fine) N) as [_ ->]. now rewrite decode_one.
Qed.

Lemma play_there n : forall p, wf p ->
  (wins wpos moves_there in_check_now n p <-> wins position moves check n (read p)) /\
  (loses wpos moves_there in_check_now n p <-> loses position moves check n (read p)).
Proof.
  induction n as [|n IH]; intros c W.
  all: assert (M : mated wpos moves_there in_check_now c <-> mated position moves check (read c))
    by (unfold mated, moves_there; rewrite legal_moves_read, in_check_now_read by auto; destruct (legal_moves c); cbn; intuition discriminate).
  - cbn [wins loses]. tauto.
  - assert (A : forall q, In q (legal_moves c) ->
       (wins wpos moves_there in_check_now n (standard ts q) <-> wins position moves check n (read q)) /\
       (loses wpos moves_there in_check_now n (standard ts q) <-> loses position moves check n (read q))).
    { intros q Hq. pose proof (legal_moves_wf c q W Hq) as Wq. destruct (standard_play ts n q Wq) as [B C].
      destruct (IH _ (standard_wf ts q Wq)) as [D E]. tauto. }
    cbn [wins loses]. rewrite legal_moves_read by auto. unfold moves_there at 1 3 4. split.
    + split.
      * intros (q & Hq & L). apply in_map_iff in Hq. destruct Hq as (r & <- & Hr). exists (read r).
        split; [now apply in_map|]. now apply A.
      * intros (q & Hq & L). apply in_map_iff in Hq. destruct Hq as (r & <- & Hr). exists (standard ts r).
        split; [now apply in_map|]. now apply A.
    + rewrite M. assert (X : (map (standard ts) (legal_moves c) <> []) <-> (map read (legal_moves c) <> []))
        by (destruct (legal_moves c); cbn; split; intros Y; try discriminate; congruence).
      rewrite X. split; (intros [Y|[Y Z]]; [now left|right; split; [exact Y|]]);
      intros q Hq; apply in_map_iff in Hq; destruct Hq as (r & <- & Hr); apply A; auto; apply Z; now apply in_map.
Qed.

Theorem reduced_exact p : wf p -> value p <> 0 -> exact position moves check (read p) (decode half (value p)).
Proof.
  intros W N. destruct (standard_value p W N) as [V S]. pose proof (standard_wf ts p W) as Ws.
  assert (K : known_there (standard ts p)) by (split; [exact Ws|split; [now rewrite V|exact S]]).
  pose proof (exact_there _ K) as Y. rewrite V in Y.
  assert (A : forall n, wins wpos moves_there in_check_now n (standard ts p) <-> wins position moves check n (read p))
    by (intros n; rewrite (proj1 (play_there n _ Ws)); apply standard_play, W).
  assert (B : forall n, loses wpos moves_there in_check_now n (standard ts p) <-> loses position moves check n (read p))
    by (intros n; rewrite (proj2 (play_there n _ Ws)); apply standard_play, W).
  destruct (decode half (value p)); cbn in *; repeat setoid_rewrite A in Y; repeat setoid_rewrite B in Y; exact Y.
Qed.

(** ** Every legal position has a score *)
Theorem reduced_complete p t : wf p -> wpass p = nowhere -> first_fit ts (snd (arranged ts (wturn p) (wmen p))) = Some t ->
  legal (read p) = true -> value p <> 0.
Proof.
  intros W P F L. assert (I : idle p = true) by (unfold idle; now rewrite P). rewrite idle_value by auto. set (g := wturn p) in *. set (l := wmen p) in *.
  pose proof (proj1 W : oks l) as O. pose proof (arranged_oks ts g l O) as Oa. pose proof (home_wf ts g l O) as Wh.
  pose proof (home_route ts g l O) as R. destruct (home_equal ts g l O) as [_ E]. rewrite entry_home by auto. unfold home in *.
  destruct (arranged ts g l) as [h m]. cbn [snd fst wmen wturn] in *.
  rewrite (first_fit_same ts (carry_men (route m) m) m) by (apply turned_material; auto using route_suits). rewrite F. intros Z.
  assert (Fm : first_fit ts (carry_men (route m) m) = Some t) by (rewrite <- F; apply first_fit_same, turned_material; auto using route_suits).
  pose proof (checked_at _ t (proj1 Wh) R Fm h) as C. unfold entry_checked in C. cbn [wturn wmen] in C. rewrite Z, eqb_refl in C.
  apply negb_true_iff in C. rewrite <- legal_read in C by exact Wh.
  assert (X : read (WPos g l nowhere) = read p) by (subst g l; destruct p; cbn in *; now subst). rewrite X in E. congruence.
Qed.
End Reduced.
