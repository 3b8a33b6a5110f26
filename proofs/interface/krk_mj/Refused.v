(** What must be refused: a bound that is too small, and helper data with one changed cell. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Games Laws Words Same Run Legal Strategies.
From Printed Require Import Rules Left.
Import ListNotations.
Open Scope uint63_scope.
Lemma within_32 : claim_right mj White [Left krk mj_left] (fun p => true) 32 = false.
Proof. vm_cast_no_check (eq_refl false). Qed.
Definition changed := Eval vm_compute in make 1 (mj_left.[0].[20000 <- mj_left.[0].[20000] + 1]).
Lemma changed_cell : claim_right mj White [Left krk changed] (fun p => true) 40 = false.
Proof. vm_cast_no_check (eq_refl false). Qed.
