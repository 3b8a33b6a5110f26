(** * The laws of chess, for endgames: which positions are legal, what attacks what, which moves there are.

    This page follows [library/laws.adv] and [library/geometry.adv] line by line, with the same names in the
    same order. Nobody castles. White plays up the board. Every line is a plain yes-or-no question or a list;
    nothing is clever here, because this page and [Games.v] are what has to be believed. *)
From Coq Require Import ZArith List Bool.
Import ListNotations.
Open Scope Z_scope. Open Scope bool_scope.

Inductive side := White | Black.
Inductive kind := King | Queen | Rook | Bishop | Knight | Pawn.
Definition square : Type := Z * Z.                                   (* file and rank, counted from 1 *)
Record man := Man { whose : side; what : kind; on : square }.
Record position := Position {
  to_move : side;
  men : list man;                                                    (* the men on the board, each once *)
  passing : option square                                            (* what a pawn has just passed over *)
}.

Notation "'some' x 'in' l ',' e" := (existsb (fun x => e) l) (at level 200, x name, l at level 100).
Notation "'every' x 'in' l ',' e" := (forallb (fun x => e) l) (at level 200, x name, l at level 100).

Definition other g := match g with White => Black | Black => White end.
Definition is_of g x := match g, whose x with White, White | Black, Black => true | _, _ => false end.
Definition is_king x := match what x with King => true | _ => false end.
Definition is_pawn x := match what x with Pawn => true | _ => false end.

(** ** The board *)
Definition size := 8.
Definition lines := [1; 2; 3; 4; 5; 6; 7; 8].
Definition board : list square := flat_map (fun r => map (fun f => (f, r)) lines) lines.
Definition file (s : square) := fst s.
Definition rank (s : square) := snd s.
Definition on_board s := (1 <=? file s) && (file s <=? size) && (1 <=? rank s) && (rank s <=? size).
Definition same a b := (file a =? file b) && (rank a =? rank b).
Definition last_rank s := (rank s =? 1) || (rank s =? size).

(** ** Geometry *)
Definition files a b := Z.abs (file a - file b).
Definition ranks a b := Z.abs (rank a - rank b).
Definition steps a b := Z.max (files a b) (ranks a b).
Definition walk a b := files a b + ranks a b.
Definition inside x a b := (a <? x) && (x <? b) || (b <? x) && (x <? a).

(** ** What attacks what *)
Definition straight a b := negb (same a b) && ((file a =? file b) || (rank a =? rank b)).
Definition slanted a b := negb (same a b) && (files a b =? ranks a b).
Definition between a s b :=
  (file a =? file s) && (file s =? file b) && inside (rank s) (rank a) (rank b)
  || (rank a =? rank s) && (rank s =? rank b) && inside (file s) (file a) (file b)
  || slanted a b && slanted a s
     && inside (file s) (file a) (file b) && inside (rank s) (rank a) (rank b).
Definition clear p a b := every x in men p, negb (between a (on x) b).
Definition empty p s := every x in men p, negb (same (on x) s).
Definition forward g := match g with White => 1 | Black => -1 end.
Definition start g := match g with White => 2 | Black => size - 1 end.

Definition hits p x s :=
  match what x with
  | King => steps (on x) s =? 1
  | Queen => (straight (on x) s || slanted (on x) s) && clear p (on x) s
  | Rook => straight (on x) s && clear p (on x) s
  | Bishop => slanted (on x) s && clear p (on x) s
  | Knight => (walk (on x) s =? 3) && negb (straight (on x) s)
  | Pawn => (files (on x) s =? 1) && (rank s =? rank (on x) + forward (whose x))
  end.
Definition advances p x s :=
  (file s =? file (on x)) && clear p (on x) s
  && ((rank s =? rank (on x) + forward (whose x))
      || (rank (on x) =? start (whose x)) && (rank s =? rank (on x) + 2 * forward (whose x))).

Definition in_check p g :=
  some k in men p, is_of g k && is_king k &&
    some x in men p, is_of (other g) x && hits p x (on k).

(** ** Legal positions *)
Fixpoint apart (l : list man) :=
  match l with [] => true | x :: r => (every y in r, negb (same (on x) (on y))) && apart r end.
Definition one_king p g := Nat.eqb (length (filter (fun x => is_of g x && is_king x) (men p))) 1.
Definition legal p :=
  (every x in men p, on_board (on x) && negb (is_pawn x && last_rank (on x)))
  && apart (men p)
  && one_king p White && one_king p Black
  && negb (in_check p (other (to_move p))).

(** ** Moves
    A move is what the position becomes. The last condition of [laws.adv] is that a legal position results. Here it is only that the own king is
    not attacked, as the rules of FIDE have it: men stay apart and kings stay on the board, as long as [passing] is a square that a pawn has
    passed over. *)
Definition is_passing p s := match passing p with None => false | Some e => same s e end.
Definition may_go p x s :=
  empty p s && (if is_pawn x then advances p x s else hits p x s)
  || hits p x s && (some e in men p, is_of (other (to_move p)) e && negb (is_king e) && same (on e) s)
  || is_pawn x && is_passing p s && hits p x s.
Definition captured p x s e :=
  is_of (other (to_move p)) e
  && (same (on e) s || is_pawn x && is_passing p s && same (on e) (file s, rank (on x))).
Definition becomes x s := if is_pawn x && last_rank s then [Queen; Rook; Bishop; Knight] else [what x].
Definition play p x s k :=
  Position (other (to_move p))
    (flat_map (fun y => if same (on y) (on x) then [Man (whose x) k s]
                        else if captured p x s y then [] else [y]) (men p))
    (if is_pawn x && (ranks (on x) s =? 2) then Some (file s, rank (on x) + forward (whose x)) else None).
Definition moves p : list position :=
  flat_map (fun x =>
    flat_map (fun s =>
      filter (fun q => negb (in_check q (to_move p))) (map (play p x s) (becomes x s)))
      (filter (may_go p x) board))
    (filter (is_of (to_move p)) (men p)).

(** ** The end of a game *)
Definition no_move p := match moves p with [] => true | _ => false end.
Definition check p := in_check p (to_move p).
Definition mate p := check p && no_move p.
Definition stalemate p := negb (check p) && no_move p.
