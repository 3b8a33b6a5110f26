(** * Together: tables that were checked in different runs are right together

    A table is checked in a run with those that captures and promotions lead to, not with all tables that there are. [together]: if every table of a set
    has passed in a run with some of the set, then all of them pass with the whole set, which is what [reduced_exact] and [reduced_complete] ask for. The set must
    have one table for each material: the men are listed in order, no two tables have the same men, nor the same with colours exchanged. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Games Laws Words Same Run Legal Quick Tables Home Swift Reduced.
Import ListNotations.
Open Scope uint63_scope.

Record one_of_each (us : list table) : Prop := {
  no_twins : forall t u, In t us -> In u us -> table_shape t = table_shape u -> t = u;
  listed_in_order : forall t l, In t us -> fits l (table_shape t) = true -> in_order l = l;
  no_exchanged_twins : forall t u l, In t us -> In u us ->
    fits (in_order l) (table_shape t) = true -> fits (in_order (exchanged l)) (table_shape u) = true -> t = u }.

(** ** What passes one test everywhere passes a weaker one *)
Lemma everywhere_weaker sh : forall f h, (forall l, f l = true -> h l = true) -> everywhere sh f = true -> everywhere sh h = true.
Proof.
  induction sh as [|[g k] sh IH]; intros f h W H; [now apply W|].
  change (forallb (fun s => everywhere sh (fun m => h (WMan g k s :: m))) squares = true).
  change (forallb (fun s => everywhere sh (fun m => f (WMan g k s :: m))) squares = true) in H.
  rewrite forallb_forall in *. intros s Hs. exact (IH _ _ (fun l => W (WMan g k s :: l)) (H s Hs)).
Qed.
Lemma with_pawn_weaker s sh : forall f h, (forall l, f l = true -> h l = true) -> with_pawn_on s sh f = true -> with_pawn_on s sh h = true.
Proof.
  induction sh as [|[g k] sh IH]; intros f h W H; [now apply W|]. cbn [with_pawn_on] in *. destruct (same_kind k Pawn).
  - exact (everywhere_weaker _ _ _ (fun l => W (WMan g k s :: l)) H).
  - rewrite forallb_forall in *. intros a Ha. exact (IH _ _ (fun l => W (WMan g k a :: l)) (H a Ha)).
Qed.
Lemma everywhere_on_weaker s sh f h : (forall l, f l = true -> h l = true) -> everywhere_on sh f s = true -> everywhere_on sh h s = true.
Proof.
  intros W. unfold everywhere_on. destruct (has_pawn sh); [now apply with_pawn_weaker|]. destruct sh as [|[g k] sh]; [apply W|].
  exact (everywhere_weaker _ _ _ (fun l => W (WMan g k s :: l))).
Qed.

Section Together.
Variable half : int.
Hypothesis fine : (2 <= to_Z half <= 1048576)%Z.
Variable us : list table.
Hypothesis U : one_of_each us.

(** ** More tables change no score that is there *)
Section Run.
Variable ts : list table.
Hypothesis within : incl ts us.
Lemma first_fit_some vs l t : In t vs -> fits l (table_shape t) = true -> first_fit vs l <> None.
Proof.
  induction vs as [|v vs IH]; [intros []|]. cbn. intros [->|I] F; [now rewrite F|]. destruct (fits l (table_shape v)); [discriminate|now apply IH].
Qed.
Lemma same_fit l t : first_fit ts l = Some t -> first_fit us l = Some t.
Proof.
  intros F. destruct (first_fit_fits _ _ _ F) as [I S]. destruct (first_fit us l) as [u|] eqn:E.
  - destruct (first_fit_fits _ _ _ E) as [J R]. f_equal. symmetry. apply (no_twins us U); auto. apply fits_material in S, R. congruence.
  - destruct (first_fit_some us l t (within t I) S E).
Qed.
Lemma same_entry g l : entry_of ts g l <> 0 -> entry_of us g l = entry_of ts g l.
Proof.
  unfold entry_of. cbv zeta. destruct (first_fit ts l) as [t|] eqn:F; [now rewrite (same_fit _ _ F)|].
  assert (A : forall u, first_fit us l = Some u -> In u us /\ in_order l = l /\ fits (in_order l) (table_shape u) = true).
  { intros u E. destruct (first_fit_fits _ _ _ E) as [J R]. pose proof (listed_in_order us U u l J R) as O. now rewrite O. }
  destruct (first_fit ts (in_order l)) as [t|] eqn:G.
  - intros _. destruct (first_fit us l) as [u|] eqn:E; [|now rewrite (same_fit _ _ G)]. destruct (A u eq_refl) as (_ & O & _). congruence.
  - destruct (first_fit ts (in_order (exchanged l))) as [t|] eqn:X; [|congruence]. intros _. destruct (first_fit_fits _ _ _ X) as [I S].
    assert (N : forall u, In u us -> fits (in_order l) (table_shape u) = true -> False).
    { intros u J R. assert (E : u = t) by exact (no_exchanged_twins us U u t l J (within t I) R S). subst u. exact (first_fit_some ts _ t I R G). }
    destruct (first_fit us l) as [u|] eqn:E; [destruct (A u eq_refl) as (J & _ & R); destruct (N u J R)|].
    destruct (first_fit us (in_order l)) as [u|] eqn:D; [destruct (first_fit_fits _ _ _ D) as [J R]; destruct (N u J R)|].
    now rewrite (same_fit _ _ X).
Qed.
Lemma same_moves n p : (forall q, reduced_score half ts n q <> 0 -> reduced_score half us n q = reduced_score half ts n q) ->
  from_moves half (reduced_score half ts n) p <> 0 -> from_moves half (reduced_score half us n) p = from_moves half (reduced_score half ts n) p.
Proof.
  intros S N. unfold from_moves in *. destruct (quick_moves p); [reflexivity|]. apply best_score_same; auto.
  intros q _ V. apply S. now apply (valid_not_0 half).
Qed.
Lemma same_score n : forall p, reduced_score half ts n p <> 0 -> reduced_score half us n p = reduced_score half ts n p.
Proof.
  induction n as [|n IH]; intros p; cbn [reduced_score]; destruct (idle p); try apply same_entry; [congruence|]. now apply same_moves.
Qed.
Lemma same_check n t g l : route l = [] -> first_fit ts l = Some t ->
  entry_checked half ts n t (WPos g l nowhere) = true -> entry_checked half us n t (WPos g l nowhere) = true.
Proof.
  intros R F. unfold entry_checked. cbn [wturn wmen]. destruct (score_in t g l =? 0) eqn:Z; [auto|].
  destruct (apart_now l) eqn:A; [|auto]. rewrite !eqb_spec. apply eqb_false_spec in Z.
  rewrite (swift_eq half (reduced_score half ts n) ts), (swift_eq half (reduced_score half us n) us);
    auto using same_fit; try (intros; now rewrite idle_value).
  intros E. rewrite E. symmetry. apply same_moves; [apply same_score|congruence].
Qed.
Lemma same_table n t : reduced_table_right half ts n t = true -> reduced_table_right half us n t = true.
Proof.
  unfold reduced_table_right. rewrite !forallb_forall. intros H s Hs. refine (everywhere_on_weaker s _ _ _ _ (H s Hs)).
  intros l. unfold reduced_right_at. destruct (route l) eqn:R; [|auto]. destruct (first_fit ts l) as [u|] eqn:F; [|discriminate].
  rewrite (same_fit _ _ F). destruct (entry_checked half ts n u (WPos White l nowhere)) eqn:W; [|discriminate]. intros B.
  now rewrite (same_check n u White l R F W), (same_check n u Black l R F B).
Qed.
End Run.

Theorem together n : (forall t, In t us -> exists ts, incl ts us /\ reduced_table_right half ts n t = true) ->
  forallb (reduced_table_right half us n) us = true.
Proof.
  intros H. apply forallb_forall. intros t Ht. destruct (H t Ht) as (ts & I & R). now apply (same_table ts).
Qed.
End Together.
