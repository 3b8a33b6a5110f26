(** * Orders: the men of a position may be listed in any order

    A position has its men in a list, from which captures take some away and in which promotions change some. Nothing in the laws asks for the
    order. [alike_moves]: positions that differ only in the order of their men have moves to positions that differ only in the order of their
    men. [alike_play]: so they are worth the same. *)
From Coq Require Import ZArith List Bool Permutation.
From Adli Require Import Games Laws Same Symmetry.
Import ListNotations.
Open Scope bool_scope.

Definition alike p q := to_move p = to_move q /\ Permutation (men p) (men q) /\ passing p = passing q.

Lemma existsb_order (A : Type) (f : A -> bool) l m : Permutation l m -> existsb f l = existsb f m.
Proof.
  induction 1; cbn; try congruence. rewrite !orb_assoc. f_equal. apply orb_comm.
Qed.
Lemma forallb_order (A : Type) (f : A -> bool) l m : Permutation l m -> forallb f l = forallb f m.
Proof.
  induction 1; cbn; try congruence. rewrite !andb_assoc. f_equal. apply andb_comm.
Qed.
Lemma flat_map_order (A B : Type) (f : A -> list B) l m : Permutation l m -> Permutation (flat_map f l) (flat_map f m).
Proof.
  induction 1; cbn; auto using Permutation_app_head.
  - rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
  - eapply Permutation_trans; eauto.
Qed.

Lemma alike_sym p q : alike p q -> alike q p.
Proof. intros (T & M & P). repeat split; auto using Permutation_sym. Qed.

Section Alike.
Variables p q : position.
Hypothesis A : alike p q.
Lemma clear_alike a b : clear p a b = clear q a b. Proof. apply forallb_order, A. Qed.
Lemma empty_alike s : empty p s = empty q s. Proof. apply forallb_order, A. Qed.
Lemma hits_alike x s : hits p x s = hits q x s. Proof. unfold hits. now rewrite clear_alike. Qed.
Lemma in_check_alike c : in_check p c = in_check q c.
Proof.
  unfold in_check. destruct A as (_ & M & _). rewrite (existsb_order _ _ _ _ M). apply existsb_in. intros k _. f_equal.
  rewrite (existsb_order _ _ _ _ M). apply existsb_in. intros x _. f_equal. now rewrite hits_alike.
Qed.
Lemma is_passing_alike s : is_passing p s = is_passing q s.
Proof. unfold is_passing. destruct A as (_ & _ & ->). reflexivity. Qed.
Lemma may_go_alike x s : may_go p x s = may_go q x s.
Proof.
  unfold may_go, advances. rewrite empty_alike, hits_alike, clear_alike, is_passing_alike. destruct A as (-> & M & _).
  now rewrite (existsb_order _ _ _ _ M).
Qed.
Lemma play_alike x s k : alike (play p x s k) (play q x s k).
Proof.
  split; [|split; [|reflexivity]]; cbn [play to_move men]; [now rewrite (proj1 A)|].
  rewrite (flat_map_ext _ (fun y => if same (on y) (on x) then [Man (whose x) k s] else if captured q x s y then [] else [y])).
  - apply flat_map_order, A.
  - intros y. unfold captured. now rewrite is_passing_alike, (proj1 A).
Qed.
End Alike.

Lemma alike_moves p q r : alike p q -> In r (moves p) -> exists s, alike r s /\ In s (moves q).
Proof.
  intros A H. apply in_moves in H. destruct H as (x & s & k & Hx & O & Hs & M & Hk & -> & C).
  pose proof (play_alike p q A x s k) as B. exists (play q x s k). split; [exact B|]. apply in_moves. exists x, s, k.
  rewrite <- (may_go_alike p q A), <- (in_check_alike _ _ B), <- (proj1 A). repeat split; auto. now apply (Permutation_in _ (proj1 (proj2 A))).
Qed.
Lemma alike_no_moves p q : alike p q -> moves p = [] -> moves q = [].
Proof.
  intros A N. destruct (moves q) as [|r l] eqn:E; [reflexivity|].
  destruct (alike_moves q p r (alike_sym _ _ A)) as (s & _ & I); [rewrite E; now left|]. rewrite N in I. destruct I.
Qed.
Local Notation wins := (wins position moves check).
Local Notation loses := (loses position moves check).
Lemma alike_plays n : forall p q, alike p q -> (wins n p -> wins n q) /\ (loses n p -> loses n q).
Proof.
  induction n as [|n IH]; intros p q A.
  all: assert (M : mated position moves check p -> mated position moves check q)
    by (intros [N C]; split; [now apply (alike_no_moves p)|unfold check in *; now rewrite <- (in_check_alike p q A), <- (proj1 A)]).
  - split; cbn; [tauto|]. intros [X|[]]; auto.
  - split; cbn [Games.wins Games.loses].
    + intros (r & Hr & L). destruct (alike_moves p q r A Hr) as (s & B & I). exists s. split; [exact I|]. now apply (IH r).
    + intros [X|[N H]]; auto. right. split; [intros X; apply N, (alike_no_moves q); auto using alike_sym|].
      intros s Hs. destruct (alike_moves q p s (alike_sym _ _ A) Hs) as (r & B & I). exact (proj1 (IH r s (alike_sym _ _ B)) (H r I)).
Qed.
Theorem alike_play n p q : alike p q -> (wins n p <-> wins n q) /\ (loses n p <-> loses n q).
Proof.
  intros A. destruct (alike_plays n p q A), (alike_plays n q p (alike_sym _ _ A)). tauto.
Qed.

(** What is legal stays legal. *)
Lemma apart_order l m : Permutation l m -> apart l = apart m.
Proof.
  assert (S : forall a b, same a b = same b a) by (intros a b; unfold same; now rewrite (Z.eqb_sym (file a)), (Z.eqb_sym (rank a))).
  induction 1; cbn; try congruence.
  - rewrite IHPermutation. f_equal. now apply forallb_order.
  - rewrite (S (on x)). rewrite !andb_assoc. f_equal. rewrite <- !andb_assoc. f_equal. apply andb_comm.
Qed.
Lemma filter_order (A : Type) (f : A -> bool) l m : Permutation l m -> Permutation (filter f l) (filter f m).
Proof.
  induction 1; cbn; auto.
  - destruct (f x); auto.
  - destruct (f x), (f y); auto. constructor.
  - eapply Permutation_trans; eauto.
Qed.
Lemma alike_legal p q : alike p q -> legal p = legal q.
Proof.
  intros A. unfold legal, one_king. rewrite (in_check_alike p q A). destruct A as (T & M & P). rewrite T.
  rewrite (forallb_order _ _ _ _ M), (apart_order _ _ M).
  now rewrite !(fun c => Permutation_length (filter_order _ (fun x => is_of c x && is_king x) _ _ M)).
Qed.
