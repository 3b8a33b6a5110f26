(** * Bratko's strategy as the paper prints it does not mate

    The conditions of section 5 of Malikovic, Cubrilo and Janicic, with "and" under "for all" read as "implies", as it must be meant. Two counterexamples
    show what is missing: nothing forbids stalemate where the rook divides the kings later ([divides_into_stalemate]); and a king's move that is not diagonal is
    as good as one that is, so that the play may go round for ever ([never_mates]). [library/krk/bratko.adv] says what it takes; with that the strategy
    mates within 34 moves, which [adli prove krk/bratko --by coq] shows. *)
From Coq Require Import ZArith List Bool Uint63 Lia.
From Adli Require Import Games Laws Words Same Run Legal Language Strategies.
Import ListNotations.
Open Scope uint63_scope.

Definition K := the White King.
Definition R := the White Rook.
Definition k := the Black King.
Definition files a b := abs (file a - file b).
Definition ranks a b := abs (rank a - rank b).
Definition steps a b := max (files a b) (ranks a b).
Definition walk a b := files a b + ranks a b.
Definition beyond x y := if y <? x then x - 1 else size - x.
Definition inside x a b := (a <? x) && (x <? b) || (b <? x) && (x <? a).
Definition toward x y := if x <? y then x + 1 else if y <? x then x - 1 else x.
Definition edge s := (file s =? 1) || (file s =? size) || (rank s =? 1) || (rank s =? size).

(** "Room", 15 if the rook is on a line of the black king. *)
Definition room p := if (file (R p) =? file (k p)) || (rank (R p) =? rank (k p)) then 15
  else beyond (file (R p)) (file (k p)) + beyond (rank (R p)) (rank (k p)).
Definition exposed p := steps (R p) (k p) + (if white_to_move p then 2 else 1) <=? steps (R p) (K p).
Definition divides p := inside (file (R p)) (file (K p)) (file (k p)) || inside (rank (R p)) (rank (K p)) (rank (k p)).
Definition critical p := point (toward (file (R p)) (file (k p))) (toward (rank (R p)) (rank (k p))).
Definition l_pattern p := (walk (K p) (k p) =? 2) && (walk (R p) (K p) =? 1)
  && ((rank (K p) =? rank (k p)) && (file (R p) =? file (K p)) || (file (K p) =? file (k p)) && (rank (K p) =? rank (R p))).
Definition free p := (3 <? room p) || negb (edge (K p)).                        (* RoomGt3, or the king is not on the edge *)
Definition mates p := some_move wmate p.
Definition divided p := here White Rook p && divides p && negb (exposed p).

Definition king_moves p q := negb (K p =? K q).
Definition rook_moves p q := negb (R p =? R q).
Definition as_printed : strategy := [
  Step (fun p q => wmate q) [];
  Step (fun p q => negb (wno_move q) && every_move mates q) [];
  (* SqueezeMove *)
  Step (fun p q => rook_moves p q && every_move (fun r => room r <? room p) q && negb (exposed q) && divides q && negb (wstalemate q)) [];
  (* ApproachMove: diagonal or not *)
  Step (fun p q => king_moves p q && (walk (K q) (critical q) <? walk (K p) (critical p)) && negb (exposed q)
    && (divides q || l_pattern q) && free q) [];
  (* KeepRoomMove *)
  Step (fun p q => king_moves p q && negb (exposed q) && divides q && (steps (K q) (R q) <=? steps (K p) (R p)) && free q) [];
  (* DivideIn2Move, DivideIn3Move *)
  Step (fun p q => every_move (some_move divided) q) [];
  Step (fun p q => every_move (some_move (every_move (some_move divided))) q) [] ].

Definition krk g (ours rook theirs : square) := Position g [Man White King ours; Man White Rook rook; Man Black King theirs] None.
Ltac look := vm_compute; intuition congruence.
Notation mates_within := (mates_within position moves check (allowed as_printed)).

(** White K c1, R d1, Black k a1. The rook may go to d2, and Black is stalemated. *)
Definition before_stalemate := krk White (3, 1)%Z (4, 1)%Z (1, 1)%Z.
Theorem divides_into_stalemate : legal before_stalemate = true /\
  exists q, In q (allowed as_printed before_stalemate) /\ stalemate q = true.
Proof. split; [reflexivity|]. exists (krk Black (3, 1)%Z (4, 2)%Z (1, 1)%Z). split; look. Qed.

(** White K a1, R b2, Black k c1: Ka2 Kd1, Ka1 Kc1, and so on. *)
Definition round := krk White (1, 1)%Z (2, 2)%Z (3, 1)%Z.
Theorem never_mates : legal round = true /\ forall n, ~ mates_within n round.
Proof.
  split; [reflexivity|]. intros n. induction n as [n IH] using lt_wf_ind. intros H.
  destruct n as [|[|n]]; [exact H| |].
  - destruct H as [_ H]. destruct (H (krk Black (1, 2)%Z (2, 2)%Z (3, 1)%Z)) as [_ [[X _]|[_ X]]]; [look|discriminate X|].
    apply (X (krk White (1, 2)%Z (2, 2)%Z (4, 1)%Z)). look.
  - destruct H as [_ H]. destruct (H (krk Black (1, 2)%Z (2, 2)%Z (3, 1)%Z)) as [_ [[X _]|[_ X]]]; [look|discriminate X|].
    assert (Y : mates_within (S n) (krk White (1, 2)%Z (2, 2)%Z (4, 1)%Z)) by (apply X; look). clear H X.
    destruct Y as [_ H]. destruct (H (krk Black (1, 1)%Z (2, 2)%Z (4, 1)%Z)) as [_ [[X _]|[_ X]]]; [look|discriminate X|].
    apply (IH n); [lia|]. apply X. look.
Qed.
