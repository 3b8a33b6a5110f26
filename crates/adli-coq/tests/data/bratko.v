(** The endgame: White K R against Black k. Printed from the text; read it beside the text. *)
From Coq Require Import List Uint63.
From Adli Require Import Laws Words Run Legal Strategies Language Remember.
Import ListNotations.
Open Scope uint63_scope.

Definition KRK : shape := [(White, King); (White, Rook); (Black, King)].
Definition K := the White King.
Definition R := the White Rook.
Definition k := the Black King.
Definition on_the_board (s : int) := le 1 (file s) && le (file s) size && le 1 (rank s) && le (rank s) size.
Definition White_to_move := positions_of KRK White.
Definition Black_to_move := positions_of KRK Black.
Definition KRK_without_a_man : shape := [(White, King); (Black, King)].
Definition White_to_move_without_a_man := positions_of KRK_without_a_man White.
Definition Black_to_move_without_a_man := positions_of KRK_without_a_man Black.
Definition moves_of_White := memory_of KRK White_to_move (moves_to KRK Black Black_to_move).
Definition moves_of_Black := memory_of KRK Black_to_move (moves_to KRK White White_to_move).
Definition moves_of (p : wpos) : list wpos := match wturn p with
  | White => remembered KRK White moves_of_White (moves_to KRK Black Black_to_move) p
  | Black => remembered KRK Black moves_of_Black (moves_to KRK White White_to_move) p
  end.
Definition some_move f p := some_of f (moves_of p).
Definition every_move f p := every_of f (moves_of p).
Definition count_moves f p := count_of f (moves_of p).
Definition most_move f p := most_of f (moves_of p).
Definition wmate := mate_by moves_of.
Definition wstalemate := stalemate_by moves_of.

Definition mate_with_Black_to_move := memory_of KRK Black_to_move wmate.
Definition mate : wpos -> bool := remembered KRK Black mate_with_Black_to_move wmate.
Definition mates_1_plain (p : wpos) : bool :=
  some_move (fun q1 => mate q1) p.
Definition mates_1_with_White_to_move_without_a_man := memory_of KRK_without_a_man White_to_move_without_a_man
  mates_1_plain.
Definition mates_1_with_White_to_move := memory_of KRK White_to_move mates_1_plain.
Definition mates_1 : wpos -> bool := remembered KRK White mates_1_with_White_to_move
  (remembered KRK_without_a_man White mates_1_with_White_to_move_without_a_man mates_1_plain).
Definition mate_in_two_plain (p : wpos) : bool :=
  every_move (fun q1 => mates_1 q1) p.
Definition mate_in_two_with_Black_to_move_without_a_man := memory_of KRK_without_a_man Black_to_move_without_a_man
  mate_in_two_plain.
Definition mate_in_two_with_Black_to_move := memory_of KRK Black_to_move mate_in_two_plain.
Definition mate_in_two : wpos -> bool := remembered KRK Black mate_in_two_with_Black_to_move
  (remembered KRK_without_a_man Black mate_in_two_with_Black_to_move_without_a_man mate_in_two_plain).
Definition stalemate_with_Black_to_move := memory_of KRK Black_to_move wstalemate.
Definition stalemate : wpos -> bool := remembered KRK Black stalemate_with_Black_to_move wstalemate.
Definition beyond (x : int) (y : int) : int :=
  if y <? x then x - 1 else size - x.
Definition room_plain (p : wpos) : int :=
  let R_ := R p in let k_ := k p in if (file R_ =? file k_) || (rank R_ =? rank k_) then 2 * size - 1 else beyond
    (file R_) (file k_) + beyond (rank R_) (rank k_).
Definition room_with_White_to_move := memory_of KRK White_to_move room_plain.
Definition room_with_Black_to_move := memory_of KRK Black_to_move room_plain.
Definition room : wpos -> int := remembered KRK Black room_with_Black_to_move
  (remembered KRK White room_with_White_to_move room_plain).
Definition shrinks (p : wpos) : wpos -> bool := let room_was := room p in fun q =>
  lt (room q) room_was.
Definition files (a : int) (b : int) : int :=
  abs (file a - file b).
Definition ranks (a : int) (b : int) : int :=
  abs (rank a - rank b).
Definition steps (a : int) (b : int) : int :=
  max (files a b) (ranks a b).
Definition exposed_plain (p : wpos) : bool :=
  let R_ := R p in steps R_ (k p) + (if white_to_move p then 2 else 1) <=? steps R_ (K p).
Definition exposed_with_Black_to_move := memory_of KRK Black_to_move exposed_plain.
Definition exposed : wpos -> bool := remembered KRK Black exposed_with_Black_to_move exposed_plain.
Definition inside (x : int) (a : int) (b : int) : bool :=
  (a <? x) && (x <? b) || (b <? x) && (x <? a).
Definition divides_plain (p : wpos) : bool :=
  let K_ := K p in let R_ := R p in let k_ := k p in inside (file R_) (file K_) (file k_) || inside (rank R_) (rank K_)
    (rank k_).
Definition divides_with_Black_to_move := memory_of KRK Black_to_move divides_plain.
Definition divides : wpos -> bool := remembered KRK Black divides_with_Black_to_move divides_plain.
Definition split_plain (p : wpos) : bool :=
  negb (exposed p) && divides p.
Definition split_with_Black_to_move := memory_of KRK Black_to_move split_plain.
Definition split : wpos -> bool := remembered KRK Black split_with_Black_to_move split_plain.
Definition walk (a : int) (b : int) : int :=
  files a b + ranks a b.
Definition toward (x : int) (y : int) : int :=
  if x <? y then x + 1 else if y <? x then x - 1 else x.
Definition critical_plain (p : wpos) : int :=
  let R_ := R p in let k_ := k p in point (toward (file R_) (file k_)) (toward (rank R_) (rank k_)).
Definition critical_with_Black_to_move := memory_of KRK Black_to_move critical_plain.
Definition critical : wpos -> int := remembered KRK Black critical_with_Black_to_move critical_plain.
Definition nearer (p : wpos) : wpos -> bool := let K_ := K p in let walk_was := walk K_ (critical p) in fun q =>
  walk (K q) (critical q) <? walk_was.
Definition l_shape (ours : int) (theirs : int) (rook : int) : bool :=
  (walk ours theirs =? 2) && (walk rook ours =? 1) && ((rank ours =? rank theirs) && (file rook =? file ours) ||
    (file ours =? file theirs) && (rank ours =? rank rook)).
Definition l_pattern_plain (p : wpos) : bool :=
  l_shape (K p) (k p) (R p).
Definition l_pattern_with_Black_to_move := memory_of KRK Black_to_move l_pattern_plain.
Definition l_pattern : wpos -> bool := remembered KRK Black l_pattern_with_Black_to_move l_pattern_plain.
Definition spare := 3. (* an option *)
Definition edge (on : int) : bool :=
  (file on =? 1) || (file on =? size) || (rank on =? 1) || (rank on =? size).
Definition free_plain (p : wpos) : bool :=
  lt spare (room p) || negb (edge (K p)).
Definition free_with_Black_to_move := memory_of KRK Black_to_move free_plain.
Definition free : wpos -> bool := remembered KRK Black free_with_Black_to_move free_plain.
Definition oblique (a : int) (b : int) : bool :=
  negb (file a =? file b) && negb (rank a =? rank b).
Definition follows (p : wpos) : wpos -> bool := let K_ := K p in let R_ := R p in let steps_was := steps K_ R_ in fun q
  =>
  steps (K q) (R q) <=? steps_was.
Definition divides_1_plain (p : wpos) : bool :=
  some_move (fun q1 => here White Rook q1 && split q1) p.
Definition divides_1_with_White_to_move := memory_of KRK White_to_move divides_1_plain.
Definition divides_1 : wpos -> bool := remembered KRK White divides_1_with_White_to_move divides_1_plain.
Definition divide_in_two_plain (p : wpos) : bool :=
  every_move (fun q1 => divides_1 q1) p.
Definition divide_in_two_with_Black_to_move_without_a_man := memory_of KRK_without_a_man Black_to_move_without_a_man
  divide_in_two_plain.
Definition divide_in_two_with_Black_to_move := memory_of KRK Black_to_move divide_in_two_plain.
Definition divide_in_two : wpos -> bool := remembered KRK Black divide_in_two_with_Black_to_move
  (remembered KRK_without_a_man Black divide_in_two_with_Black_to_move_without_a_man divide_in_two_plain).
Definition divides_2_plain (p : wpos) : bool :=
  some_move (fun q1 => negb (stalemate q1) && divide_in_two q1) p.
Definition divides_2_with_White_to_move_without_a_man := memory_of KRK_without_a_man White_to_move_without_a_man
  divides_2_plain.
Definition divides_2_with_White_to_move := memory_of KRK White_to_move divides_2_plain.
Definition divides_2 : wpos -> bool := remembered KRK White divides_2_with_White_to_move
  (remembered KRK_without_a_man White divides_2_with_White_to_move_without_a_man divides_2_plain).
Definition divide_in_three_plain (p : wpos) : bool :=
  every_move (fun q1 => divides_1 q1 || divides_2 q1) p.
Definition divide_in_three_with_Black_to_move_without_a_man := memory_of KRK_without_a_man Black_to_move_without_a_man
  divide_in_three_plain.
Definition divide_in_three_with_Black_to_move := memory_of KRK Black_to_move divide_in_three_plain.
Definition divide_in_three : wpos -> bool := remembered KRK Black divide_in_three_with_Black_to_move
  (remembered KRK_without_a_man Black divide_in_three_with_Black_to_move_without_a_man divide_in_three_plain).

(** strategy bratko for White to win *)
Definition bratko : strategy := [
    (* mate_now *)
    Step (fun p => fun q => mate q)
      [];
    (* mate_in_two *)
    Step (fun p => fun q => mate_in_two q && negb (stalemate q))
      [];
    (* squeeze *)
    Step (fun p => let R_ := R p in let shrinks_now := shrinks p in fun q => negb (R_ =? R q) &&
      (split q && shrinks_now q && negb (stalemate q)))
      [];
    (* approach_diag *)
    Step (fun p => let K_ := K p in let nearer_now := nearer p in fun q => negb (K_ =? K q) &&
      (nearer_now q && (divides q || l_pattern q) && free q && negb (exposed q) &&
      (oblique K_ (K q) && negb (stalemate q))))
      [];
    (* approach *)
    Step (fun p => let K_ := K p in let nearer_now := nearer p in fun q => negb (K_ =? K q) &&
      (nearer_now q && (divides q || l_pattern q) && free q && negb (exposed q) && negb (stalemate q)))
      [];
    (* keep_diag *)
    Step (fun p => let K_ := K p in let follows_now := follows p in fun q => negb (K_ =? K q) &&
      (follows_now q && split q && free q && (oblique K_ (K q) && negb (stalemate q))))
      [];
    (* keep_room *)
    Step (fun p => let K_ := K p in let follows_now := follows p in fun q => negb (K_ =? K q) &&
      (follows_now q && split q && free q && negb (stalemate q)))
      [];
    (* divide_now *)
    Step (fun p => fun q => split q && negb (stalemate q))
      [];
    (* divide_in_two *)
    Step (fun p => fun q => negb (stalemate q) && divide_in_two q)
      [];
    (* divide_in_three *)
    Step (fun p => fun q => divide_in_three q && negb (stalemate q))
      [] ].
Definition step_of_bratko (p : wpos) : int := if white_to_move p && fits (wmen p) KRK then step_of bratko p else 0.
