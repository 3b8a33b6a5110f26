(** How many moves are left: found by search here; any other program may print it, see [Left] in [Strategies.v]. *)
From Coq Require Import Uint63 PArray.
From Adli Require Import Laws Strategies Search.
From Printed Require Import Rules.
Definition mj_left : array (array int) := Eval vm_compute in left_by_search mj White krk.
