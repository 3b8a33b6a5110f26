(** * Tables without pawns, checked only where the white king stands in the triangle a1 d1 d4

    Every other position is one of the eight images of such a position ([canon]), and has the same value ([exact_image]). So a table is asked, and
    checked, at ten squares of the first man instead of 64. That [canon] leads there is not proved, because it need not be: where it does not, nothing is known. *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Games Laws Words Same Run Legal Tables Symmetry.
Import ListNotations.
Open Scope uint63_scope.

(** ** Images in words *)
Definition wcarry (g : generator) (i : int) : int :=
  match g with Mirror => i lxor 7 | Flip => i lxor 56 | Turn => ((i land 7) << 3) lor (i >> 3) end.
Definition wcarry_man g x := WMan (wside x) (wkind x) (wcarry g (wat x)).
Definition wimage g p := WPos (wturn p) (map (wcarry_man g) (wmen p)) nowhere.
Definition wimages gs p := fold_left (fun p g => wimage g p) gs p.
Definition wpawnless (l : list wman) : bool := forallb (fun x => negb (wis_pawn x)) l.
Definition good p := wf p /\ wpass p = nowhere /\ wpawnless (wmen p) = true.

Lemma carry_place g i : ok i -> ok (wcarry g i) /\ place (wcarry g i) = carry g (place i).
Proof.
  intros H. pose (f := fun i => okb (wcarry g i) && same (place (wcarry g i)) (carry g (place i))).
  assert (X : f i = true) by (destruct g; refine (try1 f _ i H); by_trying).
  apply andb_prop in X. destruct X. split; [now apply okb_ok|now apply same_eq].
Qed.
Lemma good_pawnless p : good p -> pawnless (read p) = true.
Proof. intros (_ & _ & P). unfold pawnless. cbn [read men]. now rewrite forallb_map. Qed.
Lemma image_good g p : good p -> good (wimage g p) /\ read (wimage g p) = image g (read p).
Proof.
  intros ([O _] & E & P). split.
  - split; [split; [|now left]|split; [reflexivity|]].
    + intros x Hx. cbn in Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). now apply carry_place, O.
    + unfold wpawnless in *. cbn [wimage wmen]. now rewrite forallb_map.
  - unfold read, image, wimage. cbn [wturn wmen wpass to_move men passing]. rewrite E. cbn. f_equal.
    rewrite !map_map. apply map_ext_in. intros x Hx. unfold read_man, carry_man, wcarry_man. cbn [on what whose wside wkind wat].
    now rewrite (proj2 (carry_place g _ (O x Hx))).
Qed.
Lemma images_good gs : forall p, good p -> good (wimages gs p) /\
  forall v, exact position moves check (read (wimages gs p)) v <-> exact position moves check (read p) v.
Proof.
  induction gs as [|g gs IH]; intros p G; [split; [exact G|reflexivity]|]. destruct (image_good g p G) as [G' E].
  destruct (IH _ G') as [A B]. split; [exact A|]. intros v. change (wimages (g :: gs) p) with (wimages gs (wimage g p)).
  rewrite B, E. apply exact_image. right. now apply good_pawnless.
Qed.
Lemma images_play gs n : forall p, good p ->
  (wins position moves check n (read (wimages gs p)) <-> wins position moves check n (read p)) /\
  (loses position moves check n (read (wimages gs p)) <-> loses position moves check n (read p)).
Proof.
  induction gs as [|g gs IH]; intros p G; [split; reflexivity|]. destruct (image_good g p G) as [G' E].
  change (wimages (g :: gs) p) with (wimages gs (wimage g p)). destruct (IH _ G') as [A B]. rewrite A, B, E.
  apply play_image_iff. right. now apply good_pawnless.
Qed.

Lemma moves_good p q : good p -> In q (legal_moves p) -> good q.
Proof.
  intros G Hq. pose proof G as (W & E & P). pose proof (legal_moves_wf p q W Hq) as Wq.
  assert (I : In (read q) (moves (read p))) by (rewrite legal_moves_read by auto; now apply in_map).
  pose proof (good_pawnless p G) as N. split; [exact Wq|split].
  - apply in_moves in I. destruct I as (x & s & k & Hx & _ & _ & _ & _ & Q & _).
    assert (X : is_pawn x = false) by (unfold pawnless in N; rewrite forallb_forall in N; now apply negb_true_iff, N).
    apply (f_equal passing) in Q. cbn [play passing] in Q. rewrite X in Q. cbn [read passing andb] in Q.
    unfold read_pass in Q. destruct (wpass q =? nowhere) eqn:Z; [now apply eqb_spec in Z|discriminate].
  - destruct (moves_image Flip (read p) (read q) (or_intror N) I) as [[X|X] _]; [discriminate|].
    unfold pawnless in X. cbn [read men] in X. now rewrite forallb_map in X.
Qed.

(** ** Where a position is looked up *)
Definition first_square (l : list wman) : int := match l with [] => 0 | x :: _ => wat x end.
Definition to_triangle (s : int) : list generator :=
  let m := if 3 <? s land 7 then [Mirror] else [] in
  let s := if 3 <? s land 7 then s lxor 7 else s in
  let f := if 3 <? s >> 3 then [Flip] else [] in
  let s := if 3 <? s >> 3 then s lxor 56 else s in
  m ++ f ++ (if s land 7 <? s >> 3 then [Turn] else []).
Definition routes : array (list generator) := Eval vm_compute in
  fold_left (fun t s => t.[s <- to_triangle s]) squares (make 64 []).
Definition canon p := wimages routes.[first_square (wmen p)] p.
Definition in_triangle (l : list wman) : bool := match routes.[first_square l] with [] => true | _ => false end.

Section Reduced.
Variable half : int.
Variable ts : list table.
Definition entry_at c : int := if in_triangle (wmen c) then look_up ts (wturn c) (wmen c) else 0.
Definition reduced_score p : int :=
  if wpass p =? nowhere then if wpawnless (wmen p) then entry_at (canon p) else 0 else 0.
Definition reduced_entry_right c : bool :=
  let s := entry_at c in if s =? 0 then true else s =? from_moves half reduced_score c.
Definition reduced_right_at l : bool :=
  if in_triangle l then
    if reduced_entry_right (WPos White l nowhere) then reduced_entry_right (WPos Black l nowhere) else false
  else true.
Definition reduced_table_right t : bool :=
  if forallb (fun '(_, k) => negb (same_kind k Pawn)) (table_shape t) then everywhere (table_shape t) reduced_right_at else false.

Hypothesis fine : (2 <= to_Z half <= 1048576)%Z.
Hypothesis H : forallb reduced_table_right ts = true.

Definition known_there c := good c /\ entry_at c <> 0.
Lemma checked_there c : known_there c -> entry_at c = from_moves half reduced_score c.
Proof.
  intros [(W & E & P) N]. pose proof N as N'. unfold entry_at in N'. destruct (in_triangle (wmen c)) eqn:T; [|congruence].
  destruct (look_up_fits ts _ _ N') as (t & Ht & F). rewrite forallb_forall in H. specialize (H t Ht).
  unfold reduced_table_right in H. destruct (forallb _ (table_shape t)); [|discriminate].
  pose proof (everywhere_all _ _ H _ F (proj1 W)) as B. unfold reduced_right_at in B. rewrite T in B.
  assert (R : reduced_entry_right c = true).
  { destruct (reduced_entry_right (WPos White (wmen c) nowhere)) eqn:B1; [|discriminate].
    destruct c as [[] l e]; cbn in *; subst; auto. }
  unfold reduced_entry_right in R. destruct (entry_at c =? 0) eqn:Z; [apply eqb_spec in Z; congruence|now apply eqb_spec in R].
Qed.
Lemma score_of_move c q : known_there c -> In q (legal_moves c) -> reduced_score q = entry_at (canon q) /\ good (canon q).
Proof.
  intros [G _] Hq. pose proof (moves_good c q G Hq) as G'. pose proof G' as (_ & E & P). split.
  - unfold reduced_score. rewrite E, P. now rewrite eqb_refl.
  - now apply images_good.
Qed.

Definition moves_there c := map canon (legal_moves c).
Lemma exact_there c : known_there c -> exact wpos moves_there in_check_now c (decode half (entry_at c)).
Proof.
  apply values_exact with (known := known_there) (value_of := fun c => decode half (entry_at c)).
  - intros p q K Hq. apply in_map_iff in Hq. destruct Hq as (r & <- & Hr). destruct (score_of_move p r K Hr) as [S G].
    split; [exact G|]. rewrite <- S. pose proof (checked_there p K) as E. destruct K as [_ N]. unfold from_moves in E.
    destruct (legal_moves p) as [|a l]; [destruct Hr|]. rewrite E in N.
    destruct (best_score_right half fine _ _ _ (one_in_range half fine) N) as [A _].
    apply (valid_not_0 half). now apply A.
  - intros p K. pose proof (checked_there p K) as E. unfold moves_there. rewrite map_map.
    rewrite (map_ext_in _ (fun q => decode half (reduced_score q))).
    2:{ intros q Hq. now rewrite (proj1 (score_of_move p q K Hq)). }
    rewrite E. destruct K as [_ N]. unfold from_moves in *. destruct (legal_moves p) as [|a l] eqn:M.
    + cbn. destruct (in_check_now p); [now apply decode_one|apply decode_half].
    + rewrite E in N. destruct (best_score_right half fine _ _ _ (one_in_range half fine) N) as [_ ->]. now rewrite decode_one.
Qed.

Lemma play_there n : forall c, good c ->
  (wins wpos moves_there in_check_now n c <-> wins position moves check n (read c)) /\
  (loses wpos moves_there in_check_now n c <-> loses position moves check n (read c)).
Proof.
  induction n as [|n IH]; intros c G; pose proof G as (W & _).
  all: assert (M : mated wpos moves_there in_check_now c <-> mated position moves check (read c))
    by (unfold mated, moves_there; rewrite legal_moves_read, in_check_now_read by auto; destruct (legal_moves c); cbn; intuition discriminate).
  - cbn [wins loses]. tauto.
  - assert (A : forall q, In q (legal_moves c) ->
       (wins wpos moves_there in_check_now n (canon q) <-> wins position moves check n (read q)) /\
       (loses wpos moves_there in_check_now n (canon q) <-> loses position moves check n (read q))).
    { intros q Hq. pose proof (moves_good c q G Hq) as Gq. destruct (images_good routes.[first_square (wmen q)] q Gq) as [Gc _].
      destruct (images_play routes.[first_square (wmen q)] n q Gq) as [B C]. destruct (IH _ Gc) as [D E].
      unfold canon. split; [rewrite D; exact B|rewrite E; exact C]. }
    cbn [wins loses]. rewrite legal_moves_read by auto. unfold moves_there at 1 3 4. split.
    + split.
      * intros (q & Hq & L). apply in_map_iff in Hq. destruct Hq as (r & <- & Hr). exists (read r).
        split; [now apply in_map|]. now apply A.
      * intros (q & Hq & L). apply in_map_iff in Hq. destruct Hq as (r & <- & Hr). exists (canon r).
        split; [now apply in_map|]. now apply A.
    + rewrite M. assert (X : (map canon (legal_moves c) <> []) <-> (map read (legal_moves c) <> []))
        by (destruct (legal_moves c); cbn; split; intros Y; try discriminate; congruence).
      rewrite X. split; (intros [Y|[Y Z]]; [now left|right; split; [exact Y|]]);
      intros q Hq; apply in_map_iff in Hq; destruct Hq as (r & <- & Hr); apply A; auto; apply Z; now apply in_map.
Qed.

Theorem reduced_exact p : good p -> reduced_score p <> 0 ->
  exact position moves check (read p) (decode half (reduced_score p)).
Proof.
  intros G N. pose proof G as (_ & E & P). assert (S : reduced_score p = entry_at (canon p)).
  { unfold reduced_score. rewrite E, P. now rewrite eqb_refl. }
  rewrite S in *. destruct (images_good routes.[first_square (wmen p)] p G) as [Gc X].
  apply X. fold (canon p). pose proof (exact_there (canon p) (conj Gc N)) as Y.
  pose proof (fun n => proj1 (play_there n _ Gc)) as A. pose proof (fun n => proj2 (play_there n _ Gc)) as B.
  destruct (decode half (entry_at (canon p))); cbn in *; repeat setoid_rewrite A in Y; repeat setoid_rewrite B in Y; exact Y.
Qed.
End Reduced.
