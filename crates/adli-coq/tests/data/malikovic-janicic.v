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
Definition moves_of_Black := memory_of KRK Black_to_move (moves_to KRK White White_to_move).
Definition moves_of (p : wpos) : list wpos := match wturn p with | White => legal_moves p
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
Definition stalemate_with_Black_to_move := memory_of KRK Black_to_move wstalemate.
Definition stalemate : wpos -> bool := remembered KRK Black stalemate_with_Black_to_move wstalemate.
Definition ready_plain (p : wpos) : bool :=
  up_to_symmetry (fun r1 => (file (k r1) =? 2) && (rank (k r1) =? 1) && ((K r1 =? point 1 3) || (K r1 =? point 2 3)) &&
    (file (R r1) =? 3) && (3 <=? rank (R r1))) p.
Definition ready_with_Black_to_move := memory_of KRK Black_to_move ready_plain.
Definition ready : wpos -> bool := remembered KRK Black ready_with_Black_to_move ready_plain.
Definition beyond (x : int) (y : int) : int :=
  if y <? x then x - 1 else size - x.
Definition room_plain (p : wpos) : int :=
  let R_ := R p in let k_ := k p in if (file R_ =? file k_) || (rank R_ =? rank k_) then 2 * size - 1 else beyond
    (file R_) (file k_) + beyond (rank R_) (rank k_).
Definition room_with_Black_to_move := memory_of KRK Black_to_move room_plain.
Definition room : wpos -> int := remembered KRK Black room_with_Black_to_move room_plain.
Definition inside (x : int) (a : int) (b : int) : bool :=
  (a <? x) && (x <? b) || (b <? x) && (x <? a).
Definition divides_plain (p : wpos) : bool :=
  let K_ := K p in let R_ := R p in let k_ := k p in inside (file R_) (file K_) (file k_) || inside (rank R_) (rank K_)
    (rank k_).
Definition divides_with_Black_to_move := memory_of KRK Black_to_move divides_plain.
Definition divides : wpos -> bool := remembered KRK Black divides_with_Black_to_move divides_plain.
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
Definition oblique (a : int) (b : int) : bool :=
  negb (file a =? file b) && negb (rank a =? rank b).
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
Definition held_or_l_plain (p : wpos) : bool :=
  negb (exposed p) && (divides p || l_pattern p) && free p.
Definition held_or_l_with_Black_to_move := memory_of KRK Black_to_move held_or_l_plain.
Definition held_or_l : wpos -> bool := remembered KRK Black held_or_l_with_Black_to_move held_or_l_plain.
Definition follows (p : wpos) : wpos -> bool := let K_ := K p in let R_ := R p in let steps_was := steps K_ R_ in fun q
  =>
  steps (K q) (R q) <=? steps_was.
Definition held_plain (p : wpos) : bool :=
  negb (exposed p) && divides p && free p.
Definition held_with_Black_to_move := memory_of KRK Black_to_move held_plain.
Definition held : wpos -> bool := remembered KRK Black held_with_Black_to_move held_plain.
Definition beside (line : int) (ours : int) (theirs : int) (was : int) : bool :=
  if ours =? theirs then (abs (line - ours) =? 1) && (ours =? was) else line =? toward ours theirs.
Definition comes_home (p : wpos) : wpos -> bool := let K_ := K p in let R_ := R p in let k_ := k p in fun q =>
  let R' := R q in negb (file R_ =? file R') && beside (file R') (file K_) (file k_) (file R_) || negb
    (rank R_ =? rank R') && beside (rank R') (rank K_) (rank k_) (rank R_).
Definition guarded_plain (p : wpos) : bool :=
  let R_ := R p in (2 <=? steps R_ (k p)) || (steps R_ (K p) =? 1).
Definition guarded_with_Black_to_move := memory_of KRK Black_to_move guarded_plain.
Definition guarded : wpos -> bool := remembered KRK Black guarded_with_Black_to_move guarded_plain.
Definition new_edge (p : wpos) : wpos -> bool := let R_ := R p in fun q =>
  let R' := R q in negb (file R_ =? file R') && ((file R' =? 1) || (file R' =? size)) || negb (rank R_ =? rank R') &&
    ((rank R' =? 1) || (rank R' =? size)).
Definition safe_at := 3. (* an option *)

(** strategy mj for White to win *)
Definition mj : strategy := [
    (* immediate_mate *)
    Step (fun p => fun q => mate q && negb (stalemate q))
      [];
    (* ready_to_mate *)
    Step (fun p => fun q => ready q && negb (stalemate q))
      [];
    (* squeeze *)
    Step (fun p => let R_ := R p in let room_was := room p in fun q => negb (R_ =? R q) &&
      (lt (room q) room_was && divides q && negb (exposed q) && negb (stalemate q)))
      [fun p => fun q => (room q) + 16777216];
    (* approach_diag *)
    Step (fun p => let K_ := K p in let nearer_now := nearer p in fun q => negb (K_ =? K q) &&
      (oblique K_ (K q) && nearer_now q && held_or_l q && negb (stalemate q)))
      [];
    (* approach_straight *)
    Step (fun p => let K_ := K p in let nearer_now := nearer p in fun q => negb (K_ =? K q) &&
      (nearer_now q && held_or_l q && negb (oblique K_ (K q)) && negb (stalemate q)))
      [];
    (* keep_diag *)
    Step (fun p => let K_ := K p in let follows_now := follows p in fun q => negb (K_ =? K q) &&
      (oblique K_ (K q) && follows_now q && held q && negb (stalemate q)))
      [];
    (* keep_straight *)
    Step (fun p => let K_ := K p in let follows_now := follows p in fun q => negb (K_ =? K q) &&
      (follows_now q && held q && negb (oblique K_ (K q)) && negb (stalemate q)))
      [];
    (* rook_home *)
    Step (fun p => let R_ := R p in let comes_home_now := comes_home p in fun q => negb (R_ =? R q) &&
      (comes_home_now q && guarded q && negb (stalemate q)))
      [];
    (* rook_safe *)
    Step (fun p => let R_ := R p in let new_edge_now := new_edge p in fun q => negb (R_ =? R q) &&
      (new_edge_now q && (safe_at <=? steps (R q) (k q)) && negb (stalemate q)))
      [] ].
Definition step_of_mj (p : wpos) : int := if white_to_move p && fits (wmen p) KRK then step_of mj p else 0.
