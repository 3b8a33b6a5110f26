(** * The words of the language, for definitions that are printed from a text

    A printed definition is a function on positions in words ([wpos]). It is written with what is below, so that it
    reads like the text and runs fast. [legal_moves], [wmate] and [wstalemate] are those of [Run.v], which are the
    laws ([legal_moves_read], [mate_read], [stalemate_read]); the rest of this page is definitions that anybody can read.

    How the constructs of a text are printed:
    | in the text              | in Coq                                                                        |
    |--------------------------|-------------------------------------------------------------------------------|
    | [def d = e]              | [Definition d (p : wpos) := e]; of one position                                 |
    | [def d(a: Square, n: Int)] | [Definition d (p : wpos) (a n : int) := e]; [p] is left out if [e] does not need it |
    | [change c = e]           | [Definition c (p q : wpos) := e]; [q] is the position after the move           |
    | [R], [R'], [(e)']        | [the White Rook p], [the White Rook q], [e] of [q]; [Definition R p := the White Rook p] reads best |
    | [P], [alive(P)], [kind(P)] for a pawn | [the_one_of White p], [has_one White p], [kind_of_one White p]: the man of White who is not the king |
    | [alive(R)], [home]       | [here White Rook p], [List.length (wmen p)] compared with the number of men     |
    | [a.file], [(f, r)], [b1] | [file a], [point f r], [point 2 1]                                            |
    | [and or not implies], [if] | [&&], [||], [negb], [implies a b], [if]: only what is needed is worked out     |
    | [= < <=] on numbers      | [=?], [lt a b], [le a b]; [<?] and [<=?] where neither side can be negative     |
    | [{s: e}], [in]           | a function from a square to [bool], applied                                    |
    | [some s in A: e], [count], [sum] | [some_square], [every_square], [count_squares], [sum_squares] with [A] in the condition |
    | [some move: e'], [every move], [count move] | [some_move (fun q => e) p], [every_move], [count_moves]; nested at will |
    | [some move of R: e']     | [some_move (fun q => moved (the White Rook) p q && e) p]                       |
    | [mate], [stalemate], [check], [no_move] | [wmate p], [wstalemate p], [in_check_now p], [wno_move p]        |
    | [White to move], [e after pass] | [white_to_move p], [e] of [passed p]                                       |
    | [up to symmetry (e)]     | [up_to_symmetry (fun p => e) p]; with pawns [up_to_reflection]                |
    A condition that relies on a man who has just been captured is false: the printer puts [here g k q &&] before it.
    What is asked often and looks ahead should be remembered: see [Remember.v]. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Laws Words Run Legal.
Import ListNotations.
Open Scope uint63_scope.

(** ** Logic: the second part is worked out only if it matters *)
Notation "a && b" := (if a then b else false).
Notation "a || b" := (if a then true else b).
Definition implies (a b : bool) := if a then b else true.
Definition iff (a b : bool) := Bool.eqb a b.

(** ** Numbers: words, which are added, subtracted and multiplied modulo 2^63; within 2^40 of 0 they compare like integers *)
Definition middle : int := 1099511627776.
Definition lt a b := a + middle <? b + middle.
Definition le a b := a + middle <=? b + middle.
Definition abs a := if lt a 0 then 0 - a else a.
Definition max a b := if lt a b then b else a.
Definition min a b := if lt a b then a else b.
Definition size : int := 8.

(** ** Squares: points with file and rank, on the board or up to 31 beside it; (0, 0) is where captured men stand *)
Definition point (f r : int) := ((r + 32) << 7) + (f + 32).
Definition file (s : int) := (s land 127) - 32.
Definition rank (s : int) := (s >> 7) - 32.
Definition of_place (i : int) := (((i >> 3) + 33) << 7) + ((i land 7) + 33).
Definition points : list int := Eval vm_compute in map of_place squares.
Definition some_square (f : int -> bool) :=
  (fix go l := match l with [] => false | s :: l => if f s then true else go l end) points.
Definition every_square (f : int -> bool) :=
  (fix go l := match l with [] => true | s :: l => if f s then go l else false end) points.
Definition sum_squares (f : int -> int) := fold_left (fun n s => n + f s) points 0.
Definition count_squares (f : int -> bool) := sum_squares (fun s => if f s then 1 else 0).

(** ** Men: the square of the man of this side and kind, and whether he is there *)
Fixpoint find_man g k (l : list wman) : int :=
  match l with
  | [] => point 0 0
  | x :: l => if same_kind (wkind x) k && same_side (wside x) g then of_place (wat x) else find_man g k l
  end.
Definition the g k (p : wpos) := Eval cbv beta delta [find_man same_kind same_side] in find_man g k (wmen p).
Definition here g k (p : wpos) := negb (the g k p =? point 0 0).
(* a man who may promote is told by his side: he is the one who is not the king *)
Fixpoint find_officer g (l : list wman) : option wman :=
  match l with
  | [] => None
  | x :: l => if negb (same_kind (wkind x) King) && same_side (wside x) g then Some x else find_officer g l
  end.
Definition the_one_of g (p : wpos) := match find_officer g (wmen p) with Some x => of_place (wat x) | None => point 0 0 end.
Definition has_one g (p : wpos) := match find_officer g (wmen p) with Some _ => true | None => false end.
Definition kind_number k : int := match k with King => 0 | Queen => 1 | Rook => 2 | Bishop => 3 | Knight => 4 | Pawn => 5 end.
Definition kind_of_one g (p : wpos) : int := match find_officer g (wmen p) with Some x => kind_number (wkind x) | None => 5 end.
Definition moved (m : wpos -> int) p q := negb (m p =? m q).
Definition white_to_move p := same_side (wturn p) White.
Definition black_to_move p := same_side (wturn p) Black.

(** ** Moves *)
Definition some_of (f : wpos -> bool) :=
  fix go l := match l with [] => false | q :: l => if f q then true else go l end.
Definition every_of (f : wpos -> bool) :=
  fix go l := match l with [] => true | q :: l => if f q then go l else false end.
Definition count_of (f : wpos -> bool) l := fold_left (fun n q => if f q then n + 1 else n) l 0.
(* the greatest of some numbers that are more than -16777216, or else that *)
Definition most_of (f : wpos -> int) l := fold_left (fun m q => max m (f q)) l (0 - 16777216).
Definition some_move f p := some_of f (legal_moves p).
Definition every_move f p := every_of f (legal_moves p).
Definition count_moves f p := count_of f (legal_moves p).
Definition most_move f p := most_of f (legal_moves p).
(* the end of a game, for somebody who remembers the moves *)
Definition mate_by (moves : wpos -> list wpos) p := in_check_now p && match moves p with [] => true | _ => false end.
Definition stalemate_by (moves : wpos -> list wpos) p := negb (in_check_now p) && match moves p with [] => true | _ => false end.
Definition passed p := WPos (other (wturn p)) (wmen p) nowhere.

(** ** Symmetry *)
Definition mirror_file (i : int) := i lxor 7.
Definition mirror_rank (i : int) := i lxor 56.
Definition turn_over (i : int) := ((i land 7) << 3) lor (i >> 3).
Definition image (f : int -> int) p :=
  WPos (wturn p) (map (fun x => WMan (wside x) (wkind x) (f (wat x))) (wmen p))
    (if wpass p =? nowhere then nowhere else f (wpass p)).
Definition up_to_reflection (f : wpos -> bool) p := f p || f (image mirror_file p).
Definition up_to_symmetry (f : wpos -> bool) p :=
  let g p := up_to_reflection f p || up_to_reflection f (image mirror_rank p) in g p || g (image turn_over p).
