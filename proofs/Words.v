(** * The laws again, on machine words, fast enough to be run millions of times.

    A square is a word, a1 = 0, b1 = 1, .., h8 = 63. The squares between two others are a mask, read from a table
    that was made with the definitions of [Laws.v]. Masks have 63 bits although there are 64 squares: h8 is
    never between two others. Every definition below is the one of the same name in [Laws.v], with a [w] before
    it; [Same.v] shows that they give the same moves in the same order, for any men. So nothing here has to be believed. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Laws.
Import ListNotations.
Open Scope uint63_scope. Open Scope bool_scope.

(** ** Squares, men, positions *)
Fixpoint count_up (n : nat) (i : int) : list int :=
  match n with O => [] | S m => i :: count_up m (i + 1) end.
Definition squares : list int := Eval vm_compute in count_up 64 0.
(* file and rank come from an array: [to_Z] takes 63 steps *)
Definition make_places (_ : unit) : array square :=
  fold_left (fun t i => t.[i <- ((1 + to_Z (i land 7))%Z, (1 + to_Z (i >> 3))%Z)]) squares (make 64 (0%Z, 0%Z)).
Definition places : array square := Eval vm_compute in make_places tt.
Definition place (i : int) : square := places.[i].

Record wman := WMan { wside : side; wkind : kind; wat : int }.
Definition nowhere : int := 64.
Record wpos := WPos { wturn : side; wmen : list wman; wpass : int }.      (* nobody has passed: [nowhere] *)

(** What a position in words stands for. *)
Definition read_man x := Man (wside x) (wkind x) (place (wat x)).
Definition read_pass (i : int) : option square := if i =? nowhere then None else Some (place i).
Definition read p := Position (wturn p) (map read_man (wmen p)) (read_pass (wpass p)).

(** ** Tables made from the laws *)

(* ways of going: K, Q, R, B, N; a pawn hits (5 White, 6 Black); a pawn advances (7 White, 8 Black) *)
Definition ways : list int := [0; 1; 2; 3; 4; 5; 6; 7; 8].
Definition hit_way (g : side) (k : kind) : int :=
  match k with King => 0 | Queen => 1 | Rook => 2 | Bishop => 3 | Knight => 4
  | Pawn => match g with White => 5 | Black => 6 end end.
Definition step_way (g : side) : int := match g with White => 7 | Black => 8 end.

Definition pawn_hits g (a b : square) := ((files a b =? 1) && (rank b =? rank a + forward g))%Z.
Definition pawn_steps g (a b : square) :=
  ((file b =? file a)
   && ((rank b =? rank a + forward g) || (rank a =? start g) && (rank b =? rank a + 2 * forward g)))%Z.
Definition reaches (w : int) (a b : square) : bool :=                    (* on an empty board *)
  if w =? 0 then (steps a b =? 1)%Z
  else if w =? 1 then straight a b || slanted a b
  else if w =? 2 then straight a b
  else if w =? 3 then slanted a b
  else if w =? 4 then (walk a b =? 3)%Z && negb (straight a b)
  else if w =? 5 then pawn_hits White a b
  else if w =? 6 then pawn_hits Black a b
  else if w =? 7 then pawn_steps White a b
  else pawn_steps Black a b.
Definition slides (w : int) := (w =? 1) || (w =? 2) || (w =? 3) || (w =? 7) || (w =? 8).

Definition never : int := max_int.
Definition way_index (w a b : int) := (w << 12) + (a << 6) + b.
Section Make.
Variable at_ : int -> square.
Definition mask w a b : int :=                                           (* what must be empty *)
  if reaches w (at_ a) (at_ b) then
    if slides w then
      fold_left (fun m x => if between (at_ a) (at_ x) (at_ b) then m lor (1 << x) else m) squares 0
    else 0
  else never.
Definition make_masks : array int :=
  fold_left (fun t w => fold_left (fun t a => fold_left (fun t b =>
    t.[way_index w a b <- mask w a b]) squares t) squares t) ways (make 36864 never).

(* where a man may think of going, in the order of the board *)
Definition goal_at g k (a b : int) : bool :=
  reaches (hit_way g k) (at_ a) (at_ b)
  || match k with Pawn => reaches (step_way g) (at_ a) (at_ b) | _ => false end.
Definition make_goals : array (list int) :=
  fold_left (fun t a => fold_left (fun t '(g, k) =>
    t.[(hit_way g k << 6) + a <- filter (goal_at g k a) squares])
      [(White, King); (White, Queen); (White, Rook); (White, Bishop); (White, Knight); (White, Pawn); (Black, Pawn)] t)
    squares (make 448 []).
End Make.
Definition goal := goal_at place.
Definition masks : array int := Eval vm_compute in make_masks place.
Definition goals : array (list int) := Eval vm_compute in make_goals place.

(** ** The laws *)
Definition occupied (l : list wman) : int := fold_right (fun x o => (1 << wat x) lor o) 0 l.
Definition open (o w a b : int) : bool :=
  let m := masks.[way_index w a b] in if m =? never then false else m land o =? 0.
Definition wis_of g x := match g, wside x with White, White | Black, Black => true | _, _ => false end.
Definition wis_king x := match wkind x with King => true | _ => false end.
Definition wis_pawn x := match wkind x with Pawn => true | _ => false end.
Definition whits o x s := open o (hit_way (wside x) (wkind x)) (wat x) s.
Definition win_check (l : list wman) g :=
  let o := occupied l in
  existsb (fun k => wis_of g k && wis_king k &&
    existsb (fun x => wis_of (other g) x && whits o x (wat k)) l) l.
Definition wempty l s := forallb (fun x => negb (wat x =? s)) l.
Definition wmay_go p o x s :=
  wempty (wmen p) s && (if wis_pawn x then open o (step_way (wside x)) (wat x) s else whits o x s)
  || whits o x s && existsb (fun e => wis_of (other (wturn p)) e && negb (wis_king e) && (wat e =? s)) (wmen p)
  || wis_pawn x && (wpass p =? s) && whits o x s.
Definition beside (s a : int) := (s land 7) lor (a land 56).
Definition wcaptured p x s e :=
  wis_of (other (wturn p)) e
  && ((wat e =? s) || wis_pawn x && (wpass p =? s) && (wat e =? beside s (wat x))).
Definition wlast_rank (s : int) := (s <? 8) || (55 <? s).
Definition wbecomes x s := if wis_pawn x && wlast_rank s then [Queen; Rook; Bishop; Knight] else [wkind x].
Definition wdouble (a s : int) := (s =? a + 16) || (a =? s + 16).
Definition wplay p x s k :=
  WPos (other (wturn p))
    (flat_map (fun y => if wat y =? wat x then [WMan (wside x) k s]
                        else if wcaptured p x s y then [] else [y]) (wmen p))
    (if wis_pawn x && wdouble (wat x) s then (wat x + s) >> 1 else nowhere).
Definition wgoals x := goals.[(hit_way (wside x) (wkind x) << 6) + wat x].
Definition wmoves p : list wpos :=
  let o := occupied (wmen p) in
  flat_map (fun x =>
    flat_map (fun s =>
      filter (fun q => negb (win_check (wmen q) (wturn p))) (map (wplay p x s) (wbecomes x s)))
      (filter (wmay_go p o x) (wgoals x)))
    (filter (wis_of (wturn p)) (wmen p)).
Definition wcheck p := win_check (wmen p) (wturn p).

Fixpoint wapart (l : list wman) : bool :=
  match l with [] => true | x :: r => forallb (fun y => negb (wat x =? wat y)) r && wapart r end.
Definition wone_king l g := Nat.eqb (List.length (filter (fun x => wis_of g x && wis_king x) l)) 1.
Definition wlegal p :=
  wapart (wmen p)
  && forallb (fun x => negb (wis_pawn x && wlast_rank (wat x))) (wmen p)
  && wone_king (wmen p) White && wone_king (wmen p) Black
  && negb (win_check (wmen p) (other (wturn p))).
