(** * Helper data made inside Coq

    Whoever has no other program lets Coq find out how many moves a strategy needs from each position: depth first, with what is known kept in
    an array. Nothing is proved about this search, and nothing needs to be: [claim_right] checks what it finds. *)
From Coq Require Import ZArith List Uint63 PArray.
From Adli Require Import Laws Words Run Legal Strategies.
Import ListNotations.
Open Scope uint63_scope.

Section Search.
Variable ss : strategy.
Variable g : side.
Variable sh : shape.
Definition hopeless : int := 100.              (* the strategy does not get there *)

(* moves that are left from a position; the array knows them by place *)
Fixpoint need (depth : nat) (p : wpos) (known : array int) : int * array int :=
  match depth with
  | O => (hopeless, known)
  | S depth =>
      let i := place_of (wmen p) in
      let d := known.[i] in
      if d =? 0 then
        let most := match choose ss p (legal_moves p) with [] => (hopeless, known) | qs => fold_left (fun '(m, known) q =>
          fold_left (fun '(m, known) r =>
            if fits (wmen r) sh then
              let '(e, known) := need depth r known in (if m <? e then e else m, known)
            else (hopeless, known)) (legal_moves q) (m, known)) qs (0, known) end in
        let '(m, known) := most in
        let d := if m <? hopeless then m + 1 else hopeless in (d, known.[i <- d])
      else (d, known)
  end.
Definition search (depth : nat) (cells : int) : array int :=
  (fix go (sh : shape) (l : list wman) (known : array int) {struct sh} := match sh with
     | [] => let p := WPos g (rev l) nowhere in if legal_now p then snd (need depth p known) else known
     | (h, k) :: sh => fold_left (fun known s => go sh (WMan h k s :: l) known) squares known
     end) sh [] (make cells 0).

(* eight numbers in a word *)
Definition word_at (t : array int) (w : int) : int :=
  fold_right (fun j a => let d := t.[(w << 3) + j] in (a << 7) lor (if d <? hopeless then d else 0)) 0 [0; 1; 2; 3; 4; 5; 6; 7].
Definition packed (t : array int) (words : nat) (length : int) : array int :=
  snd (Nat.iter words (fun '(w, u) => (w + 1, u.[w <- word_at t w])) (0, make length 0)).
End Search.

(** For three men: one chunk of 32,768 words. *)
Definition left_by_search ss g sh : array (array int) :=
  make 1 (packed (search ss g sh 62 262144) 32768 32768).
