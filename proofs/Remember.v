(** * Remembering what has been worked out

    What looks ahead, or takes some work, is asked of the same position again and again. For few men it is cheaper to work it out once
    for every legal position of a shape and to keep the answers: in arrays within arrays, by the squares of the men, one after the other.
    [remembered_right] says that this changes nothing: whatever is not found is worked out, whatever the position.
    Printed, a condition [c] of positions with Black to move in a shape [sh] takes two lines after its definition [c_plain]:
    - [Definition c_with_Black_to_move := memory_of sh Black_to_move c_plain.]
    - [Definition c := remembered sh Black c_with_Black_to_move c_plain.]
    where [Black_to_move] is [positions_of sh Black]. The memory is a constant of its own because then the virtual machine fills it once.

    Moves are remembered too ([remembered_moves_right]). So that their lists take little room, all of them are made of the same
    positions, those of [positions_of]. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Arrays Laws Words Same Run Legal.
Import ListNotations.
Open Scope uint63_scope.

Inductive memory (A : Set) : Set := Nothing | Known (v : A) | By_square (t : array (memory A)).
Arguments Nothing {A}. Arguments Known {A}. Arguments By_square {A}.

(** Something for every square. *)
Definition each_square {A : Set} (f : int -> memory A) : memory A :=
  By_square (fold_left (fun t s => t.[s <- f s]) squares (make 64 Nothing)).

(** All legal positions of a shape with [g] to move. *)
Fixpoint placed (sh : shape) (f : list wman -> memory wpos) : memory wpos :=
  match sh with
  | [] => f []
  | (g, k) :: sh => each_square (fun s => let x := WMan g k s in placed sh (fun l => f (x :: l)))
  end.
Definition positions_of sh g : memory wpos :=
  placed sh (fun l => let p := WPos g l nowhere in if legal_now p then Known p else Nothing).

(** What is to be known of them, for each. *)
Fixpoint memory_of {A : Set} (sh : shape) (m : memory wpos) (f : wpos -> A) : memory A :=
  match sh with
  | [] => match m with Known p => Known (f p) | _ => Nothing end
  | _ :: sh => match m with By_square t => each_square (fun s => memory_of sh t.[s] f) | _ => Nothing end
  end.

Fixpoint recall {A : Set} (sh : shape) (m : memory A) (l : list wman) : memory A :=
  match l with
  | [] => match sh with [] => m | _ => Nothing end
  | x :: l => match sh with
      | [] => Nothing
      | (g, k) :: sh =>
          if same_kind (wkind x) k then
            if same_side (wside x) g then match m with By_square t => recall sh t.[wat x] l | _ => Nothing end else Nothing
          else Nothing
      end
  end.
(* the same without calling functions, which costs as much as all the rest *)
Definition recall_now {A : Set} sh (m : memory A) l := Eval cbv beta delta [recall same_kind same_side] in recall sh m l.
Definition remembered {A : Set} sh g (m : memory A) (f : wpos -> A) (p : wpos) : A :=
  if same_side (wturn p) g then
    if wpass p =? nowhere then match recall_now sh m (wmen p) with Known v => v | _ => f p end else f p
  else f p.

(** ** Moves *)
Definition the_same sh g (m : memory wpos) (q : wpos) : wpos := remembered sh g m (fun q => q) q.
Definition moves_to sh g (m : memory wpos) (p : wpos) : list wpos := map (the_same sh g m) (legal_moves p).

(** ** Nothing is changed *)
Lemma each_square_says (A : Set) (f : int -> memory A) :
  exists t, each_square f = By_square t /\ forall s, t.[s] = Nothing \/ t.[s] = f s.
Proof.
  eexists. split; [reflexivity|]. intros s.
  assert (H : forall l t, t.[s] = Nothing \/ t.[s] = f s ->
    let u := fold_left (fun t s => t.[s <- f s]) l t in u.[s] = Nothing \/ u.[s] = f s).
  { induction l as [|a l IH]; intros t T; cbn; auto. apply IH.
    destruct (get_set _ t a (f a) s) as [->|[<- ->]]; auto. }
  apply H. left. apply get_make.
Qed.

Lemma recall_nothing (A : Set) sh l v : recall sh (@Nothing A) l <> Known v.
Proof.
  destruct sh as [|[h j] sh], l as [|y l]; cbn; try discriminate. destruct (same_kind (wkind y) j), (same_side (wside y) h); discriminate.
Qed.
Lemma recall_placed sh : forall F l p, recall sh (placed sh F) l = Known p -> F l = Known p.
Proof.
  induction sh as [|[g k] sh IH]; intros F [|x l] p; cbn [recall placed]; try discriminate; auto.
  destruct (each_square_says _ (fun s => placed sh (fun l => F (WMan g k s :: l)))) as (t & -> & T).
  destruct (same_kind (wkind x) k) eqn:K; [|discriminate]. destruct (same_side (wside x) g) eqn:G; [|discriminate].
  destruct (T (wat x)) as [->| ->]; intros H.
  - destruct (recall_nothing _ _ _ _ H).
  - apply (IH (fun l => F (WMan g k (wat x) :: l))) in H. replace x with (WMan g k (wat x)); auto.
    destruct x as [h j s]. cbn in *. destruct g, h, k, j; congruence || discriminate.
Qed.
Lemma recall_memory (A : Set) sh (f : wpos -> A) : forall m l v,
  recall sh (memory_of sh m f) l = Known v -> exists p, recall sh m l = Known p /\ v = f p.
Proof.
  induction sh as [|[g k] sh IH]; intros m [|x l] v; cbn [recall memory_of]; try discriminate.
  - destruct m; try discriminate. intros H. injection H as <-. eauto.
  - destruct (same_kind (wkind x) k); [|discriminate]. destruct (same_side (wside x) g); [|discriminate].
    destruct m as [|w|t]; try discriminate.
    destruct (each_square_says _ (fun s => memory_of sh t.[s] f)) as (u & -> & U).
    destruct (U (wat x)) as [->| ->]; intros H; [destruct (recall_nothing _ _ _ _ H)|]. now apply IH.
Qed.

Lemma recall_position sh g p q : same_side (wturn p) g = true -> (wpass p =? nowhere) = true ->
  recall sh (positions_of sh g) (wmen p) = Known q -> q = p.
Proof.
  intros G P H. apply recall_placed in H. cbv zeta in H. destruct (legal_now _); [|discriminate]. injection H as <-.
  apply eqb_spec in P. destruct p as [h l e], g, h; cbn in *; congruence.
Qed.
Theorem remembered_right (A : Set) sh g (f : wpos -> A) p :
  remembered sh g (memory_of sh (positions_of sh g) f) f p = f p.
Proof.
  unfold remembered. destruct (same_side (wturn p) g) eqn:G; auto. destruct (wpass p =? nowhere) eqn:P; auto.
  change (@recall_now A) with (@recall A). destruct (recall sh _ (wmen p)) as [|v|t] eqn:R; auto. apply recall_memory in R. destruct R as (q & R & ->).
  f_equal. eapply recall_position; eauto.
Qed.
Lemma the_same_right sh g q : the_same sh g (positions_of sh g) q = q.
Proof.
  unfold the_same, remembered. destruct (same_side (wturn q) g) eqn:G; auto. destruct (wpass q =? nowhere) eqn:P; auto.
  change (@recall_now wpos) with (@recall wpos).
  destruct (recall sh _ (wmen q)) eqn:R; auto. eapply recall_position; eauto.
Qed.
Lemma moves_to_right sh g p : moves_to sh g (positions_of sh g) p = legal_moves p.
Proof. unfold moves_to. rewrite (map_ext _ (fun q => q)); [apply map_id|]. intros q. apply the_same_right. Qed.
Theorem remembered_moves_right sh g h p :
  let f := moves_to sh h (positions_of sh h) in
  remembered sh g (memory_of sh (positions_of sh g) f) f p = legal_moves p.
Proof. intros f. unfold f. rewrite remembered_right. apply moves_to_right. Qed.
