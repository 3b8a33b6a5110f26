(** * Known move counts: a test of the laws

    How many plays of so many plies there are from a position ("perft") is known for many positions from programs all over the world. Three of them
    here, with pins, captures in passing, double steps and promotions, are theorems about [Laws.moves]. *)
From Coq Require Import ZArith NArith List Bool Uint63 PArray.
From Adli Require Import Laws Words Same Run Legal.
Import ListNotations.

Fixpoint perft (n : nat) (p : position) : N :=
  match n with O => 1 | S m => fold_left (fun a q => (a + perft m q)%N) (moves p) 0%N end.

Fixpoint wperft (n : nat) (p : wpos) : N :=
  match n with O => 1 | S m => fold_left (fun a q => (a + wperft m q)%N) (legal_moves p) 0%N end.

Lemma perft_read n : forall p, wf p -> perft n (read p) = wperft n p.
Proof.
  induction n as [|n IH]; intros p W; cbn [perft wperft]; [reflexivity|]. rewrite legal_moves_read by auto.
  pose proof (fun q => legal_moves_wf p q W) as C. revert C. generalize (legal_moves p) 0%N.
  induction l as [|q l IHl]; intros a C; cbn [map fold_left]; [reflexivity|]. rewrite IH by (apply C; now left).
  apply IHl. intros r Hr. apply C. now right.
Qed.

Definition wfb p := forallb (fun x => okb (wat x)) (wmen p) && eqb (wpass p) nowhere.
Lemma wfb_wf p : wfb p = true -> wf p.
Proof.
  unfold wfb. intros H. apply andb_prop in H. destruct H as [H E]. apply eqb_spec in E. split; [|now left].
  intros x Hx. rewrite forallb_forall in H. now apply okb_ok, H.
Qed.

(** Counts are right if they are right in words, and the position is the one that is meant. *)
Lemma perft_is p n c : read (write p) = p -> wfb (write p) = true -> wperft n (write p) = c -> perft n p = c.
Proof. intros R W E. rewrite <- R, perft_read; auto. now apply wfb_wf. Qed.
Ltac count := match goal with |- perft ?n ?p = ?c =>
  refine (perft_is p n c _ _ _); [vm_compute; reflexivity|vm_compute; reflexivity|vm_cast_no_check (eq_refl c)] end.

Open Scope Z_scope.
Definition w k f r := Man White k (f, r).
Definition b k f r := Man Black k (f, r).

(** 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w: pins, checks, captures in passing *)
Definition pins := Position White
  [ b Pawn 3 7; b Pawn 4 6; w King 1 5; w Pawn 2 5; b Rook 8 5; w Rook 2 4; b Pawn 6 4; b King 8 4; w Pawn 5 2; w Pawn 7 2 ] None.
Theorem pins_1 : perft 1 pins = 14%N.   Proof. count. Qed.
Theorem pins_2 : perft 2 pins = 191%N.  Proof. count. Qed.
Theorem pins_3 : perft 3 pins = 2812%N. Proof. count. Qed.

(** n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b: promotions *)
Definition promotions := Position Black
  [ b Knight 1 8; b Knight 3 8; w Pawn 1 7; w Pawn 2 7; w Pawn 3 7; b King 4 7;
    w King 5 2; b Pawn 6 2; b Pawn 7 2; b Pawn 8 2; w Knight 6 1; w Knight 8 1 ] None.
Theorem promotions_1 : perft 1 promotions = 24%N.   Proof. count. Qed.
Theorem promotions_2 : perft 2 promotions = 496%N.  Proof. count. Qed.
Theorem promotions_3 : perft 3 promotions = 9483%N. Proof. count. Qed.

(** The position in which games begin; nobody castles in two plies. *)
Definition officers g r := map (fun '(k, f) => Man g k (f, r))
  [(Rook, 1); (Knight, 2); (Bishop, 3); (Queen, 4); (King, 5); (Bishop, 6); (Knight, 7); (Rook, 8)].
Definition pawns g r := map (fun f => Man g Pawn (f, r)) lines.
Definition beginning := Position White (officers White 1 ++ pawns White 2 ++ pawns Black 7 ++ officers Black 8) None.
Theorem beginning_1 : perft 1 beginning = 20%N.  Proof. count. Qed.
Theorem beginning_2 : perft 2 beginning = 400%N. Proof. count. Qed.
