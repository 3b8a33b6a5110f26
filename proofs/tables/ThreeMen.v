(** * King and one man against king: the rows of Hurd's table (2005) for three men, and a pawn, as theorems about [Laws.v]

    The scores come from Adli ([KRK.v] and so on, written by [raw --coq]). Each table is checked here, inside the kernel. *)
From Coq Require Import ZArith NArith List Bool Uint63 PArray.
From Adli Require Import Games Laws Words Same Run Legal Strategies Tables Rows.
From Printed Require KK KQK KRK KBK KNK KPK.
Import ListNotations.

Definition one (k : kind) : shape := [(White, King); (White, k); (Black, King)].
Definition kk := table_of [(White, King); (Black, King)] KK.white KK.black.
Definition kqk := table_of (one Queen) KQK.white KQK.black.
Definition krk := table_of (one Rook) KRK.white KRK.black.
Definition kbk := table_of (one Bishop) KBK.white KBK.black.
Definition knk := table_of (one Knight) KNK.white KNK.black.
Definition kpk := table_of (one Pawn) KPK.white KPK.black.
Definition tables := [krk; kqk; kbk; knk; kpk; kk].

Lemma krk_right : table_right half tables 1 krk = true. Proof. by_running. Qed.
Lemma kqk_right : table_right half tables 1 kqk = true. Proof. by_running. Qed.
Lemma kbk_right : table_right half tables 1 kbk = true. Proof. by_running. Qed.
Lemma knk_right : table_right half tables 1 knk = true. Proof. by_running. Qed.
Lemma kpk_right : table_right half tables 1 kpk = true. Proof. by_running. Qed.
Lemma kk_right : table_right half tables 1 kk = true. Proof. by_running. Qed.
Lemma right : tables_right half tables 1 = true.
Proof.
  unfold tables_right. unfold tables at 2. cbn [forallb].
  rewrite krk_right, kqk_right, kbk_right, knk_right, kpk_right, kk_right. reflexivity.
Qed.

Ltac found := apply (row_right tables _ _ right); vm_cast_no_check (eq_refl true).

(** Legal positions, those that White wins, and the longest win in plies: 2 n - 1 with White to move, 2 n with Black to move, for n moves *)
Theorem KR_K_white : row (one Rook) White 175168 175168 31. Proof. found. Qed.
Theorem KR_K_black : row (one Rook) Black 223944 201700 32. Proof. found. Qed.
Theorem KQ_K_white : row (one Queen) White 144508 144508 19. Proof. found. Qed.
Theorem KQ_K_black : row (one Queen) Black 223944 200896 20. Proof. found. Qed.
Theorem KB_K_white : row (one Bishop) White 193284 0 0. Proof. found. Qed.
Theorem KB_K_black : row (one Bishop) Black 223944 0 0. Proof. found. Qed.
Theorem KN_K_white : row (one Knight) White 205496 0 0. Proof. found. Qed.
Theorem KN_K_black : row (one Knight) Black 223944 0 0. Proof. found. Qed.
Theorem K_K_white : row [(White, King); (Black, King)] White 3612 0 0. Proof. found. Qed.
