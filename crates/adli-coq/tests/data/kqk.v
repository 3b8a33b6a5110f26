(** The endgame: White K Q against Black k. Printed from the text; read it beside the text. *)
From Coq Require Import List Uint63.
From Adli Require Import Laws Words Run Legal Strategies Language Remember.
Import ListNotations.
Open Scope uint63_scope.

Definition KQK : shape := [(White, King); (White, Queen); (Black, King)].
Definition K := the White King.
Definition Q := the White Queen.
Definition k := the Black King.
Definition on_the_board (s : int) := le 1 (file s) && le (file s) size && le 1 (rank s) && le (rank s) size.
Definition White_to_move := positions_of KQK White.
Definition Black_to_move := positions_of KQK Black.
Definition KQK_without_a_man : shape := [(White, King); (Black, King)].
Definition White_to_move_without_a_man := positions_of KQK_without_a_man White.
Definition Black_to_move_without_a_man := positions_of KQK_without_a_man Black.
Definition moves_of_White := memory_of KQK White_to_move (moves_to KQK Black Black_to_move).
Definition moves_of_Black := memory_of KQK Black_to_move (moves_to KQK White White_to_move).
Definition moves_of (p : wpos) : list wpos := match wturn p with
  | White => remembered KQK White moves_of_White (moves_to KQK Black Black_to_move) p
  | Black => remembered KQK Black moves_of_Black (moves_to KQK White White_to_move) p
  end.
Definition some_move f p := some_of f (moves_of p).
Definition every_move f p := every_of f (moves_of p).
Definition count_moves f p := count_of f (moves_of p).
Definition most_move f p := most_of f (moves_of p).
Definition wmate := mate_by moves_of.
Definition wstalemate := stalemate_by moves_of.

Definition mate_with_Black_to_move := memory_of KQK Black_to_move wmate.
Definition mate : wpos -> bool := remembered KQK Black mate_with_Black_to_move wmate.
Definition stalemate_with_Black_to_move := memory_of KQK Black_to_move wstalemate.
Definition stalemate : wpos -> bool := remembered KQK Black stalemate_with_Black_to_move wstalemate.
Definition mates_1_plain (p : wpos) : bool :=
  some_move (fun q1 => mate q1) p.
Definition mates_1_with_White_to_move_without_a_man := memory_of KQK_without_a_man White_to_move_without_a_man
  mates_1_plain.
Definition mates_1_with_White_to_move := memory_of KQK White_to_move mates_1_plain.
Definition mates_1 : wpos -> bool := remembered KQK White mates_1_with_White_to_move
  (remembered KQK_without_a_man White mates_1_with_White_to_move_without_a_man mates_1_plain).
Definition mate_in_two_plain (p : wpos) : bool :=
  every_move (fun q1 => mates_1 q1) p.
Definition mate_in_two_with_Black_to_move_without_a_man := memory_of KQK_without_a_man Black_to_move_without_a_man
  mate_in_two_plain.
Definition mate_in_two_with_Black_to_move := memory_of KQK Black_to_move mate_in_two_plain.
Definition mate_in_two : wpos -> bool := remembered KQK Black mate_in_two_with_Black_to_move
  (remembered KQK_without_a_man Black mate_in_two_with_Black_to_move_without_a_man mate_in_two_plain).
Definition beyond (x : int) (y : int) : int :=
  if y <? x then x - 1 else size - x.
Definition room_plain (p : wpos) : int :=
  let Q_ := Q p in let k_ := k p in if (file Q_ =? file k_) || (rank Q_ =? rank k_) then size * size else beyond
    (file Q_) (file k_) * beyond (rank Q_) (rank k_).
Definition room_with_White_to_move := memory_of KQK White_to_move room_plain.
Definition room_with_Black_to_move := memory_of KQK Black_to_move room_plain.
Definition room : wpos -> int := remembered KQK Black room_with_Black_to_move
  (remembered KQK White room_with_White_to_move room_plain).
Definition files (a : int) (b : int) : int :=
  abs (file a - file b).
Definition ranks (a : int) (b : int) : int :=
  abs (rank a - rank b).
Definition steps (a : int) (b : int) : int :=
  max (files a b) (ranks a b).
Definition safe_plain (p : wpos) : bool :=
  let Q_ := Q p in (2 <=? steps Q_ (k p)) || (steps Q_ (K p) =? 1).
Definition safe_with_Black_to_move := memory_of KQK Black_to_move safe_plain.
Definition safe : wpos -> bool := remembered KQK Black safe_with_Black_to_move safe_plain.
Definition squeeze_most_plain (p : wpos) : int := most_move (fun q1 => room q1) p.
Definition squeeze_most_with_Black_to_move := memory_of KQK Black_to_move squeeze_most_plain.
Definition squeeze_most : wpos -> int := remembered KQK Black squeeze_most_with_Black_to_move squeeze_most_plain.
Definition squeeze_always_plain (p : wpos) : bool := every_move (fun q1 => here White Queen q1) p.
Definition squeeze_always_with_Black_to_move := memory_of KQK Black_to_move squeeze_always_plain.
Definition squeeze_always : wpos -> bool := remembered KQK Black squeeze_always_with_Black_to_move squeeze_always_plain.
Definition edge (on : int) : bool :=
  (file on =? 1) || (file on =? size) || (rank on =? 1) || (rank on =? size).
Definition walk (a : int) (b : int) : int :=
  files a b + ranks a b.

(** strategy queen for White to win *)
Definition queen : strategy := [
    (* mate_now *)
    Step (fun p => fun q => mate q && negb (stalemate q))
      [];
    (* mate_in_two *)
    Step (fun p => fun q => mate_in_two q && negb (stalemate q))
      [];
    (* squeeze *)
    Step (fun p => let Q_ := Q p in let room_was := room p in fun q => negb (Q_ =? Q q) &&
      (safe q && lt 2 (room q) && lt (room q) room_was && (lt (squeeze_most q) room_was && squeeze_always q) && negb
      (stalemate q)))
      [fun p => fun q => (room q) + 16777216];
    (* approach *)
    Step (fun p => let K_ := K p in fun q => negb (K_ =? K q) && (safe q && negb (edge (K q)) && negb (stalemate q)))
      [fun p => fun q => steps (K q) (k q); fun p => fun q => walk (K q) (k q)];
    (* leave_edge *)
    Step (fun p => let K_ := K p in fun q => negb (K_ =? K q) && (safe q && negb (stalemate q)))
      [fun p => fun q => steps (K q) (k q); fun p => fun q => walk (K q) (k q)];
    (* release *)
    Step (fun p => let Q_ := Q p in fun q => negb (Q_ =? Q q) && (safe q && negb (stalemate q)))
      [fun p => fun q => (room q) + 16777216] ].
Definition step_of_queen (p : wpos) : int := if white_to_move p && fits (wmen p) KQK then step_of queen p else 0.
