(** * Strategies: lists of steps; the first that has a move is played, and all its moves are allowed

    What has to be read of this file are the definitions up to [allowed]: they say what a printed strategy means.
    The rest checks claims about it by going through all positions, with the help of a table that says how many moves are left.
    Anybody may have made that table. It is not believed: in every position where it says [d], every allowed move must mate, or
    lead to positions where it says less than [d] after every reply ([progress_now]). [reaches_mate] is what follows.

    A printed claim uses
    - [strategy], [Step], [allowed] for the definition of the strategy;
    - [Left] for its helper data, and [reaches_mate] with [by_running] for theorems "S reaches mate within n moves from F";
    - [everywhere_legal] (in [Legal.v]) for lemmas "in every position where F: E";
    - [how_many_right] (in [Legal.v]) and [step_of] for "count positions where F", where [F] may ask which step is played. *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Games Laws Words Same Run Legal.
Import ListNotations.
Open Scope uint63_scope.

(** ** What a strategy means
    [holds p q]: the step has the move from [p] to [q]. [prefer]: numbers; of the moves for which the step holds those with the
    least first number are kept, of these those with the least second number, and so on. So [least (a, b) then most c] is
    [[a; b; top - c]] with any [top] that is not less than [c]; a move that has no number (a man it speaks of has been captured) gets
    one that is more than all others. *)
Record step := Step { holds : wpos -> wpos -> bool; prefer : list (wpos -> wpos -> int) }.
Definition strategy := list step.

Definition least (f : wpos -> int) (l : list wpos) : list wpos :=
  match l with
  | [] => []
  | q :: r =>
      let m := fold_left (fun m q => let v := f q in if v <? m then v else m) r (f q) in
      filter (fun q => f q =? m) l
  end.
Definition keep_best (keys : list (wpos -> wpos -> int)) p l := fold_left (fun l f => least (f p) l) keys l.
Fixpoint choose (ss : strategy) p (qs : list wpos) : list wpos :=
  match ss with
  | [] => []
  | s :: ss =>
      match filter (holds s p) qs with
      | [] => choose ss p qs
      | l => keep_best (prefer s) p l
      end
  end.
Definition allowed (ss : strategy) (p : position) : list position :=
  map read (choose ss (write p) (map write (moves p))).

(** The number of the step that is played, from 1; 0 if there is none. *)
Fixpoint number_of_step (ss : strategy) (n : int) p (qs : list wpos) : int :=
  match ss with
  | [] => 0
  | s :: ss => match filter (holds s p) qs with [] => number_of_step ss (n + 1) p qs | _ => n end
  end.
Definition step_of (ss : strategy) p : int := number_of_step ss 1 p (legal_moves p).

(** ** Only legal moves are allowed *)
Lemma least_in f l q : In q (least f l) -> In q l.
Proof. unfold least. destruct l; auto. intros H. now apply filter_In in H. Qed.
Lemma keep_best_in keys p : forall l q, In q (keep_best keys p l) -> In q l.
Proof. induction keys; cbn; auto. intros l q H. now apply IHkeys, least_in in H. Qed.
Lemma choose_in ss p qs q : In q (choose ss p qs) -> In q qs.
Proof.
  induction ss as [|s ss IH]; cbn; [intros []|]. destruct (filter (holds s p) qs) as [|a l] eqn:F; auto.
  intros H. apply keep_best_in in H. rewrite <- F in H. now apply filter_In in H.
Qed.
Lemma allowed_read ss p : wf p -> allowed ss (read p) = map read (choose ss p (legal_moves p)).
Proof.
  intros W. unfold allowed. rewrite legal_moves_read, write_read, map_map by auto.
  rewrite (map_ext_in _ (fun q => q)), map_id; auto. intros q Hq. apply write_read. eapply legal_moves_wf; eauto.
Qed.

(** ** Helper data: for each shape a table of the moves that are left, 0 where nothing is said
    Eight numbers of 7 bits in a word, the first in the lowest bits; the place of a position has six bits for each man's square
    (a1 = 0, b1 = 1, .., h8 = 63), the first man's being the highest. Words come in chunks of 65,536, the last perhaps shorter. *)
Record left_table := Left { left_shape : shape; left_chunks : array (array int) }.
Definition place_of (l : list wman) : int := fold_left (fun i x => (i << 6) lor wat x) l 0.
Definition cell (t : array (array int)) (i : int) : int :=
  (t.[i >> 19].[(i >> 3) land 65535] >> ((i land 7) * 7)) land 127.
Fixpoint look (ts : list left_table) (l : list wman) : int :=
  match ts with
  | [] => 0
  | t :: ts => if fits l (left_shape t) then cell (left_chunks t) (place_of l) else look ts l
  end.
Definition left_of g ts p : int :=
  if same_side (wturn p) g then if wpass p =? nowhere then look ts (wmen p) else 0 else 0.

(** ** The check *)
Section Check.
Variable ss : strategy.
Variable g : side.
Variable ts : list left_table.
Variable from : wpos -> bool.
Variable n : int.

Fixpoint all_below (d : int) (rs : list wpos) : bool :=
  match rs with
  | [] => true
  | r :: rs => let e := left_of g ts r in if e =? 0 then false else if e <? d then all_below d rs else false
  end.
Fixpoint all_progress (d : int) (qs : list wpos) : bool :=
  match qs with
  | [] => true
  | q :: qs =>
      if match legal_moves q with [] => in_check_now q | rs => all_below d rs end then all_progress d qs else false
  end.
Definition progress_now (d : int) p : bool :=
  match choose ss p (legal_moves p) with [] => false | l => all_progress d l end.

(** Of the first shape every position [from] which the claim speaks must be in the table. *)
Definition right_here (first : bool) (l : list wman) : bool :=
  let p := WPos g l nowhere in
  let d := left_of g ts p in
  if d =? 0 then if first then if legal_now p then negb (from p) else true else true
  else if d <=? n then progress_now d p else false.
Definition claim_right : bool :=
  match ts with
  | [] => false
  | t :: us =>
      if everywhere (left_shape t) (right_here true)
      then forallb (fun u => everywhere (left_shape u) (right_here false)) us else false
  end.

(** ** What it shows *)
Hypothesis H : claim_right = true.

Lemma look_fits us l : look us l <> 0 -> exists t, In t us /\ fits l (left_shape t) = true.
Proof.
  induction us as [|t us IH]; cbn; [congruence|]. destruct (fits l (left_shape t)) eqn:F; [eauto|].
  intros X. destruct (IH X) as (u & ? & ?). eauto.
Qed.
Lemma left_of_some p : left_of g ts p <> 0 -> p = WPos g (wmen p) nowhere /\ look ts (wmen p) <> 0.
Proof.
  destruct p as [h l e]. unfold left_of. cbn. destruct (same_side h g) eqn:G; [|congruence].
  destruct (e =? nowhere) eqn:E; [|congruence]. apply eqb_spec in E. intros N. split; auto.
  destruct h, g; congruence || discriminate.
Qed.

Lemma checked_here p : wf p -> left_of g ts p <> 0 -> progress_now (left_of g ts p) p = true /\ (left_of g ts p <=? n) = true.
Proof.
  intros [O _] N. destruct (left_of_some p N) as [E X]. destruct (look_fits ts _ X) as (t & Ht & F).
  assert (R : exists first, right_here first (wmen p) = true).
  { unfold claim_right in H. destruct ts as [|t0 us]; [discriminate|].
    destruct (everywhere (left_shape t0) (right_here true)) eqn:A; [|discriminate].
    destruct Ht as [<-|Ht]; [exists true; eapply everywhere_all; eauto|exists false].
    rewrite forallb_forall in H. eapply everywhere_all; eauto. }
  destruct R as [first R]. unfold right_here in R. rewrite <- E in R. cbv zeta in R.
  destruct (left_of g ts p =? 0) eqn:Z. { apply eqb_spec in Z. congruence. }
  destruct (left_of g ts p <=? n); [auto|discriminate].
Qed.

Lemma all_below_in d rs : all_below d rs = true -> forall r, In r rs -> left_of g ts r <> 0 /\ (left_of g ts r <? d) = true.
Proof.
  induction rs as [|a rs IH]; cbn; [intros _ ? []|]. destruct (left_of g ts a =? 0) eqn:Z; [discriminate|].
  apply eqb_false_spec in Z. destruct (left_of g ts a <? d) eqn:L; [|discriminate].
  intros X r [<-|Hr]; auto.
Qed.
Lemma all_progress_in d qs : all_progress d qs = true -> forall q, In q qs ->
  match legal_moves q with [] => in_check_now q | rs => all_below d rs end = true.
Proof.
  induction qs as [|a qs IH]; cbn; [intros _ ? []|].
  destruct (match legal_moves a with [] => _ | _ => _ end) eqn:E; [|discriminate]. intros X q [<-|Hq]; auto.
Qed.

Definition known p := exists q, wf q /\ read q = p /\ left_of g ts q <> 0.
Definition moves_left p : nat := Z.to_nat (to_Z (left_of g ts (write p))) - 1.

Lemma known_progress p : known p -> progress position moves check (allowed ss) moves_left known p.
Proof.
  intros (w & W & <- & N). destruct (checked_here w W N) as [C _]. unfold progress_now in C.
  unfold progress. rewrite allowed_read by auto.
  remember (choose ss w (legal_moves w)) as l eqn:E.
  assert (A : l <> [] /\ all_progress (left_of g ts w) l = true) by (destruct l; [discriminate|split; [discriminate|auto]]).
  destruct A as [NE A]. split. { intros X. apply NE. now apply map_eq_nil in X. }
  intros q Hq. apply in_map_iff in Hq. destruct Hq as (v & <- & Hv).
  assert (Hm : In v (legal_moves w)) by (subst l; eapply choose_in; eauto).
  pose proof (legal_moves_wf _ _ W Hm) as Wv. pose proof (all_progress_in _ _ A v Hv) as B.
  unfold mated. rewrite !legal_moves_read, in_check_now_read by auto. split; [now apply in_map|].
  destruct (legal_moves v) as [|r0 rs] eqn:M; [left; auto|right]. split; [discriminate|].
  intros r Hr. apply in_map_iff in Hr. destruct Hr as (u & <- & Hu).
  destruct (all_below_in _ _ B u Hu) as [U L]. apply ltb_spec in L.
  assert (Wu : wf u) by (eapply legal_moves_wf; [apply Wv|rewrite M; auto]).
  split; [exists u; auto|]. unfold moves_left. rewrite !write_read by auto.
  pose proof (to_Z_bounded (left_of g ts u)).
  assert (to_Z (left_of g ts u) <> 0)%Z by (intros X; apply U, to_Z_inj; exact X). lia.
Qed.

Lemma mates p : known p -> mates_within position moves check (allowed ss) (Z.to_nat (to_Z n)) p.
Proof.
  intros K. eapply mates_later; [|eapply strategy_mates; [exact known_progress|exact K]].
  destruct K as (w & W & <- & N). destruct (checked_here w W N) as [_ L]. apply leb_spec in L.
  unfold moves_left. rewrite write_read by auto. pose proof (to_Z_bounded (left_of g ts w)).
  assert (to_Z (left_of g ts w) <> 0)%Z by (intros X; apply N, to_Z_inj; exact X). lia.
Qed.
End Check.

Theorem reaches_mate ss g sh t us from n :
  claim_right ss g (Left sh t :: us) from n = true ->
  forall p, legal p = true -> material p = sh -> to_move p = g -> passing p = None -> from (write p) = true ->
  mates_within position moves check (allowed ss) (Z.to_nat (to_Z n)) p.
Proof.
  intros H p L M G N F. apply (mates ss g _ from n H).
  destruct (legal_words p L N) as (q & W & E & P). exists q. split; [auto|split; auto]. intros Z. subst p.
  rewrite write_read, material_read in * by auto. apply fits_material in M.
  unfold claim_right in H. cbn [left_shape] in H. destruct (everywhere sh _) eqn:A; [|discriminate].
  pose proof (everywhere_all _ _ A _ M (proj1 W)) as X. unfold right_here in X. cbv zeta in X.
  assert (Q : WPos g (wmen q) nowhere = q) by (destruct q; cbn in *; congruence).
  rewrite Q, Z, <- (legal_read q W), L, F in X. discriminate.
Qed.

(** Finds out by running: the goal is an equation between a computation and its result. *)
Ltac by_running := vm_cast_no_check (eq_refl true).
