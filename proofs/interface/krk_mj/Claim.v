(** theorem krk: mj reaches mate within 33 moves from White to move *)
From Coq Require Import ZArith List Bool Uint63.
From Adli Require Import Games Laws Words Same Run Legal Strategies.
From Printed Require Import Rules Left.
Import ListNotations.

Lemma krk_right : claim_right mj White [Left krk mj_left] (fun p => true) 33%uint63 = true.
Proof. by_running. Qed.

Theorem krk : forall p, legal p = true -> material p = Rules.krk -> to_move p = White -> passing p = None ->
  mates_within position moves check (allowed mj) 33 p.
Proof. intros p L M G N. exact (reaches_mate _ _ _ _ _ _ _ krk_right p L M G N eq_refl). Qed.

