(** * Checking a claim and counting its steps at the same time

    Going through all positions is what costs; so whoever wants to know which step is played how often has it counted on the way.
    [claim_counted] is true if the claim is right ([counted_right]) and the positions [from] which it speaks, by the number of the step that is
    played there, are so many as somebody else has counted: the first number is for positions without a step, the next for the first step. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Games Laws Words Same Run Legal Strategies.
Import ListNotations.
Open Scope uint63_scope.

(** ** Every placement of a shape, with something carried along until something is wrong *)
Fixpoint through {A : Type} (sh : shape) (f : list wman -> A -> option A) (t : A) : option A :=
  match sh with
  | [] => f [] t
  | (g, k) :: sh =>
      (fix go (l : list int) t := match l with
         | [] => Some t
         | s :: l => match through sh (fun m => f (WMan g k s :: m)) t with None => None | Some t => go l t end
         end) squares t
  end.

Lemma through_everywhere A sh : forall (f : list wman -> A -> option A) h,
  (forall l t u, f l t = Some u -> h l = true) -> forall t u, through sh f t = Some u -> everywhere sh h = true.
Proof.
  induction sh as [|[g k] sh IH]; intros f h H t u E; cbn [through everywhere] in *; [eauto|].
  revert t E. generalize squares as l. intros l. induction l as [|s l IHl]; intros t E; [reflexivity|].
  destruct (through sh (fun m => f (WMan g k s :: m)) t) as [v|] eqn:T; [|discriminate].
  rewrite (IH (fun m => f (WMan g k s :: m)) (fun m => h (WMan g k s :: m)) (fun m => H (WMan g k s :: m)) _ _ T).
  now apply (IHl v).
Qed.

(** ** The moves that are allowed, and the number of the step *)
Fixpoint chosen (ss : strategy) (n : int) p (qs : list wpos) : int * list wpos :=
  match ss with
  | [] => (0, [])
  | s :: ss => match filter (holds s p) qs with [] => chosen ss (n + 1) p qs | l => (n, keep_best (prefer s) p l) end
  end.
Lemma chosen_choose ss p qs : forall n, snd (chosen ss n p qs) = choose ss p qs.
Proof. induction ss as [|s ss IH]; intros n; cbn; auto. destruct (filter (holds s p) qs); cbn; auto. Qed.

Section Counted.
Variable ss : strategy.
Variable g : side.
Variable ts : list left_table.
Variable from : wpos -> bool.
Variable n : int.
Variable moves_of : wpos -> list wpos.                     (* the moves, perhaps remembered *)
Hypothesis moves_right : forall p, moves_of p = legal_moves p.

(** As [all_progress] of [Strategies.v]. *)
Fixpoint progress_in (d : int) (qs : list wpos) : bool :=
  match qs with
  | [] => true
  | q :: qs => if match moves_of q with [] => in_check_now q | rs => all_below g ts d rs end then progress_in d qs else false
  end.
Lemma progress_in_all d qs : progress_in d qs = all_progress g ts d qs.
Proof. induction qs as [|q qs IH]; cbn; auto. now rewrite moves_right, IH. Qed.

Definition count_here (l : list wman) (t : array int) : option (array int) :=
  let p := WPos g l nowhere in
  let d := left_of g ts p in
  if d =? 0 then if legal_now p then if from p then None else Some t else Some t
  else if d <=? n then
    match chosen ss 1 p (moves_of p) with
    | (_, []) => None
    | (i, l) => if progress_in d l then Some (if from p then t.[i <- t.[i] + 1] else t) else None
    end
  else None.

Lemma count_here_right l t u : count_here l t = Some u -> right_here ss g ts from n true l = true.
Proof.
  unfold count_here, right_here. cbv zeta. rewrite moves_right. set (p := WPos g l nowhere). set (d := left_of g ts p).
  destruct (d =? 0).
  - destruct (legal_now p); auto. destruct (from p); [discriminate|auto].
  - destruct (d <=? n); [|discriminate]. unfold progress_now. rewrite <- (chosen_choose ss p (legal_moves p) 1).
    destruct (chosen ss 1 p (legal_moves p)) as [i [|q qs]]; [discriminate|]. cbn [snd].
    rewrite progress_in_all. destruct (all_progress g ts d (q :: qs)); [auto|discriminate].
Qed.
End Counted.

Fixpoint same_counts (t : array int) (i : int) (counts : list int) : bool :=
  match counts with [] => true | c :: counts => if t.[i] =? c then same_counts t (i + 1) counts else false end.
Definition claim_counted moves_of ss g sh (left : array (array int)) from n (steps : int) (counts : list int) : bool :=
  match through sh (count_here ss g [Left sh left] from n moves_of) (make steps 0) with
  | None => false
  | Some t => same_counts t 0 counts
  end.
Theorem counted_right moves_of ss g sh left from n steps counts : (forall p, moves_of p = legal_moves p) ->
  claim_counted moves_of ss g sh left from n steps counts = true -> claim_right ss g [Left sh left] from n = true.
Proof.
  intros M. unfold claim_counted, claim_right. cbn [left_shape forallb]. destruct (through _ _ _) as [t|] eqn:T; [|discriminate]. intros _.
  rewrite (through_everywhere _ _ _ (right_here ss g [Left sh left] from n true) (count_here_right ss g _ from n moves_of M) _ _ T). reflexivity.
Qed.
