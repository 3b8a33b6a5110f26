(** The endgame: White K R against Black k. Printed from the text; read it beside the text. *)
From Coq Require Import List Uint63.
From Adli Require Import Laws Words Run Legal Strategies Language Remember.
Import ListNotations.
Open Scope uint63_scope.

Definition KRK : shape := [(White, King); (White, Rook); (Black, King)].
Definition K := the White King.
Definition R := the White Rook.
Definition k := the Black King.
Definition most_move (f : wpos -> int) p := fold_left (fun m q => max m (f q)) (legal_moves p) (0 - 16777216).
Definition on_the_board (s : int) := le 1 (file s) && le (file s) size && le 1 (rank s) && le (rank s) size.

Definition mate_with_Black_to_move := memory_of KRK Black (fun p => number (wmate p)).
Definition mate (p : wpos) : bool := is_one (remembered KRK Black mate_with_Black_to_move (fun p => number (wmate p))
  p).
Definition stalemate_with_Black_to_move := memory_of KRK Black (fun p => number (wstalemate p)).
Definition stalemate (p : wpos) : bool := is_one (remembered KRK Black stalemate_with_Black_to_move
  (fun p => number (wstalemate p)) p).
Definition mates_1_plain (p : wpos) : bool :=
  some_move (fun q1 => mate q1) p.
Definition mates_1_with_White_to_move := memory_of KRK White (fun p => number (mates_1_plain p)).
Definition mates_1 (p : wpos) : bool := is_one (remembered KRK White mates_1_with_White_to_move
  (fun p => number (mates_1_plain p)) p).
Definition mate_in_two_plain (p : wpos) : bool :=
  every_move (fun q1 => mates_1 q1) p.
Definition mate_in_two_with_Black_to_move := memory_of KRK Black (fun p => number (mate_in_two_plain p)).
Definition mate_in_two (p : wpos) : bool := is_one (remembered KRK Black mate_in_two_with_Black_to_move
  (fun p => number (mate_in_two_plain p)) p).
Definition beyond (x : int) (y : int) : int :=
  if y <? x then x - 1 else size - x.
Definition room (p : wpos) : int :=
  let R_ := R p in let k_ := k p in if (file R_ =? file k_) || (rank R_ =? rank k_) then 2 * size - 1 else beyond
    (file R_) (file k_) + beyond (rank R_) (rank k_).
Definition shrinks (p : wpos) : wpos -> bool := let room_was := room p in fun q =>
  lt (room q) room_was.
Definition files (a : int) (b : int) : int :=
  abs (file a - file b).
Definition ranks (a : int) (b : int) : int :=
  abs (rank a - rank b).
Definition steps (a : int) (b : int) : int :=
  max (files a b) (ranks a b).
Definition exposed (p : wpos) : bool :=
  let R_ := R p in steps R_ (k p) + (if white_to_move p then 2 else 1) <=? steps R_ (K p).
Definition inside (x : int) (a : int) (b : int) : bool :=
  (a <? x) && (x <? b) || (b <? x) && (x <? a).
Definition divides (p : wpos) : bool :=
  let K_ := K p in let R_ := R p in let k_ := k p in inside (file R_) (file K_) (file k_) || inside (rank R_) (rank K_)
    (rank k_).
Definition split (p : wpos) : bool :=
  negb (exposed p) && divides p.
Definition walk (a : int) (b : int) : int :=
  files a b + ranks a b.
Definition toward (x : int) (y : int) : int :=
  if x <? y then x + 1 else if y <? x then x - 1 else x.
Definition critical (p : wpos) : int :=
  let R_ := R p in let k_ := k p in point (toward (file R_) (file k_)) (toward (rank R_) (rank k_)).
Definition nearer (p : wpos) : wpos -> bool := let K_ := K p in let walk_was := walk K_ (critical p) in fun q =>
  walk (K q) (critical q) <? walk_was.
Definition l_shape (ours : int) (theirs : int) (rook : int) : bool :=
  (walk ours theirs =? 2) && (walk rook ours =? 1) && ((rank ours =? rank theirs) && (file rook =? file ours) ||
    (file ours =? file theirs) && (rank ours =? rank rook)).
Definition l_pattern (p : wpos) : bool :=
  l_shape (K p) (k p) (R p).
Definition spare := 3. (* an option *)
Definition edge (on : int) : bool :=
  (file on =? 1) || (file on =? size) || (rank on =? 1) || (rank on =? size).
Definition free (p : wpos) : bool :=
  lt spare (room p) || negb (edge (K p)).
Definition oblique (a : int) (b : int) : bool :=
  negb (file a =? file b) && negb (rank a =? rank b).
Definition follows (p : wpos) : wpos -> bool := let K_ := K p in let R_ := R p in let steps_was := steps K_ R_ in fun q
  =>
  steps (K q) (R q) <=? steps_was.
Definition divides_1_plain (p : wpos) : bool :=
  some_move (fun q1 => here White Rook q1 && split q1) p.
Definition divides_1_with_White_to_move := memory_of KRK White (fun p => number (divides_1_plain p)).
Definition divides_1 (p : wpos) : bool := is_one (remembered KRK White divides_1_with_White_to_move
  (fun p => number (divides_1_plain p)) p).
Definition divide_in_two_plain (p : wpos) : bool :=
  every_move (fun q1 => divides_1 q1) p.
Definition divide_in_two_with_Black_to_move := memory_of KRK Black (fun p => number (divide_in_two_plain p)).
Definition divide_in_two (p : wpos) : bool := is_one (remembered KRK Black divide_in_two_with_Black_to_move
  (fun p => number (divide_in_two_plain p)) p).
Definition divides_2_plain (p : wpos) : bool :=
  some_move (fun q1 => negb (stalemate q1) && divide_in_two q1) p.
Definition divides_2_with_White_to_move := memory_of KRK White (fun p => number (divides_2_plain p)).
Definition divides_2 (p : wpos) : bool := is_one (remembered KRK White divides_2_with_White_to_move
  (fun p => number (divides_2_plain p)) p).
Definition divide_in_three_plain (p : wpos) : bool :=
  every_move (fun q1 => divides_1 q1 || divides_2 q1) p.
Definition divide_in_three_with_Black_to_move := memory_of KRK Black (fun p => number (divide_in_three_plain p)).
Definition divide_in_three (p : wpos) : bool := is_one (remembered KRK Black divide_in_three_with_Black_to_move
  (fun p => number (divide_in_three_plain p)) p).

(** strategy bratko for White to win *)
Definition bratko : strategy := [
    (* mate_now *)
    Step (fun p => fun q => mate q)
      [];
    (* mate_in_two *)
    Step (fun p => fun q => negb (stalemate q) && mate_in_two q)
      [];
    (* squeeze *)
    Step (fun p => let R_ := R p in let shrinks_now := shrinks p in fun q => negb (R_ =? R q) &&
      (split q && negb (stalemate q) && shrinks_now q))
      [];
    (* approach_diag *)
    Step (fun p => let K_ := K p in let nearer_now := nearer p in fun q => negb (K_ =? K q) &&
      (nearer_now q && negb (exposed q) && (divides q || l_pattern q) && free q &&
      (oblique K_ (K q) && negb (stalemate q))))
      [];
    (* approach *)
    Step (fun p => let K_ := K p in let nearer_now := nearer p in fun q => negb (K_ =? K q) &&
      (nearer_now q && negb (exposed q) && (divides q || l_pattern q) && free q && negb (stalemate q)))
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
    Step (fun p => fun q => negb (stalemate q) && divide_in_three q)
      [] ].
Definition step_of_bratko (p : wpos) : int := if white_to_move p && fits (wmen p) KRK then step_of bratko p else 0.
