(** library/krk/malikovic-janicic.adv: King and rook against king, after Malikovic and Janicic (2013), section 2. *)
From Coq Require Import List Uint63.
From Adli Require Import Laws Words Run Legal Strategies Language Remember.
Import ListNotations.
Open Scope uint63_scope.

(** The endgame: White K R v Black k *)
Definition krk : shape := [(White, King); (White, Rook); (Black, King)].
Definition K := the White King.
Definition R := the White Rook.
Definition k := the Black King.

(** from geometry *)
Definition files (a b : int) := abs (file a - file b).
Definition ranks (a b : int) := abs (rank a - rank b).
Definition steps (a b : int) := max (files a b) (ranks a b).
Definition walk (a b : int) := files a b + ranks a b.
Definition oblique (a b : int) := negb (file a =? file b) && negb (rank a =? rank b).
Definition inside (x a b : int) := lt a x && lt x b || lt b x && lt x a.
Definition toward (x y : int) := if lt x y then x + 1 else if lt y x then x - 1 else x.
Definition beyond (x y : int) := if lt y x then x - 1 else size - x.
Definition edge (s : int) := ((file s =? 1) || (file s =? size)) || ((rank s =? 1) || (rank s =? size)).

(** definitions *)
Definition room (p : wpos) :=
  let R_ := R p in let k_ := k p in
  if (file R_ =? file k_) || (rank R_ =? rank k_) then 2 * size - 1
  else beyond (file R_) (file k_) + beyond (rank R_) (rank k_).
Definition critical (p : wpos) :=
  let R_ := R p in let k_ := k p in point (toward (file R_) (file k_)) (toward (rank R_) (rank k_)).
Definition exposed (p : wpos) :=
  let K_ := K p in let R_ := R p in let k_ := k p in le (steps R_ k_ + (if white_to_move p then 2 else 1)) (steps R_ K_).
Definition divides (p : wpos) :=
  let K_ := K p in let R_ := R p in let k_ := k p in
  inside (file R_) (file K_) (file k_) || inside (rank R_) (rank K_) (rank k_).
Definition l_shape (ours theirs rook : int) :=
  (walk ours theirs =? 2) && ((walk rook ours =? 1)
  && ((rank ours =? rank theirs) && (file rook =? file ours) || (file ours =? file theirs) && (rank rook =? rank ours))).
Definition l_pattern (p : wpos) :=
  let K_ := K p in let R_ := R p in let k_ := k p in l_shape K_ k_ R_.
Definition ready_plain (p : wpos) := up_to_symmetry (fun p =>
  (k p =? point 2 1) && (((K p =? point 1 3) || (K p =? point 2 3)) && ((file (R p) =? 3) && le 3 (rank (R p))))) p.
Definition free (p : wpos) :=
  let K_ := K p in lt 3 (room p) || negb (edge K_).
Definition held (p : wpos) := negb (exposed p) && (divides p && free p).
Definition held_or_l (p : wpos) := negb (exposed p) && ((divides p || l_pattern p) && free p).
Definition guarded (p : wpos) :=
  let K_ := K p in let R_ := R p in let k_ := k p in le 2 (steps R_ k_) || (steps R_ K_ =? 1).
Definition beside (line ours theirs was : int) :=
  if ours =? theirs then (abs (line - ours) =? 1) && (was =? ours) else line =? toward ours theirs.
Definition nearer (p q : wpos) :=
  let K_ := K p in let K' := K q in lt (walk K' (critical q)) (walk K_ (critical p)).
Definition follows (p q : wpos) :=
  let K_ := K p in let K' := K q in let R_ := R p in let R' := R q in le (steps K' R') (steps K_ R_).
Definition comes_home (p q : wpos) :=
  let K_ := K p in let R_ := R p in let R' := R q in let k_ := k p in
  negb (file R' =? file R_) && beside (file R') (file K_) (file k_) (file R_)
  || negb (rank R' =? rank R_) && beside (rank R') (rank K_) (rank k_) (rank R_).
Definition new_edge (p q : wpos) :=
  let R_ := R p in let R' := R q in
  negb (file R' =? file R_) && ((file R' =? 1) || (file R' =? size))
  || negb (rank R' =? rank R_) && ((rank R' =? 1) || (rank R' =? size)).

(** remembered, for speed *)
Definition Black_to_move := positions_of krk Black.
Definition mate_memory := memory_of krk Black_to_move wmate.
Definition mate := remembered krk Black mate_memory wmate.
Definition stalemate_memory := memory_of krk Black_to_move wstalemate.
Definition stalemate := remembered krk Black stalemate_memory wstalemate.
Definition ready_memory := memory_of krk Black_to_move ready_plain.
Definition ready := remembered krk Black ready_memory ready_plain.

(** strategy mj for White to win *)
Definition always (p q : wpos) := negb (stalemate q).
Definition mj : strategy :=
  [ (* immediate_mate *)
    Step (fun p q => mate q && always p q) [];
    (* ready_to_mate *)
    Step (fun p q => ready q && always p q) [];
    (* squeeze *)
    Step (fun p => let was := room p in fun q => moved R p q && (lt (room q) was && (negb (exposed q) && (divides q && always p q))))
      [fun p q => room q];
    (* approach_diag *)
    Step (fun p q => moved K p q && (oblique (K p) (K q) && (nearer p q && (held_or_l q && always p q)))) [];
    (* approach_straight *)
    Step (fun p q => moved K p q && (negb (oblique (K p) (K q)) && (nearer p q && (held_or_l q && always p q)))) [];
    (* keep_diag *)
    Step (fun p q => moved K p q && (oblique (K p) (K q) && (follows p q && (held q && always p q)))) [];
    (* keep_straight *)
    Step (fun p q => moved K p q && (negb (oblique (K p) (K q)) && (follows p q && (held q && always p q)))) [];
    (* rook_home *)
    Step (fun p q => moved R p q && (comes_home p q && (guarded q && always p q))) [];
    (* rook_safe *)
    Step (fun p q => moved R p q && (new_edge p q && (le 3 (steps (R q) (k q)) && always p q))) [] ].
