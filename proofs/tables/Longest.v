(** * The longest wins of three men are attained: a position for each, with the number of plies that best play takes *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Games Laws Words Same Legal Tables Rows.
From Printed Require Import ThreeMen.
Import ListNotations.
Open Scope Z_scope.

Definition with_one g k (ours man theirs : square) := Position g [Man White King ours; Man White k man; Man Black King theirs] None.
Ltac look_up_there := apply (exhibited tables right); [vm_compute; reflexivity|vm_compute; reflexivity|reflexivity| |vm_compute; reflexivity];
  apply eqb_false_spec; vm_compute; reflexivity.

(** White K a1, R b2, Black k c3: mate in 16 *)
Theorem KR_K_16 : exact position moves check (with_one White Rook (1, 1) (2, 2) (3, 3)) (Win 31). Proof. look_up_there. Qed.
Theorem KR_K_16_black : exact position moves check (with_one Black Rook (1, 1) (2, 2) (3, 2)) (Loss 32). Proof. look_up_there. Qed.
(** White K a1, Q b2, Black k f5: mate in 10 *)
Theorem KQ_K_10 : exact position moves check (with_one White Queen (1, 1) (2, 2) (6, 5)) (Win 19). Proof. look_up_there. Qed.
Theorem KQ_K_10_black : exact position moves check (with_one Black Queen (1, 1) (2, 2) (5, 4)) (Loss 20). Proof. look_up_there. Qed.
