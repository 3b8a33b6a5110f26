(** * Are the laws that a text is read with those of [Laws.v]?

    From [library/laws.adv] the program prints, for an endgame, which positions are legal, when somebody is in check, and for each man a rule: where he may
    go, whom he takes, when and into what he promotes, what square he passes over, and what must hold afterwards ([Rules.v]).
    Here these rules are carried out as the language says, one square after the other, and compared with the moves of the library in every placement of the
    men in which the first stands on one of some squares: the same positions, in the same order. [laws_agree] says what that shows about [Laws.v]. *)
From Coq Require Import List Bool Uint63.
From Adli Require Import Laws Words Same Run Legal Language.
Import ListNotations.
Open Scope uint63_scope.

(** The rule of one man: his number in the list of men, and what the text says of him; squares are points, as in [Language.v]. *)
Record rule := Rule {
  mover : nat;
  goes : wpos -> int -> bool;
  takes : list (wpos -> int -> bool);                        (* whether the first man is taken, the second, .. *)
  promotes : wpos -> int -> bool;
  into : list kind;
  passes : wpos -> int -> int;
  provided : wpos -> wpos -> int -> bool
}.

Definition place_at (s : int) : int := if s =? point 0 0 then nowhere else (((s >> 7) - 33) << 3) + ((s land 127) - 33).
Fixpoint men_then (r : rule) p s (i : int) k (n : nat) (l : list wman) (ts : list (wpos -> int -> bool)) : list wman :=
  match l, ts with
  | x :: l, t :: ts =>
      if Nat.eqb n (mover r) then WMan (wside x) k i :: men_then r p s i k (S n) l ts
      else if t p s then men_then r p s i k (S n) l ts else x :: men_then r p s i k (S n) l ts
  | _, _ => []
  end.
Definition goes_to r p (i : int) : list wpos :=
  let s := of_place i in
  if goes r p s then
    let ks := if promotes r p s then into r else match nth_error (wmen p) (mover r) with Some x => [wkind x] | None => [] end in
    filter (fun q => provided r p q s)
      (map (fun k => WPos (other (wturn p)) (men_then r p s i k 0 (wmen p) (takes r)) (place_at (passes r p s))) ks)
  else [].
Definition moves_by (rs : list rule) p : list wpos := flat_map (fun r => flat_map (goes_to r p) squares) rs.

(** ** Compared *)
Fixpoint same_men (l m : list wman) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => if same_kind (wkind x) (wkind y) && same_side (wside x) (wside y) && (wat x =? wat y) then same_men l m else false
  | _, _ => false
  end.
Fixpoint same_moves (l m : list wpos) : bool :=
  match l, m with
  | [], [] => true
  | p :: l, q :: m =>
      if same_side (wturn p) (wturn q) && (wpass p =? wpass q) && same_men (wmen p) (wmen q) then same_moves l m else false
  | _, _ => false
  end.
Section Agree.
Variables (rs : list rule) (legal_text check_text : wpos -> bool) (sh : shape) (firsts : list int).
Definition begins (l : list wman) := match l with [] => true | x :: _ => existsb (fun s => wat x =? s) firsts end.
Definition agrees (g : side) (l : list wman) : bool :=
  if begins l then
    let p := WPos g l nowhere in
    if legal_now p then
      if legal_text p then if Bool.eqb (check_text p) (in_check_now p) then same_moves (moves_by rs p) (legal_moves p) else false
      else false
    else negb (legal_text p)
  else true.

Lemma same_men_eq l : forall m, same_men l m = true -> l = m.
Proof.
  induction l as [|[g k a] l IH]; intros [|[h j b] m]; cbn; try discriminate; auto.
  destruct (same_kind k j) eqn:K; [|discriminate]. destruct (same_side g h) eqn:G; [|discriminate].
  destruct (a =? b) eqn:E; [|discriminate]. apply eqb_spec in E. intros H. apply IH in H. subst.
  destruct g, h, k, j; reflexivity || discriminate.
Qed.
Lemma same_moves_eq l : forall m, same_moves l m = true -> l = m.
Proof.
  induction l as [|[g k a] l IH]; intros [|[h j b] m]; cbn; try discriminate; auto.
  destruct (same_side g h) eqn:G; [|discriminate]. destruct (a =? b) eqn:E; [|discriminate].
  destruct (same_men k j) eqn:M; [|discriminate]. apply eqb_spec in E. apply same_men_eq in M. intros H. apply IH in H. subst.
  destruct g, h; reflexivity || discriminate.
Qed.

Theorem laws_agree g : everywhere sh (agrees g) = true ->
  forall l, fits l sh = true -> oks l -> begins l = true -> let p := WPos g l nowhere in
  legal (read p) = legal_text p /\
  (legal (read p) = true -> check (read p) = check_text p /\ moves (read p) = map read (moves_by rs p)).
Proof.
  intros H l F O B p. assert (W : wf p) by (split; cbn; auto).
  pose proof (everywhere_all _ _ H l F O) as X. unfold agrees in X. rewrite B in X. cbv zeta in X. fold p in X.
  rewrite legal_read, in_check_now_read, legal_moves_read by auto.
  destruct (legal_now p).
  - destruct (legal_text p); [|discriminate]. destruct (Bool.eqb _ _) eqn:C; [|discriminate].
    apply eqb_prop in C. apply same_moves_eq in X. rewrite X. auto.
  - destruct (legal_text p); [discriminate|]. split; [reflexivity|discriminate].
Qed.
End Agree.
