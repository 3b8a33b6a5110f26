(** * What positions are worth, for claims that ask for it, and strategies that give nothing away

    A claim may ask for values, [value(White) = draw] or [moves_to_mate <= 16], which rules may not. They are looked up in tables of scores ([worth],
    [mate_in]). The tables are data that nobody has to believe: that they are exact is part of the theorem ([exact_everywhere] of [Rows.v]), and
    [worth_right] and [mate_in_right] say what the words then mean. For "S keeps draw" and "S keeps value" what has to be read is
    [gives_nothing_away]. *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Games Laws Words Same Run Legal Strategies Counted Tables Rows.
Import ListNotations.
Open Scope uint63_scope.

(** ** The words of a text: a win is 0, a draw 1, a loss 2; who cannot force mate has 1000 moves to go *)
Section Worth.
Variable ts : list table.
Notation score := (score half ts 1).
Definition worth (g : side) (p : wpos) : int :=
  let s := score p in
  if s =? half then 1 else if same_side (wturn p) g then if half <? s then 0 else 2 else if half <? s then 2 else 0.
Definition mate_in (p : wpos) : int :=
  let s := score p in if half <? s then if s <? half + half then half + half - s else 1 else 1000.

Hypothesis right : tables_right half ts 1 = true.
Theorem worth_right g p v : wf p -> score p <> 0 -> exact position moves check (read p) v ->
  worth g p = match v with
    | Draw => 1
    | Win _ => if same_side (wturn p) g then 0 else 2
    | Loss _ => if same_side (wturn p) g then 2 else 0
    end.
Proof.
  intros W N E. rewrite (exact_unique _ _ _ _ _ _ E (exact_score ts right p W N)). unfold worth, decode.
  destruct (eqbP (score p) half) as [A|A]; [reflexivity|].
  destruct (ltbP (score p) half) as [B|B]; destruct (ltbP half (score p)) as [C|C]; try lia; reflexivity.
Qed.
Theorem mate_in_right p v : wf p -> score p <> 0 -> exact position moves check (read p) v ->
  to_Z (mate_in p) = match v with Win n => (Z.of_nat n + 1) / 2 | _ => 1000 end%Z.
Proof.
  intros W N E. rewrite (exact_unique _ _ _ _ _ _ E (exact_score ts right p W N)). unfold mate_in, decode.
  destruct (eqbP (score p) half) as [A|A]; destruct (ltbP half (score p)) as [C|C]; try lia; try reflexivity.
  - destruct (ltbP (score p) half) as [B|B]; [lia|].
    assert (D : forall k, ((Z.of_nat (2 * k + 1) + 1) / 2 = Z.of_nat k + 1)%Z)
      by (intros k; replace (Z.of_nat (2 * k + 1) + 1)%Z with ((Z.of_nat k + 1) * 2)%Z by lia; now apply Z.div_mul).
    rewrite D. change (to_Z half) with 64%Z in *.
    assert (T : to_Z (half + half) = 128%Z) by reflexivity.
    destruct (ltbP (score p) (half + half)) as [F|F]; rewrite T in F.
    + rewrite sub_spec, T, Z.mod_small by (change wB with 9223372036854775808%Z; lia). rewrite Z2Nat.id; lia.
    + replace (Z.to_nat _) with O by lia. reflexivity.
  - destruct (ltbP (score p) half) as [B|B]; [reflexivity|lia].
Qed.

(** ** Giving nothing away
    A move keeps the value if the position is worth the same after it, and keeps the draw if it does not make a loss of a position that is none. *)
Definition good_for_mover (v : value) : Z := match v with Win _ => 1 | Draw => 0 | Loss _ => -1 end.
Definition kept (exactly : bool) (p q : position) : Prop :=
  exists v w, exact position moves check p v /\ exact position moves check q w /\
    if exactly then (- good_for_mover w = good_for_mover v)%Z else (- good_for_mover w >= Z.min (good_for_mover v) 0)%Z.
(** In the next [n] moves of the strategy: wherever it is asked, which is where nobody is missing, it has a move if there is one, and keeps. *)
Fixpoint gives_nothing_away (exactly : bool) (ss : strategy) (sh : shape) (n : nat) (p : position) : Prop :=
  match n with
  | O => True
  | S n => material p = sh ->
      (moves p <> [] -> allowed ss p <> []) /\
      forall q, In q (allowed ss p) ->
        kept exactly p q /\ forall r, In r (moves q) -> gives_nothing_away exactly ss sh n r
  end.

(** *** The check: a table says which positions a play may come to, and nobody believes it *)
Section Keeps.
Variable exactly : bool.
Variable ss : strategy.
Variable sh : shape.
Variable g : side.
Variable met : array (array int).
Variable from : wpos -> bool.
Variable moves_of : wpos -> list wpos.
Hypothesis moves_right : forall p, moves_of p = legal_moves p.
Notation is_met p := (negb (left_of g [Left sh met] p =? 0)).

Definition kept_now (s t : int) : bool :=                  (* scores before and after the move *)
  if s =? 0 then false else if t =? 0 then false
  else if exactly then
    if s =? half then t =? half else if s <? half then half <? t else t <? half
  else if s <? half then true else t <=? half.
Fixpoint all_met (rs : list wpos) : bool :=
  match rs with
  | [] => true
  | r :: rs => if fits (wmen r) sh then if left_of g [Left sh met] r =? 0 then false else all_met rs else all_met rs
  end.
Fixpoint all_kept (s : int) (qs : list wpos) : bool :=
  match qs with
  | [] => true
  | q :: qs => if kept_now s (score q) then if all_met (moves_of q) then all_kept s qs else false else false
  end.
Definition keeps_here (l : list wman) (t : array int) : option (array int) :=
  let p := WPos g l nowhere in
  if left_of g [Left sh met] p =? 0 then if legal_now p then if from p then None else Some t else Some t
  else
    let ms := moves_of p in
    match chosen ss 1 p ms with
    | (_, []) => match ms with [] => Some t.[0 <- t.[0] + 1] | _ => None end
    | (i, qs) => if all_kept (score p) qs then Some t.[i <- t.[i] + 1] else None
    end.
Definition keeps_counted (steps : int) (counts : list int) : bool :=
  match through sh keeps_here (make steps 0) with
  | None => false
  | Some t => same_counts t 0 counts
  end.

Lemma kept_now_right s t : kept_now s t = true -> s <> 0 /\ t <> 0 /\
  if exactly then (- good_for_mover (decode half t) = good_for_mover (decode half s))%Z
  else (- good_for_mover (decode half t) >= Z.min (good_for_mover (decode half s)) 0)%Z.
Proof.
  unfold kept_now, decode. destruct (eqbP s 0) as [A|A]; [discriminate|]. destruct (eqbP t 0) as [B|B]; [discriminate|].
  intros H. split; [congruence|split; [congruence|]]. revert H.
  destruct exactly; destruct (eqbP s half), (ltbP s half); try lia; destruct (eqbP t half), (ltbP t half); try lia;
  try destruct (ltbP half t); try destruct (lebP t half); try lia; try discriminate; intros _; cbn; lia.
Qed.
Lemma all_met_in rs : all_met rs = true -> forall r, In r rs -> fits (wmen r) sh = true -> left_of g [Left sh met] r <> 0.
Proof.
  induction rs as [|a rs IH]; cbn; [intros _ ? []|]. intros H r [<-|Hr] F.
  - rewrite F in H. destruct (left_of g [Left sh met] a =? 0) eqn:E; [discriminate|]. now apply eqb_false_spec.
  - destruct (fits (wmen a) sh); [destruct (left_of g [Left sh met] a =? 0); [discriminate|]|]; auto.
Qed.
Lemma all_kept_in s qs : all_kept s qs = true -> forall q, In q qs -> kept_now s (score q) = true /\ all_met (legal_moves q) = true.
Proof.
  induction qs as [|a qs IH]; cbn [all_kept In]; [intros _ ? []|]. rewrite moves_right. intros H q Hq.
  destruct (kept_now s (score a)) eqn:K; [|discriminate]. destruct (all_met (legal_moves a)) eqn:M; [|discriminate].
  destruct Hq as [<-|Hq]; auto.
Qed.

Definition fine_here (l : list wman) : bool :=
  let p := WPos g l nowhere in
  if left_of g [Left sh met] p =? 0 then if legal_now p then negb (from p) else true
  else match choose ss p (legal_moves p) with
    | [] => match legal_moves p with [] => true | _ => false end
    | qs => all_kept (score p) qs
    end.
Lemma keeps_everywhere steps counts : keeps_counted steps counts = true -> everywhere sh fine_here = true.
Proof.
  unfold keeps_counted. destruct (through sh keeps_here _) as [t|] eqn:T; [|discriminate]. intros _.
  refine (through_everywhere _ sh _ _ _ _ _ T). intros l t0 u H. unfold keeps_here, fine_here in *. cbv zeta in *.
  rewrite moves_right in H. set (p := WPos g l nowhere) in *. destruct (left_of g _ p =? 0).
  - destruct (legal_now p); auto. now destruct (from p).
  - rewrite <- (chosen_choose ss p (legal_moves p) 1). destruct (chosen ss 1 p (legal_moves p)) as [i [|q qs]]; cbn [snd].
    + destruct (legal_moves p); [reflexivity|discriminate].
    + destruct (all_kept (score p) (q :: qs)); [reflexivity|discriminate].
Qed.

Theorem keeps_right steps counts : keeps_counted steps counts = true ->
  forall p, legal p = true -> material p = sh -> to_move p = g -> passing p = None -> from (write p) = true ->
  forall n, gives_nothing_away exactly ss sh n p.
Proof.
  intros H. apply keeps_everywhere in H.
  assert (K : forall n p, wf p -> left_of g [Left sh met] p <> 0 -> gives_nothing_away exactly ss sh n (read p)).
  { induction n as [|n IH]; intros p W N; cbn [gives_nothing_away]; [exact I|]. intros M.
    destruct (left_of_some _ _ _ N) as [E _]. rewrite material_read in M. apply fits_material in M.
    pose proof (everywhere_all _ _ H _ M (proj1 W)) as F. unfold fine_here in F. cbv zeta in F. rewrite <- E in F.
    destruct (left_of g [Left sh met] p =? 0) eqn:Z; [apply eqb_spec in Z; congruence|].
    rewrite allowed_read, legal_moves_read by auto. split.
    - intros X Y. apply map_eq_nil in Y. rewrite Y in F. destruct (legal_moves p); [now apply X|discriminate].
    - intros q Hq. apply in_map_iff in Hq. destruct Hq as (v & <- & Hv).
      assert (Hm : In v (legal_moves p)) by (eapply choose_in; eauto).
      pose proof (legal_moves_wf _ _ W Hm) as Wv.
      assert (A : all_kept (score p) (choose ss p (legal_moves p)) = true) by (destruct (choose ss p (legal_moves p)); [destruct Hv|exact F]).
      destruct (all_kept_in _ _ A v Hv) as [B C]. destruct (kept_now_right _ _ B) as (Ns & Nt & D). split.
      + exists (decode half (score p)), (decode half (score v)). split; [now apply exact_score|split; [now apply exact_score|exact D]].
      + intros r Hr. rewrite legal_moves_read in Hr by auto. apply in_map_iff in Hr. destruct Hr as (u & <- & Hu).
        assert (Wu : wf u) by (eapply legal_moves_wf; eauto).
        destruct (fits (wmen u) sh) eqn:Fu.
        * apply IH; [exact Wu|]. eapply all_met_in; eauto.
        * destruct n; cbn [gives_nothing_away]; [exact I|]. intros Mu. rewrite material_read in Mu. apply fits_material in Mu. congruence. }
  intros p L M G P F n. destruct (legal_words p L P) as (w & W & <- & Pw). rewrite write_read in F by auto.
  apply K; [exact W|]. intros Z. rewrite material_read in M. apply fits_material in M.
  pose proof (everywhere_all _ _ H _ M (proj1 W)) as X. unfold fine_here in X. cbv zeta in X.
  assert (Q : WPos g (wmen w) nowhere = w) by (destruct w; cbn in *; congruence).
  rewrite Q, Z, <- (legal_read w W), L, F in X. discriminate.
Qed.
End Keeps.
End Worth.
