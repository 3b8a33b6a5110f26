(** * Games of two players who move in turn; who is in check and cannot move has lost.

    Nothing here knows about chess. What has to be believed are the definitions of the first part: [wins],
    [loses], [exact], [mates_within], [keeps]. The second part shows that local checks are enough:
    - [values_exact]: if every value is the best of the values after one move, then all values are exact, wins
      and losses with their distances, and a draw is never won;
    - [strategy_mates]: if some number falls with every move of a strategy and every reply to it, the strategy mates.
    Distances are counted in plies (moves of one side). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.

Inductive value := Win (plies : nat) | Draw | Loss (plies : nat).        (* for the side to move *)

Section Definitions.
Variable position : Type.
Variable moves : position -> list position.
Variable check : position -> bool.

Definition mated p := moves p = [] /\ check p = true.

(** The side to move mates within [n] plies, whatever is replied; it is mated within [n] plies, whatever it plays. *)
Fixpoint wins (n : nat) (p : position) : Prop :=
  match n with
  | O => False
  | S m => exists q, In q (moves p) /\ loses m q
  end
with loses (n : nat) (p : position) : Prop :=
  mated p \/
  match n with
  | O => False
  | S m => moves p <> [] /\ forall q, In q (moves p) -> wins m q
  end.

(** A value is exact if it says who wins and in how many plies with best play. *)
Definition exact (p : position) (v : value) : Prop :=
  match v with
  | Win n => wins n p /\ (forall m, m < n -> ~ wins m p) /\ (forall m, ~ loses m p)
  | Loss n => loses n p /\ (forall m, m < n -> ~ loses m p) /\ (forall m, ~ wins m p)
  | Draw => (forall m, ~ wins m p) /\ (forall m, ~ loses m p)
  end.

(** A strategy allows some moves in each position. Every play that follows it ends in mate within [n] own moves:
    it always has a move, only legal ones, and none that stalemates. *)
Variable allowed : position -> list position.
Fixpoint mates_within (n : nat) (p : position) : Prop :=
  match n with
  | O => False
  | S m => allowed p <> [] /\
      forall q, In q (allowed p) ->
        In q (moves p) /\
        (mated q \/ (moves q <> [] /\ forall r, In r (moves q) -> mates_within m r))
  end.

(** Every play that follows the strategy, however long, keeps to positions that are [good] with its side to move. *)
Variable good : position -> Prop.
Fixpoint keeps (n : nat) (p : position) : Prop :=
  good p /\
  match n with
  | O => True
  | S m => allowed p <> [] /\
      forall q, In q (allowed p) -> In q (moves p) /\ forall r, In r (moves q) -> keeps m r
  end.
End Definitions.

(** ** The best of several values *)

(** The value so far, and the value after one more move, seen by the opponent. *)
Definition better (v w : value) : value :=
  match w with
  | Loss n => match v with Win m => Win (Nat.min m (S n)) | _ => Win (S n) end
  | Draw => match v with Win _ => v | _ => Draw end
  | Win n => match v with Loss m => Loss (Nat.max m (S n)) | _ => v end
  end.
Definition best (c : bool) (l : list value) : value :=
  match l with
  | [] => if c then Loss 0 else Draw
  | _ => fold_left better l (Loss 0)
  end.

(** What [best] means, without an order of the moves. *)
Definition is_best v l :=
  match v with
  | Win n => (exists m, n = S m /\ In (Loss m) l) /\ (forall m, In (Loss m) l -> n <= S m)
  | Draw => (forall m, ~ In (Loss m) l) /\ In Draw l
  | Loss n => (forall m, ~ In (Loss m) l) /\ ~ In Draw l /\ (forall m, In (Win m) l -> S m <= n)
              /\ (n = 0 \/ exists m, n = S m /\ In (Win m) l)
  end.

Lemma in_snoc (A : Type) (x y : A) l : In x (l ++ [y]) <-> In x l \/ x = y.
Proof. rewrite in_app_iff. cbn. intuition. Qed.

Lemma better_best v w l : is_best v l -> is_best (better v w) (l ++ [w]).
Proof.
  destruct v as [n| |n], w as [k| |k]; cbn; intros H; repeat setoid_rewrite in_snoc;
  repeat match goal with H : _ /\ _ |- _ => destruct H | H : exists _, _ |- _ => destruct H end; subst;
  repeat split; intros; try intros [?|?];
  repeat match goal with
  | H : _ \/ _ = _ |- _ => destruct H
  | H : Win _ = Win _ |- _ => injection H as ->
  | H : Loss _ = Loss _ |- _ => injection H as ->
  end; try discriminate; try lia; eauto;
  try match goal with
  | H : forall m, ~ In (Loss m) ?l, X : In (Loss ?k) ?l |- _ => destruct (H _ X)
  | H : forall m, In (Loss m) ?l -> _, X : In (Loss ?k) ?l |- _ => specialize (H _ X); lia
  | H : forall m, In (Win m) ?l -> _, X : In (Win ?k) ?l |- _ => specialize (H _ X); lia
  | H : ~ In Draw ?l, X : In Draw ?l |- _ => destruct (H X)
  end.
  - destruct (Nat.min_dec (S x) (S k)); [exists x|exists k]; split; auto; lia.
  - right. destruct H2 as [->|(m & -> & Hm)]; [exists k; split; auto; lia|].
    destruct (Nat.max_dec (S m) (S k)); [exists m|exists k]; split; auto; lia.
Qed.

Lemma fold_best l : forall v l0, is_best v l0 -> is_best (fold_left better l v) (l0 ++ l).
Proof.
  induction l as [|w l IH]; intros v l0 H; cbn; [now rewrite app_nil_r|].
  change (w :: l) with ([w] ++ l). rewrite app_assoc. apply IH, better_best, H.
Qed.

Lemma best_is_best c l : l <> [] -> is_best (best c l) l.
Proof.
  destruct l as [|w l]; [congruence|]. intros _.
  apply (fold_best (w :: l) (Loss 0) []). cbn. intuition.
Qed.

(** ** Values that are locally right are exact *)
Section Values.
Variable position : Type.
Variable moves : position -> list position.
Variable check : position -> bool.
Variable value_of : position -> value.
Variable known : position -> Prop.                         (* a set that no move leaves *)
Hypothesis closed : forall p q, known p -> In q (moves p) -> known q.
Hypothesis local : forall p, known p -> value_of p = best (check p) (map value_of (moves p)).

Notation wins := (wins position moves check).
Notation loses := (loses position moves check).

Lemma local_best p : known p -> moves p <> [] -> is_best (value_of p) (map value_of (moves p)).
Proof.
  intros K N. rewrite (local p K). apply best_is_best. intros E. apply N. now apply map_eq_nil in E.
Qed.
Lemma value_in p q : In q (moves p) -> In (value_of q) (map value_of (moves p)).
Proof. apply in_map. Qed.

Lemma later n : forall m p, n <= m -> (wins n p -> wins m p) /\ (loses n p -> loses m p).
Proof.
  induction n; intros [|m] p H; cbn; try lia; try tauto. split.
  - intros (q & Hq & L). exists q. split; auto. now apply (IHn m q (le_S_n _ _ H)).
  - intros [M|[N A]]; auto. right. split; auto. intros q Hq. now apply (IHn m q (le_S_n _ _ H)), A.
Qed.

Lemma values_hold n : forall p, known p -> (value_of p = Win n -> wins n p) /\ (value_of p = Loss n -> loses n p).
Proof.
  induction n as [n IH] using lt_wf_ind. intros p K.
  destruct (moves p) as [|q0 l] eqn:M.
  - pose proof (local p K) as E. rewrite M in E. cbn in E.
    split; intros V; rewrite V in E; destruct (check p) eqn:C; try discriminate.
    injection E as ->. cbn. left. split; auto.
  - assert (N : moves p <> []) by congruence. pose proof (local_best p K N) as B. split; intros V; rewrite V in B; cbn in B.
    + destruct B as [(m & -> & Hm) _]. apply in_map_iff in Hm. destruct Hm as (q & Vq & Hq).
      exists q. split; auto. apply (IH m); eauto.
    + destruct B as (B1 & B2 & B3 & _).
      assert (A : forall q, In q (moves p) -> exists k, value_of q = Win k /\ S k <= n).
      { intros q Hq. pose proof (value_in p q Hq) as I. destruct (value_of q) as [k| |k]; [eauto|tauto|destruct (B1 k I)]. }
      destruct n as [|n]. { destruct (A q0) as (k & _ & X); [rewrite M; now left|inversion X]. }
      cbn. right. split; auto. intros q Hq. destruct (A q Hq) as (k & Vk & Lk).
      apply (later k n q); [lia|]. apply (IH k); eauto.
Qed.

Lemma values_are_all n : forall p, known p ->
  (wins n p -> exists m, m <= n /\ value_of p = Win m) /\ (loses n p -> exists m, m <= n /\ value_of p = Loss m).
Proof.
  induction n as [|n IH]; intros p K; split; cbn; try tauto.
  - intros [[M C]|[]]. exists 0. split; auto. now rewrite (local p K), M, C.
  - intros (q & Hq & L). destruct (IH q) as [_ IHl]; [eauto|]. destruct (IHl L) as (m & Hm & Vq).
    pose proof (value_in p q Hq) as I. rewrite Vq in I.
    assert (N : moves p <> []) by (intros X; rewrite X in Hq; destruct Hq).
    pose proof (local_best p K N) as B. destruct (value_of p) as [k| |k]; cbn in B.
    + exists k. split; auto. destruct B as [_ B]. specialize (B m I). lia.
    + destruct B as [B _]. destruct (B m I).
    + destruct B as [B _]. destruct (B m I).
  - intros [[M C]|[N A]]. { exists 0. split; [lia|]. now rewrite (local p K), M, C. }
    assert (W : forall v, In v (map value_of (moves p)) -> exists m, m <= n /\ v = Win m).
    { intros v Hv. apply in_map_iff in Hv. destruct Hv as (q & <- & Hq). destruct (IH q) as [IHw _]; [eauto|]. now apply IHw, A. }
    pose proof (local_best p K N) as B. destruct (value_of p) as [k| |k]; cbn in B.
    + destruct B as [(m & _ & Hm) _]. destruct (W _ Hm) as (? & _ & ?). discriminate.
    + destruct B as [_ Hm]. destruct (W _ Hm) as (? & _ & ?). discriminate.
    + destruct B as (_ & _ & _ & [->|(m & -> & Hm)]); [exists 0; split; [lia|auto]|].
      destruct (W _ Hm) as (k & L & X). injection X as <-. exists (S m). split; [lia|auto].
Qed.

Theorem values_exact p : known p -> exact position moves check p (value_of p).
Proof.
  intros K.
  assert (W : forall m, wins m p -> exists k, k <= m /\ value_of p = Win k) by (intros; now apply values_are_all).
  assert (L : forall m, loses m p -> exists k, k <= m /\ value_of p = Loss k) by (intros; now apply values_are_all).
  assert (H := fun n => values_hold n p K).
  destruct (value_of p) as [n| |n] eqn:V; cbn; repeat split; try (now apply H); intros m.
  1, 5: intros Hm X; (destruct (W _ X) as (k & ? & E) || destruct (L _ X) as (k & ? & E)); injection E as <-; lia.
  all: intros X; (destruct (W _ X) as (k & ? & E) || destruct (L _ X) as (k & ? & E)); discriminate.
Qed.
End Values.

(** A position has one exact value. *)
Lemma exact_unique position moves check p v w :
  exact position moves check p v -> exact position moves check p w -> v = w.
Proof.
  destruct v as [n| |n], w as [k| |k]; cbn; auto; intros A B;
  repeat match goal with H : _ /\ _ |- _ => destruct H end;
  try match goal with X : wins _ _ _ _ _, N : forall m, ~ wins _ _ _ m _ |- _ => destruct (N _ X) end;
  try match goal with X : loses _ _ _ _ _, N : forall m, ~ loses _ _ _ m _ |- _ => destruct (N _ X) end;
  f_equal; destruct (lt_eq_lt_dec n k) as [[L|E]|L]; auto; exfalso;
  match goal with N : forall m, m < _ -> ~ _ |- _ => eapply N; eassumption end.
Qed.

(** ** A strategy after whose moves some number falls mates *)
Section Strategies.
Variable position : Type.
Variable moves : position -> list position.
Variable check : position -> bool.
Variable allowed : position -> list position.
Notation mates_within := (mates_within position moves check allowed).

Lemma mates_later n : forall m p, n <= m -> mates_within n p -> mates_within m p.
Proof.
  induction n; intros [|m] p H; cbn; try tauto; try lia.
  intros [N A]. split; auto. intros q Hq. destruct (A q Hq) as [I [M|[E F]]]; split; auto.
  right. split; auto. intros r Hr. apply IHn; [lia|auto].
Qed.

Variable left : position -> nat.                           (* how many moves are left, at most *)
Variable known : position -> Prop.
Definition progress p :=
  allowed p <> [] /\
  forall q, In q (allowed p) ->
    In q (moves p) /\
    (mated position moves check q \/
     (moves q <> [] /\ forall r, In r (moves q) -> known r /\ left r < left p)).
Hypothesis local : forall p, known p -> progress p.

Theorem strategy_mates p : known p -> mates_within (S (left p)) p.
Proof.
  remember (left p) as n eqn:E. revert p E. induction n as [n IH] using lt_wf_ind. intros p E K.
  destruct (local p K) as [N A]. split; auto.
  intros q Hq. destruct (A q Hq) as [I [M|[M F]]]; split; auto. right. split; auto.
  intros r Hr. destruct (F r Hr) as [Kr L]. rewrite <- E in L.
  apply (mates_later (S (left r))); [lia|]. eapply IH; eauto.
Qed.
End Strategies.
