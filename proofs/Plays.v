(** * Lemmas along plays: what holds in every play of a strategy of so many plies

    What has to be read of this file is [follows]: which plays there are. A lemma "for play p0 .. p2 of S given G show H" becomes a
    theorem about all [p0], [p1], [p2] where [follows S sh true p0 [p1; p2]].

    The rest goes through all plays. Short ones are gone through one by one ([all_plays]); of what a lemma says ([said]) no more is asked in a
    play than is needed. There are too many long ones for that; but if what is supposed is said of one position each, it is enough to know of
    every position, for so many plies that are left, how many plays there are from it and how large a number may be at their ends
    ([from_here]), and that is remembered. The plays that satisfy what is supposed are counted on the way. *)
From Coq Require Import ZArith List Bool Uint63 Lia.
From Adli Require Import Games Laws Words Same Run Legal Language Strategies Counted.
Import ListNotations.
Open Scope uint63_scope.

(** ** Plays
    After [p], with the strategy to move if [own] is true, the positions of the list follow one after the other: moves that the strategy allows,
    who is asked where nobody is missing, and replies in turn. *)
Fixpoint follows (ss : strategy) (sh : shape) (own : bool) (p : position) (l : list position) : Prop :=
  match l with
  | [] => True
  | q :: l =>
      (if own then material p = sh /\ In q (allowed ss p) else In q (moves p)) /\ follows ss sh (negb own) q l
  end.

(** ** What a lemma says, position by position: nothing, if a play is none that it supposes; its conclusion; or something about what follows *)
Inductive said := Nothing_said | Shown (b : bool) | Then (f : wpos -> said).
Fixpoint true_along (s : said) (l : list wpos) : Prop :=
  match s with
  | Nothing_said => True
  | Shown b => b = true
  | Then f => match l with [] => True | q :: l => true_along (f q) l end
  end.

(** Numbers of a text are more than this. *)
Definition lowest : int := 0 - 16777216.

Section Plays.
Variable ss : strategy.
Variable sh : shape.
Variable moves_of : wpos -> list wpos.                     (* the moves, perhaps remembered *)
Hypothesis moves_right : forall p, moves_of p = legal_moves p.
Variable played : wpos -> int * list wpos.                 (* the step and its moves, perhaps remembered *)
Hypothesis played_right : forall p, snd (played p) = choose ss p (legal_moves p).

Definition next (own : bool) (p : wpos) : list wpos :=
  if own then if fits (wmen p) sh then snd (played p) else [] else moves_of p.

(** *** Which positions follow *)
Lemma next_read (own : bool) p q : wf p ->
  (if own then material (read p) = sh /\ In q (allowed ss (read p)) else In q (moves (read p))) ->
  exists w, In w (next own p) /\ wf w /\ read w = q.
Proof.
  intros W H. unfold next. destruct own.
  - destruct H as [M H]. rewrite material_read in M. apply fits_material in M. rewrite M, played_right.
    rewrite allowed_read in H by auto. apply in_map_iff in H. destruct H as (w & <- & Hw). exists w.
    split; [exact Hw|split; [|reflexivity]]. eapply legal_moves_wf; [exact W|]. eapply choose_in; eauto.
  - rewrite legal_moves_read in H by auto. apply in_map_iff in H. destruct H as (w & <- & Hw). exists w.
    rewrite moves_right. split; [exact Hw|split; [|reflexivity]]. eapply legal_moves_wf; eauto.
Qed.

(** *** One by one *)
Fixpoint all_plays (own : bool) (s : said) (p : wpos) (n : int) : option int :=
  match s with
  | Nothing_said => Some n
  | Shown b => if b then Some (n + 1) else None
  | Then f =>
      (fix go l n := match l with
         | [] => Some n
         | q :: l => match all_plays (negb own) (f q) q n with None => None | Some n => go l n end
         end) (next own p) n
  end.

Lemma all_plays_right s : forall own p n m, all_plays own s p n = Some m -> wf p ->
  forall l, follows ss sh own (read p) l -> true_along s (map write l).
Proof.
  induction s as [|b|f IH]; intros own p n m H W l F; cbn [all_plays true_along] in *; auto.
  - destruct b; [reflexivity|discriminate].
  - destruct l as [|q l]; cbn [map]; [exact I|]. cbn [follows] in F. destruct F as [F1 F2].
    destruct (next_read own p q W F1) as (w & Hw & Ww & <-). rewrite write_read by auto.
    revert n H Hw. generalize (next own p) as k. induction k as [|v k IHk]; intros n H Hw; [destruct Hw|].
    destruct (all_plays (negb own) (f v) v n) as [n'|] eqn:E; [|discriminate]. destruct Hw as [->|Hw]; [|eauto].
    eapply IH; eauto.
Qed.

(** *** By what is left of them *)
Section Left.
Variable holds : wpos -> bool.                             (* of the last position *)
Variable number : wpos -> int.

Definition gather (given : wpos -> bool) (later : wpos -> option (int * int)) (l : list wpos) : option (int * int) :=
  (fix go l n m := match l with
     | [] => Some (n, m)
     | q :: l =>
         if given q then match later q with None => None | Some (i, j) => go l (n + i) (max m j) end else go l n m
     end) l 0 lowest.
Definition at_last (p : wpos) : option (int * int) := if holds p then Some (1, number p) else None.
Fixpoint from_here (own : bool) (given : list (wpos -> bool)) (p : wpos) : option (int * int) :=
  match given with
  | [] => at_last p
  | g :: given => gather g (from_here (negb own) given) (next own p)
  end.

Lemma gather_same g f h l : (forall q, f q = h q) -> gather g f l = gather g h l.
Proof.
  intros E. unfold gather. generalize 0 lowest. induction l as [|q l IH]; intros n m; [reflexivity|].
  rewrite E. destruct (g q); auto. destruct (h q) as [[i j]|]; auto.
Qed.

Lemma le_refl a : le a a = true.
Proof. unfold le. apply leb_spec. lia. Qed.
Lemma le_trans a b c : le a b = true -> le b c = true -> le a c = true.
Proof. unfold le. rewrite !leb_spec. lia. Qed.
Lemma le_lt a b c : le a b = true -> lt b c = true -> lt a c = true.
Proof. unfold le, lt. rewrite leb_spec, !ltb_spec. lia. Qed.
Lemma le_max_left a b : le a (max a b) = true.
Proof. unfold max, le, lt. destruct (ltbP (a + middle) (b + middle)); apply leb_spec; lia. Qed.
Lemma le_max_right a b : le b (max a b) = true.
Proof. unfold max, le, lt. destruct (ltbP (a + middle) (b + middle)); apply leb_spec; lia. Qed.

Lemma gather_in g f l : forall i j, gather g f l = Some (i, j) -> forall q, In q l -> g q = true ->
  exists i' j', f q = Some (i', j') /\ le j' j = true.
Proof.
  unfold gather. generalize 0 lowest.
  assert (M : forall l n m i j, (fix go l n m := match l with
     | [] => Some (n, m)
     | q :: l => if g q then match f q with None => None | Some (i, j) => go l (n + i) (max m j) end else go l n m
     end) l n m = Some (i, j) -> le m j = true /\ forall q, In q l -> g q = true -> exists i' j', f q = Some (i', j') /\ le j' j = true).
  { clear l. induction l as [|v l IH]; intros n m i j H.
    - injection H as _ <-. split; [apply le_refl|intros ? []].
    - destruct (g v) eqn:G.
      + destruct (f v) as [[a b]|] eqn:E; [|discriminate]. destruct (IH _ _ _ _ H) as [L A]. split.
        * eapply le_trans; [apply le_max_left|exact L].
        * intros q [<-|Hq] Gq; [|auto]. exists a, b. split; [exact E|]. eapply le_trans; [apply le_max_right|exact L].
      + destruct (IH _ _ _ _ H) as [L A]. split; [exact L|]. intros q [<-|Hq] Gq; [congruence|auto]. }
  intros n m i j H. now apply (M l n m i j).
Qed.

(** The positions that follow are as supposed, one after the other, and the last of them is as claimed. *)
Fixpoint supposed (given : list (wpos -> bool)) (l : list position) : Prop :=
  match given, l with
  | [], [] => True
  | g :: given, q :: l => g (write q) = true /\ supposed given l
  | _, _ => False
  end.
Lemma from_here_right given : forall own p n m, from_here own given p = Some (n, m) -> wf p ->
  forall l, follows ss sh own (read p) l -> supposed given l ->
  holds (write (last l (read p))) = true /\ le (number (write (last l (read p)))) m = true.
Proof.
  induction given as [|g given IH]; intros own p n m H W [|q l] F S; cbn [supposed] in S; try contradiction.
  - cbn [from_here last] in *. unfold at_last in H. rewrite write_read by auto. destruct (holds p); [|discriminate].
    injection H as _ <-. split; [reflexivity|apply le_refl].
  - cbn [from_here] in H. cbn [follows] in F. destruct F as [F1 F2]. destruct S as [S1 S2].
    destruct (next_read own p q W F1) as (w & Hw & Ww & <-). rewrite write_read in S1 by auto.
    destruct (gather_in _ _ _ _ _ H w Hw S1) as (i & j & E & L).
    destruct (IH _ _ _ _ E Ww l F2 S2) as [A B].
    replace (last (read w :: l) (read p)) with (last l (read w)).
    + split; [exact A|]. eapply le_trans; [exact B|exact L].
    + clear. destruct l as [|a l]; [reflexivity|]. revert a. induction l; intros; [reflexivity|]. cbn [last] in *. auto.
Qed.
End Left.

(** *** From every position *)
Section From.
Variable g : side.                                         (* who plays the strategy *)

(** All plays from legal positions of the shape, one by one. [starts] positions are such as the lemma supposes, and [plays] plays. *)
Definition one_by_one (lemma : wpos -> said) (l : list wman) (t : int * int) : option (int * int) :=
  let p := WPos g l nowhere in
  if legal_now p then
    match lemma p with
    | Nothing_said => Some t
    | s => match all_plays true s p (snd t) with None => None | Some n => Some (fst t + 1, n) end
    end
  else Some t.
Definition plays_counted (f : list wman -> int * int -> option (int * int)) (starts plays : int) : bool :=
  match through sh f (0, 0) with
  | None => false
  | Some (i, j) => if i =? starts then j =? plays else false
  end.

Lemma start_words p : legal p = true -> material p = sh -> to_move p = g -> passing p = None ->
  exists w, wf w /\ read w = p /\ WPos g (wmen w) nowhere = w /\ fits (wmen w) sh = true /\ legal_now w = true.
Proof.
  intros L M G N. destruct (legal_words p L N) as (w & W & E & P). exists w. split; [exact W|split; [exact E|]].
  subst p. rewrite material_read in M. apply fits_material in M. rewrite legal_read in L by auto.
  split; [|auto]. destruct w; cbn in *; congruence.
Qed.

Theorem plays_right lemma starts plays : plays_counted (one_by_one lemma) starts plays = true ->
  forall p l, legal p = true -> material p = sh -> to_move p = g -> passing p = None ->
  follows ss sh true p l -> true_along (lemma (write p)) (map write l).
Proof.
  intros H p l L M G N F. destruct (start_words p L M G N) as (w & W & <- & E & Fit & Lw). rewrite write_read by auto.
  unfold plays_counted in H. destruct (through sh _ _) as [t|] eqn:T; [|discriminate].
  assert (A : everywhere sh (fun l => if legal_now (WPos g l nowhere) then
      match lemma (WPos g l nowhere) with
      | Nothing_said => true
      | s => match all_plays true s (WPos g l nowhere) 0 with None => false | _ => true end end else true) = true).
  { refine (through_everywhere _ sh _ _ _ _ _ T). intros k t0 u X. unfold one_by_one in X. cbv zeta in X.
    destruct (legal_now (WPos g k nowhere)); [|reflexivity]. revert X.
    assert (any : forall s own q n m, all_plays own s q n <> None -> all_plays own s q m <> None).
    { clear. induction s as [|b|f IH]; intros own q n m; cbn [all_plays]; try discriminate.
      - destruct b; [discriminate|congruence].
      - revert n m. generalize (next own q). induction l as [|v l IHl]; intros n m; [discriminate|].
        destruct (all_plays (negb own) (f v) v n) as [n'|] eqn:E; [|congruence].
        destruct (all_plays (negb own) (f v) v m) as [m'|] eqn:E'; [apply IHl|].
        intros _. exfalso. apply (IH v (negb own) v n m); congruence. }
    destruct (lemma (WPos g k nowhere)) as [|b|f] eqn:E'; intros X; [reflexivity| |];
    (destruct (all_plays true _ _ (snd t0)) eqn:Y; [|discriminate];
     assert (Z : all_plays true (lemma (WPos g k nowhere)) (WPos g k nowhere) 0 <> None)
       by (rewrite E'; apply (any _ _ _ (snd t0)); rewrite Y; discriminate);
     rewrite E' in Z; destruct (all_plays true _ _ 0); [reflexivity|congruence]). }
  pose proof (everywhere_all _ _ A _ Fit (proj1 W)) as X. cbv beta in X. rewrite E, Lw in X.
  destruct (lemma w) as [|b|f] eqn:S; [exact I| |];
  (destruct (all_plays true _ w 0) eqn:Y; [|discriminate]; exact (all_plays_right _ _ _ _ _ Y W l F)).
Qed.

(** The same by what is left of plays: [known] is [from_here] with what is supposed of the later positions. *)
Variable first : wpos -> bool.                             (* what is supposed of the first *)
Variable known : wpos -> option (int * int).
Variable smaller : int -> int -> bool.                     (* how the number at the end is compared *)
Hypothesis transitive : forall a b c, le a b = true -> smaller b c = true -> smaller a c = true.
Variable bound : wpos -> int.                              (* with which number of the first *)
Definition by_what_is_left (l : list wman) (t : int * int) : option (int * int) :=
  let p := WPos g l nowhere in
  if legal_now p then
    if first p then
      match known p with
      | None => None
      | Some (n, m) => if smaller m (bound p) then Some (fst t + 1, snd t + n) else None
      end
    else Some t
  else Some t.

Theorem long_plays_right holds number given starts plays :
  (forall p, known p = from_here holds number true given p) -> plays_counted by_what_is_left starts plays = true ->
  forall p l, legal p = true -> material p = sh -> to_move p = g -> passing p = None -> follows ss sh true p l ->
  first (write p) = true -> supposed given l ->
  holds (write (last l p)) = true /\ smaller (number (write (last l p))) (bound (write p)) = true.
Proof.
  intros K H p l L M G N F S1 S2. destruct (start_words p L M G N) as (w & W & <- & E & Fit & Lw).
  rewrite (write_read w W) in S1 |- *. unfold plays_counted in H. destruct (through sh _ _) as [t|] eqn:T; [|discriminate].
  assert (A : everywhere sh (fun l => let p := WPos g l nowhere in if legal_now p then if first p then
      match known p with None => false | Some (n, m) => smaller m (bound p) end else true else true) = true).
  { refine (through_everywhere _ sh _ _ _ _ _ T). intros k t0 u X. unfold by_what_is_left in X. cbv zeta in *.
    destruct (legal_now (WPos g k nowhere)), (first (WPos g k nowhere)); try reflexivity.
    destruct (known (WPos g k nowhere)) as [[n m]|]; [|discriminate].
    destruct (smaller m (bound (WPos g k nowhere))); [reflexivity|discriminate]. }
  pose proof (everywhere_all _ _ A _ Fit (proj1 W)) as X. cbv beta zeta in X. rewrite E, Lw, S1 in X.
  destruct (known w) as [[n m]|] eqn:Y; [|discriminate]. rewrite K in Y.
  destruct (from_here_right _ _ _ _ _ _ _ Y W l F S2) as [B C]. split; [exact B|]. eapply transitive; eauto.
Qed.
End From.
End Plays.
