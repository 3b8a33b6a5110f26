(** * A checker of LRAT proofs: what it accepts cannot be satisfied

    A proof is a list of steps. [Add id c hints]: the clause [c] follows, because if all its literals are false, then the clauses named by the
    hints, one after the other, leave one literal each, which must then be true, until one leaves none. [Del ids]: these clauses
    are not used any more. The proof is accepted when the empty clause has been added. Steps with negative hints (RAT) are refused.
    What is true by assumption is marked in an array with the number of the step that assumed it. Numbers ascend, so nothing has to be
    taken back. [check_sound] is the theorem; what has to be read for it are the definitions up to [satisfiable]. *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Arrays.
Import ListNotations.
Open Scope uint63_scope.

(** ** Clauses *)
Definition literal := int.                      (* 2 v for the variable v, 2 v + 1 for its negation *)
Definition neg (l : literal) : literal := l lxor 1.
Definition clause := list literal.
Definition assignment := literal -> bool.
Definition proper (m : assignment) := forall l, m (neg l) = negb (m l).
Definition true_in (m : assignment) (c : clause) := exists l, In l c /\ m l = true.
Definition satisfiable (f : list clause) := exists m, proper m /\ forall c, In c f -> true_in m c.

(** ** The checker *)
Inductive step := Add (id : int) (c : clause) (hints : list int) | Del (ids : list int).
Inductive found := Contradiction | Unit (l : literal) | Undecided.

(* the clause when all marked literals are true: what is left of it? *)
Fixpoint nothing_but (marks : array int) (id : int) (u : literal) (c : clause) : found :=
  match c with
  | [] => Unit u
  | l :: c => if marks.[neg l] =? id then nothing_but marks id u c
              else if l =? u then nothing_but marks id u c else Undecided
  end.
Fixpoint what_is_left (marks : array int) (id : int) (c : clause) : found :=
  match c with
  | [] => Contradiction
  | l :: c => if marks.[neg l] =? id then what_is_left marks id c else nothing_but marks id l c
  end.
Fixpoint assume_false (marks : array int) (id : int) (c : clause) : array int :=
  match c with [] => marks | l :: c => assume_false (marks.[neg l <- id]) id c end.
Fixpoint follow (db : array (option clause)) (marks : array int) (id : int) (hints : list int) : bool * array int :=
  match hints with
  | [] => (false, marks)
  | h :: hints =>
      match db.[h] with
      | None => (false, marks)
      | Some c => match what_is_left marks id c with
                  | Contradiction => (true, marks)
                  | Unit u => follow db (marks.[u <- id]) id hints
                  | Undecided => (false, marks)
                  end
      end
  end.
Fixpoint delete (db : array (option clause)) (ids : list int) : array (option clause) :=
  match ids with [] => db | i :: ids => delete (db.[i <- None]) ids end.
Fixpoint run (db : array (option clause)) (marks : array int) (last : int) (p : list step) : bool :=
  match p with
  | [] => false
  | Del ids :: p => run (delete db ids) marks last p
  | Add id c hints :: p =>
      if last <? id then
        let '(fine, marks) := follow db (assume_false marks id c) id hints in
        if fine then match c with [] => true | _ => run (db.[id <- Some c]) marks id p end else false
      else false
  end.
Fixpoint load (db : array (option clause)) (i : int) (f : list clause) : array (option clause) :=
  match f with [] => db | c :: f => load (db.[i <- Some c]) (i + 1) f end.

(** [ids] and [literals] are more than the largest clause number and literal; if they are not, the proof is refused, no more. *)
Definition check (ids literals : int) (f : list clause) (p : list step) : bool :=
  run (load (make ids None) 1 f) (make literals 0) 0 p.

(** ** Soundness: a satisfying assignment would survive every step *)
Section Sound.
Variable m : assignment.
Hypothesis P : proper m.
Definition all_true (db : array (option clause)) := forall i c, db.[i] = Some c -> true_in m c.
Definition marked_true (marks : array int) id := forall l, marks.[l] = id -> m l = true.
Definition marked_before (marks : array int) n := forall l, (to_Z marks.[l] <= to_Z n)%Z.

Lemma marked_not marks id l : marked_true marks id -> marks.[neg l] =? id = true -> m l = false.
Proof. intros G E. apply eqb_spec, G in E. rewrite P in E. now destruct (m l). Qed.

Lemma nothing_but_sound marks id c : marked_true marks id -> forall u,
  match nothing_but marks id u c with
  | Unit w => w = u /\ (true_in m c -> m u = true)
  | Contradiction => False
  | Undecided => True
  end.
Proof.
  intros G. induction c as [|l c IH]; intros u; cbn [nothing_but]; [split; auto; intros (? & [] & _)|].
  assert (N : (m l = true -> m u = true) -> match nothing_but marks id u c with
    Unit w => w = u /\ (true_in m (l :: c) -> m u = true) | Contradiction => False | Undecided => True end).
  { intros X. specialize (IH u). destruct (nothing_but marks id u c) as [|w|]; auto. destruct IH as [-> IH]. split; auto.
    intros (x & [<-|Hx] & T); auto. apply IH. exists x; auto. }
  destruct (marks.[neg l] =? id) eqn:E. { apply N. rewrite (marked_not _ _ _ G E). discriminate. }
  destruct (l =? u) eqn:F; [|exact I]. apply eqb_spec in F. subst. now apply N.
Qed.
Lemma what_is_left_sound marks id c : marked_true marks id -> true_in m c ->
  match what_is_left marks id c with Unit u => m u = true | Contradiction => False | Undecided => True end.
Proof.
  intros G. induction c as [|l c IH]; cbn [what_is_left]; intros (x & Hx & T); [destruct Hx|].
  destruct (marks.[neg l] =? id) eqn:E.
  - apply IH. destruct Hx as [<-|Hx]; [|exists x; auto]. rewrite (marked_not _ _ _ G E) in T. discriminate.
  - pose proof (nothing_but_sound marks id c G l) as O. destruct (nothing_but marks id l c); auto. destruct O as [-> O].
    destruct Hx as [<-|Hx]; auto. apply O. exists x; auto.
Qed.

Lemma mark_true marks id l : marked_true marks id -> m l = true -> marked_true marks.[l <- id] id.
Proof. intros G T x Hx. destruct (get_set _ marks l id x) as [S|[<- _]]; auto. apply G. now rewrite <- S. Qed.
Lemma mark_before marks n l : marked_before marks n -> marked_before marks.[l <- n] n.
Proof. intros G x. destruct (get_set _ marks l n x) as [->|[_ ->]]; [apply G|lia]. Qed.

Lemma follow_sound db id hints : all_true db -> forall marks, marked_true marks id ->
  fst (follow db marks id hints) = true -> False.
Proof.
  intros D. induction hints as [|h hints IH]; cbn [follow]; intros marks G R; [discriminate|].
  destruct (db.[h]) as [c|] eqn:E; [|discriminate]. pose proof (what_is_left_sound marks id c G (D h c E)) as L.
  destruct (what_is_left marks id c); auto; try discriminate. eapply IH; [|exact R]. now apply mark_true.
Qed.
Lemma follow_before db id hints : forall marks, marked_before marks id -> marked_before (snd (follow db marks id hints)) id.
Proof.
  induction hints as [|h hints IH]; cbn [follow]; intros marks G; auto. destruct (db.[h]); auto.
  destruct (what_is_left marks id c); auto. apply IH. now apply mark_before.
Qed.
Lemma assume_before c id : forall marks, marked_before marks id -> marked_before (assume_false marks id c) id.
Proof.
  induction c as [|l c IH]; intros marks G; [exact G|]. cbn [assume_false]. apply IH. now apply mark_before.
Qed.
Lemma assume_true c id : existsb m c = false -> forall marks, marked_true marks id -> marked_true (assume_false marks id c) id.
Proof.
  induction c as [|l c IH]; intros N marks G; [exact G|]. cbn [existsb assume_false] in *. apply orb_false_iff in N. destruct N as [N1 N2].
  apply IH; [exact N2|]. apply mark_true; [exact G|]. now rewrite P, N1.
Qed.

Lemma store db i o : all_true db -> (forall c, o = Some c -> true_in m c) -> all_true db.[i <- o].
Proof.
  intros D H j c E. destruct (get_set _ db i o j) as [S|[_ S]].
  - apply (D j). now rewrite <- S.
  - apply H. now rewrite <- S.
Qed.
Lemma delete_true ids : forall db, all_true db -> all_true (delete db ids).
Proof.
  induction ids as [|i ids IH]; intros db D; [exact D|]. cbn [delete]. apply IH. apply store; [exact D|discriminate].
Qed.
Lemma load_true f : (forall c, In c f -> true_in m c) -> forall db i, all_true db -> all_true (load db i f).
Proof.
  induction f as [|c f IH]; intros H db i D; [exact D|]. cbn [load]. apply IH; [intros x Hx; apply H; now right|].
  apply store; [exact D|]. intros x E. injection E as <-. apply H. now left.
Qed.

Lemma run_sound p : forall db marks last, all_true db -> marked_before marks last -> run db marks last p = true -> False.
Proof.
  induction p as [|[id c hints|ids] p IH]; intros db marks last D O; cbn [run]; try discriminate.
  - destruct (last <? id) eqn:L; [|discriminate]. apply ltb_spec in L.
    destruct (follow db (assume_false marks id c) id hints) as [fine marks'] eqn:F. destruct fine; [|discriminate].
    assert (O' : marked_before marks id) by (intros l; specialize (O l); lia).
    assert (G : marked_true marks id) by (intros l E; specialize (O l); rewrite E in O; lia).
    assert (C : true_in m c).
    { destruct (existsb m c) eqn:X; [apply existsb_exists in X; exact X|].
      exfalso. apply (follow_sound db id hints D (assume_false marks id c)); [now apply assume_true|now rewrite F]. }
    destruct c as [|l0 c0]; [destruct C as (? & [] & _)|]. apply IH.
    + apply store; auto. intros x E. injection E as <-. exact C.
    + replace marks' with (snd (follow db (assume_false marks id (l0 :: c0)) id hints)) by now rewrite F.
      apply follow_before. now apply assume_before.
  - apply IH; auto. now apply delete_true.
Qed.
End Sound.

Theorem check_sound ids literals f p : check ids literals f p = true -> ~ satisfiable f.
Proof.
  intros R (m & P & H). apply (run_sound m P p) in R; auto.
  - apply load_true; auto. intros i c E. rewrite get_make in E. discriminate.
  - intros l. rewrite get_make. lia.
Qed.

(** ** Clauses and steps as numbers

    For files that are printed: a clause is its literals, followed by 0, as in DIMACS text, in arrays one after the other. A statement about
    [clauses_of] rests on these definitions too; [steps_of] may be anything, since only what is accepted counts. *)
Definition put (x : int) (f : list clause) : list clause :=
  if x =? 0 then [] :: f else match f with c :: f => (x :: c) :: f | [] => [[x]] end.
Fixpoint put_first (n : nat) (a : array int) (i : int) (f : list clause) : list clause :=    (* the numbers of [a] before [i], [n] of them *)
  match n with O => f | S n => put_first n a (i - 1) (put a.[i - 1] f) end.
Definition put_all (a : array int) (f : list clause) := put_first (Z.to_nat (to_Z (length a))) a (length a) f.
Definition clauses_of (numbers : list (array int)) : list clause := fold_right put_all [] numbers.

(** A step is [id], the literals of its clause, 0, hints, 0; or 0, clauses to delete, 0. *)
Fixpoint steps_in (groups : list (list int)) : list step :=
  match groups with
  | [] :: ids :: groups => Del ids :: steps_in groups
  | (id :: c) :: hints :: groups => Add id c hints :: steps_in groups
  | _ => []
  end.
Definition steps_of (numbers : list (array int)) : list step := steps_in (clauses_of numbers).
