(** * Arrays: what a changed array says, without asking whether the place is within it *)
From Coq Require Import Uint63 PArray.
Open Scope uint63_scope.

(* [array] is universe polymorphic, and so must be what is said about it *)
Polymorphic Lemma get_set@{u} (A : Type@{u}) (t : array A) i a j :
  t.[i <- a].[j] = t.[j] \/ (i = j /\ t.[i <- a].[j] = a).
Proof.
  destruct (i =? j) eqn:E.
  - apply eqb_spec in E. subst j. destruct (i <? length t) eqn:L.
    + right. split; auto. now apply get_set_same.
    + left. rewrite !get_out_of_bounds; auto. apply default_set. now rewrite length_set.
  - apply eqb_false_spec in E. left. now apply get_set_other.
Qed.
