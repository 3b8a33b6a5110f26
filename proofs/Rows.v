(** * Whole endgames: how many positions are legal, how many are won, how long the longest win is

    One row of a table like that of Hurd (2005): for either side to move the legal positions, those that White wins, and the longest win.
    The table of scores is data that nobody has to believe: [row_right] follows from a computation ([row_checked]) in which it is checked. *)
From Coq Require Import ZArith NArith List Bool Uint63 PArray Lia.
From Adli Require Import Games Laws Words Same Run Legal Strategies Tables.
Import ListNotations.
Open Scope uint63_scope.

(** ** What a row says *)
Definition won_by_white (p : position) : Prop :=
  match to_move p with
  | White => exists n, exact position moves check p (Win n)
  | Black => exists n, exact position moves check p (Loss n)
  end.
Definition number_of (l : list position) (P : position -> Prop) (n : N) : Prop :=
  exists f : position -> bool, (forall p, In p l -> (f p = true <-> P p)) /\ N.of_nat (List.length (filter f l)) = n.
(** With [g] to move there are [legal] legal positions, White wins [won] of them, and none takes him more than [plies] plies. *)
Definition row (sh : shape) (g : side) (legal won : N) (plies : nat) : Prop :=
  N.of_nat (List.length (positions sh g)) = legal
  /\ number_of (positions sh g) won_by_white won
  /\ forall p n, In p (positions sh g) -> exact position moves check p (match g with White => Win n | Black => Loss n end) -> (n <= plies)%nat.

(** ** Tables in chunks: scores of 7 bits, packed as the helper data of [Strategies.v] *)
Definition half : int := 64.
Definition table_of sh (white black : array (array int)) : table :=
  Table sh (fun g l => cell (match g with White => white | Black => black end) (place_of l)).
Lemma half_fine : (2 <= to_Z half <= 1048576)%Z. Proof. vm_compute. split; discriminate. Qed.

(** ** How it is found out *)
Section Row.
Variable ts : list table.
Variable sh : shape.
Variable g : side.
Notation score := (score half ts 1).
Definition wins_white p : bool :=
  match g with White => half <? score p | Black => let s := score p in if s <? half then negb (s =? 0) else false end.
Definition in_time (plies : nat) p : bool :=
  if wins_white p then
    match decode half (score p) with Win n | Loss n => Nat.leb n plies | Draw => true end
  else true.
Definition row_checked (legal won : N) (plies : nat) : bool :=
  if everywhere sh (fun l => let p := WPos g l nowhere in
       if legal_now p then if score p =? 0 then false else in_time plies p else true)
  then if N.eqb (how_many sh g (fun p => true)) legal then N.eqb (how_many sh g wins_white) won else false
  else false.

Hypothesis right : tables_right half ts 1 = true.

Lemma exact_score p : wf p -> score p <> 0 -> exact position moves check (read p) (decode half (score p)).
Proof. now apply (tables_exact half ts half_fine 0 right). Qed.

Lemma in_positions p : In p (positions sh g) ->
  exists q, wf q /\ read q = p /\ q = WPos g (wmen q) nowhere /\ fits (wmen q) sh = true /\ legal_now q = true.
Proof.
  unfold positions. intros H. apply filter_In in H. destruct H as [H L]. apply in_map_iff in H. destruct H as (l & <- & Hl).
  destruct (legal_words _ L eq_refl) as (q & W & E & P). exists q. split; [exact W|split; [exact E|]].
  rewrite <- E, legal_read in L by auto. split; [|split; [|exact L]].
  - destruct q as [h m e]. unfold read in E. cbn in *. injection E as -> _ _. now subst.
  - apply fits_material. rewrite <- material_read, E. unfold material. cbn [men]. clear - Hl.
    revert l Hl. induction sh as [|[h k] s IH]; cbn [placements]; intros l Hl.
    + destruct Hl as [<-|[]]. reflexivity.
    + apply in_flat_map in Hl. destruct Hl as (a & _ & Hl). apply in_map_iff in Hl. destruct Hl as (m & <- & Hm).
      cbn. f_equal. now apply IH.
Qed.

Theorem row_right legal won plies : row_checked legal won plies = true -> row sh g legal won plies.
Proof.
  unfold row_checked. intros H. destruct (everywhere sh _) eqn:A; [|discriminate].
  destruct (N.eqb (how_many sh g (fun _ => true)) legal) eqn:B; [|discriminate]. apply N.eqb_eq in B, H.
  assert (K : forall q, wf q -> q = WPos g (wmen q) nowhere -> fits (wmen q) sh = true -> legal_now q = true ->
            score q <> 0 /\ in_time plies q = true).
  { intros q W E F L. pose proof (everywhere_all _ _ A _ F (proj1 W)) as X. cbv beta zeta in X. rewrite <- E, L in X.
    destruct (score q =? 0) eqn:Z; [discriminate|]. apply eqb_false_spec in Z. auto. }
  assert (V : forall q, wf q -> score q <> 0 -> wturn q = g ->
     (wins_white q = true <-> exists n, decode half (score q) = match g with White => Win n | Black => Loss n end)).
  { intros q W N G. unfold wins_white, decode. destruct g.
    - destruct (eqbP (score q) half) as [E|E]; destruct (ltbP half (score q)) as [L|L]; destruct (ltbP (score q) half) as [M|M];
      try lia; split; try discriminate; try (intros (n & X); discriminate); eauto.
    - cbv zeta. destruct (eqbP (score q) half) as [E|E]; destruct (ltbP (score q) half) as [M|M];
      try lia; split; try discriminate; try (intros (n & X); discriminate); eauto.
      intros _. destruct (score q =? 0) eqn:Z; [apply eqb_spec in Z; congruence|reflexivity]. }
  split; [|split].
  - rewrite <- B. rewrite (how_many_right sh g (fun _ => true) (fun _ => true)) by auto.
    f_equal. f_equal. clear. induction (positions sh g); cbn; congruence.
  - exists (fun p => wins_white (write p)). split.
    + intros p Hp. destruct (in_positions p Hp) as (q & W & <- & E & F & L). rewrite write_read by auto.
      destruct (K q W E F L) as [N _]. assert (G : wturn q = g) by (rewrite E; reflexivity).
      rewrite (V q W N G). unfold won_by_white. change (to_move (read q)) with (wturn q). rewrite G.
      pose proof (exact_score q W N) as X. split.
      * intros (n & D). rewrite D in X. destruct g; eauto.
      * intros Y. destruct g; destruct Y as (n & Y); exists n; eapply exact_unique; eauto.
    + rewrite <- H. symmetry. apply how_many_right. intros p W. now rewrite write_read.
  - intros p n Hp X. destruct (in_positions p Hp) as (q & W & <- & E & F & L). destruct (K q W E F L) as [N T].
    pose proof (exact_unique _ _ _ _ _ _ (exact_score q W N) X) as D. unfold in_time in T.
    assert (Q : wins_white q = true) by (apply V; [auto|auto|rewrite E; reflexivity|eauto]).
    rewrite Q, D in T. destruct g; now apply Nat.leb_le.
Qed.

(** An exhibited position: the table says how long it takes. *)
Theorem exhibited p v : read (write p) = p -> forallb (fun x => okb (wat x)) (wmen (write p)) = true -> wpass (write p) = nowhere ->
  score (write p) <> 0 -> decode half (score (write p)) = v -> exact position moves check p v.
Proof.
  intros R O P N <-. rewrite <- R at 1. apply exact_score; auto. split; [|now left].
  intros x Hx. rewrite forallb_forall in O. now apply okb_ok, O.
Qed.
End Row.

(** ** Every legal position of a shape has an exact value in the table *)
Definition exact_everywhere (ts : list table) (sh : shape) : Prop :=
  forall p, legal p = true -> material p = sh -> passing p = None -> exact position moves check p (decode half (score half ts 1 (write p))).
Definition known_with (ts : list table) (sh : shape) (g : side) : bool :=
  everywhere sh (fun l => let p := WPos g l nowhere in if legal_now p then if score half ts 1 p =? 0 then false else true else true).
Theorem all_exact ts sh : tables_right half ts 1 = true -> known_with ts sh White = true -> known_with ts sh Black = true ->
  exact_everywhere ts sh.
Proof.
  intros R W B p L M N. destruct (legal_words p L N) as (q & Wq & E & _).
  assert (K : (if score half ts 1 (write p) =? 0 then false else true) = true).
  { destruct (to_move p) eqn:G; [apply (everywhere_legal (fun p => if score half ts 1 p =? 0 then false else true) _ _ W p)
    |apply (everywhere_legal (fun p => if score half ts 1 p =? 0 then false else true) _ _ B p)]; auto. }
  rewrite <- E, write_read in * by auto. apply exact_score; auto. intros Z. now rewrite Z in K.
Qed.
