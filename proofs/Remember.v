(** * Remembering what has been worked out

    A condition that looks several moves ahead is asked of the same position again and again. For few men it is cheaper to
    work it out once for every legal position of a shape and to keep the answers. [remembered_right] says that this changes nothing:
    whatever is not found is worked out.
    Printed, a condition [c] of positions with Black to move in a shape [sh] takes three lines:
    - [Definition c_plain (p : wpos) : bool := ..]
    - [Definition c_memory := memory_of sh Black (fun p => number (c_plain p)).]
    - [Definition c p := is_one (remembered sh Black c_memory (fun p => number (c_plain p)) p).]
    The memory is a constant of its own because then the virtual machine fills it once. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Arrays Laws Words Same Run Legal.
Import ListNotations.
Open Scope uint63_scope.

Inductive memory := Nothing | Known (v : int) | By_square (t : array memory).

Fixpoint fill (sh : shape) (f : list wman -> memory) : memory :=
  match sh with
  | [] => f []
  | (g, k) :: sh =>
      By_square (fold_left (fun t s => t.[s <- fill sh (fun m => f (WMan g k s :: m))]) squares (make 64 Nothing))
  end.
Definition memory_of sh g (f : wpos -> int) : memory :=
  fill sh (fun l => let p := WPos g l nowhere in if legal_now p then Known (f p) else Nothing).

Fixpoint recall (m : memory) (l : list wman) (f : wpos -> int) (p : wpos) : int :=
  match l with
  | [] => match m with Known v => v | _ => f p end
  | x :: l => match m with By_square t => recall t.[wat x] l f p | _ => f p end
  end.
Definition remembered sh g (m : memory) (f : wpos -> int) (p : wpos) : int :=
  if same_side (wturn p) g then
    if wpass p =? nowhere then
      if fits (wmen p) sh then recall m (wmen p) f p else f p
    else f p
  else f p.

Definition number (b : bool) : int := if b then 1 else 0.
Definition is_one (n : int) : bool := n =? 1.

(** ** Nothing is changed *)
Lemma filled (f : int -> memory) l : forall t s,
  let u := fold_left (fun t s => t.[s <- f s]) l t in u.[s] = t.[s] \/ u.[s] = f s.
Proof.
  induction l as [|a l IH]; intros t s; cbn; auto. destruct (IH t.[a <- f a] s) as [E|E]; auto.
  rewrite E. destruct (get_set _ t a (f a) s) as [X|[<- X]]; auto.
Qed.

Lemma recall_right sh : forall F l f p, fits l sh = true ->
  (F l = Nothing \/ F l = Known (f p)) -> recall (fill sh F) l f p = f p.
Proof.
  induction sh as [|[g k] sh IH]; intros F l f p S H; apply fits_material in S; destruct l as [|x l]; try discriminate.
  - cbn. destruct H as [-> | ->]; reflexivity.
  - injection S as <- <- S. cbn [fill recall].
    destruct (filled (fun s => fill sh (fun m => F (WMan (wside x) (wkind x) s :: m))) squares (make 64 Nothing) (wat x)) as [E|E];
    cbv zeta in E; rewrite E.
    + rewrite get_make. now destruct l.
    + apply IH; [now apply fits_material|]. now destruct x.
Qed.

Theorem remembered_right sh g f p : remembered sh g (memory_of sh g f) f p = f p.
Proof.
  unfold remembered. destruct (same_side (wturn p) g) eqn:G; auto. destruct (wpass p =? nowhere) eqn:P; auto.
  destruct (fits (wmen p) sh) eqn:F; auto. apply recall_right; auto. apply eqb_spec in P.
  assert (E : WPos g (wmen p) nowhere = p) by (destruct p as [[] ? ?], g; cbn in *; congruence).
  cbv zeta. rewrite E. destruct (legal_now p); auto.
Qed.
Lemma is_one_number b : is_one (number b) = b. Proof. now destruct b. Qed.
