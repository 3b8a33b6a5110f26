(** * Home: where a position is looked up in tables

    A table has the scores of one material: the men in one order, one colour of them White. It has those of other orders, and those of exchanged
    colours, as well, for they are worth the same ([alike_play], [exact_image]). And it has them only for some squares: without pawns every
    position is one of the eight images of one whose first man, the white king, stands in the triangle a1 d1 d4; with
    pawns it is itself or the mirror image of one whose first pawn stands on the files a to d.

    So a position is taken to its home: first the men are put in order, and colours are exchanged, until a table has them
    ([arranged]), then the board is turned ([route]). [home_play]: the home of a position is worth what the position is worth. [entry_there]: the score of a
    position is that of its home. *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia Permutation.
From Adli Require Import Games Laws Words Same Run Legal Quick Tables Symmetry Orders.
Import ListNotations.
Open Scope uint63_scope.

(** ** Images in words *)
Definition wcarry (g : generator) (i : int) : int :=
  match g with Mirror => i lxor 7 | Flip | Exchange => i lxor 56 | Turn => ((i land 7) << 3) lor (i >> 3) end.
Definition wcarry_man g x := WMan (carry_side g (wside x)) (wkind x) (wcarry g (wat x)).
Fixpoint carry_men (gs : list generator) (l : list wman) : list wman :=
  match gs with [] => l | g :: gs => carry_men gs (map (wcarry_man g) l) end.
Definition wpawnless (l : list wman) : bool := forallb (fun x => negb (wis_pawn x)) l.
Definition turns (g : generator) (l : list wman) := g <> Exchange /\ (g = Mirror \/ wpawnless l = true).
Definition suit (gs : list generator) (l : list wman) := forall g, In g gs -> turns g l.

Lemma carry_place g i : ok i -> ok (wcarry g i) /\ place (wcarry g i) = carry g (place i).
Proof.
  intros H. pose (f := fun i => okb (wcarry g i) && same (place (wcarry g i)) (carry g (place i))).
  assert (X : f i = true) by (destruct g; refine (try1 f _ i H); by_trying).
  apply andb_prop in X. destruct X. split; [now apply okb_ok|now apply same_eq].
Qed.
Lemma carried_pawnless g l : wpawnless (map (wcarry_man g) l) = wpawnless l.
Proof. unfold wpawnless. now rewrite forallb_map. Qed.
Lemma carried_oks g l : oks l -> oks (map (wcarry_man g) l).
Proof. intros O x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). now apply carry_place, O. Qed.
Lemma suits_words g t l : turns g l -> suits g (read (WPos t l nowhere)).
Proof. intros [_ [->|E]]; [now left|right]. unfold pawnless. cbn [read men wmen]. now rewrite forallb_map. Qed.
Lemma read_carried g t l : oks l -> read (WPos (carry_side g t) (map (wcarry_man g) l) nowhere) = image g (read (WPos t l nowhere)).
Proof.
  intros O. unfold read, image. cbn. f_equal. rewrite !map_map. apply map_ext_in. intros x Hx.
  unfold read_man, carry_man, wcarry_man. cbn [on what whose wside wkind wat]. now rewrite (proj2 (carry_place g _ (O x Hx))).
Qed.
Lemma read_turned g t l : oks l -> turns g l -> read (WPos t (map (wcarry_man g) l) nowhere) = image g (read (WPos t l nowhere)).
Proof. intros O [E _]. rewrite <- read_carried by auto. now destruct g. Qed.
(** What does not change from one image to the next does not change at all. *)
Lemma carry_men_same (P : list wman -> Prop) gs :
  (forall g l, oks l -> turns g l -> P l -> P (map (wcarry_man g) l)) ->
  forall l, oks l -> suit gs l -> P l -> P (carry_men gs l).
Proof.
  intros H. induction gs as [|g gs IH]; intros l O S A; [exact A|]. cbn [carry_men]. apply IH.
  - now apply carried_oks.
  - intros h Hh. unfold turns. rewrite carried_pawnless. apply S. now right.
  - apply H; auto. apply S. now left.
Qed.
Lemma images_wf gs l : oks l -> suit gs l -> oks (carry_men gs l).
Proof. intros O S. apply carry_men_same; auto using carried_oks. Qed.
Lemma turned_material gs l : oks l -> suit gs l -> wmaterial (carry_men gs l) = wmaterial l.
Proof.
  intros O S. apply (carry_men_same (fun m => wmaterial m = wmaterial l)); auto. intros g m _ [E _] <-.
  unfold wmaterial. rewrite map_map. apply map_ext. intros x. cbn. now destruct g.
Qed.

(** Two ways of writing down a position that are worth the same, and of which either both are legal or none. *)
Definition equal_worth (p q : position) :=
  (forall n, (wins position moves check n p <-> wins position moves check n q) /\ (loses position moves check n p <-> loses position moves check n q))
  /\ legal p = legal q.
Lemma equal_refl p : equal_worth p p. Proof. split; [tauto|reflexivity]. Qed.
Lemma equal_trans p q r : equal_worth p q -> equal_worth q r -> equal_worth p r.
Proof. intros [A B] [C D]. split; [|congruence]. intros n. destruct (A n), (C n). tauto. Qed.
Lemma image_equal g p : suits g p -> equal_worth (image g p) p.
Proof. intros S. split; [intros n; now apply play_image_iff|now apply legal_image]. Qed.
Lemma alike_equal p q : alike p q -> equal_worth p q.
Proof. intros A. split; [intros n; now apply alike_play|now apply alike_legal]. Qed.
Lemma images_equal gs t l : oks l -> suit gs l -> equal_worth (read (WPos t (carry_men gs l) nowhere)) (read (WPos t l nowhere)).
Proof.
  intros O S. apply (carry_men_same (fun m => equal_worth (read (WPos t m nowhere)) (read (WPos t l nowhere)))); auto using equal_refl.
  intros g m Om T A. rewrite read_turned by auto. eapply equal_trans; [apply image_equal; now apply suits_words|exact A].
Qed.

(** ** Turned into the triangle, or to the left *)
Definition first_square (l : list wman) : int := match l with [] => 0 | x :: _ => wat x end.
Definition to_triangle (s : int) : list generator :=
  let m := if 3 <? s land 7 then [Mirror] else [] in
  let s := if 3 <? s land 7 then s lxor 7 else s in
  let f := if 3 <? s >> 3 then [Flip] else [] in
  let s := if 3 <? s >> 3 then s lxor 56 else s in
  m ++ f ++ (if s land 7 <? s >> 3 then [Turn] else []).
Definition routes : array (list generator) := Eval vm_compute in
  fold_left (fun t s => t.[s <- to_triangle s]) squares (make 64 []).
Fixpoint pawn_square (l : list wman) : int :=                        (* that of the first pawn *)
  match l with [] => nowhere | x :: l => if wis_pawn x then wat x else pawn_square l end.
Definition route (l : list wman) : list generator :=
  let s := pawn_square l in
  if s =? nowhere then routes.[first_square l] else if 3 <? s land 7 then [Mirror] else [].
Lemma pawnless_square l : oks l -> pawn_square l = nowhere -> wpawnless l = true.
Proof.
  induction l as [|x l IH]; intros O E; [reflexivity|]. cbn [pawn_square wpawnless forallb] in *. destruct (wis_pawn x).
  - pose proof (not_nowhere (wat x) (O x (or_introl eq_refl))) as N. rewrite E in N. discriminate.
  - cbn. apply IH; auto. intros y Hy. apply O. now right.
Qed.
Definition goes_nowhere (gs : list generator) : bool := match gs with [] => true | _ => false end.
Definition turning (g : generator) : bool := match g with Exchange => false | _ => true end.
Lemma routes_turn s g : ok s -> In g routes.[s] -> g <> Exchange.
Proof.
  intros O H E. assert (X : forallb turning routes.[s] = true) by (refine (try1 (fun s => forallb turning routes.[s]) _ s O); by_trying).
  rewrite forallb_forall in X. specialize (X g H). now rewrite E in X.
Qed.
Lemma route_suits l : oks l -> suit (route l) l.
Proof.
  intros O g. unfold route. cbv zeta. destruct (pawn_square l =? nowhere) eqn:E.
  - intros I. split; [|right; apply eqb_spec in E; now apply pawnless_square]. refine (routes_turn _ g _ I).
    destruct l as [|x l]; [now left|apply O; now left].
  - destruct (3 <? pawn_square l land 7); cbn; [|tauto]. intros [<-|[]]. split; [discriminate|now left].
Qed.
Definition has_pawn (sh : shape) : bool := existsb (fun '(_, k) => same_kind k Pawn) sh.
Lemma fits_pawnless l sh : fits l sh = true -> has_pawn sh = negb (wpawnless l).
Proof.
  intros F. apply fits_material in F. subst sh. unfold has_pawn, wpawnless, wmaterial. rewrite existsb_map.
  induction l as [|x l IH]; [reflexivity|]. cbn [existsb forallb]. rewrite IH, negb_andb, negb_involutive.
  unfold wis_pawn. destruct (wkind x); reflexivity.
Qed.
Lemma pawn_square_in l : oks l -> wpawnless l = false -> ok (pawn_square l).
Proof.
  induction l as [|x l IH]; intros O P; [discriminate|]. cbn [pawn_square wpawnless forallb] in *.
  destruct (wis_pawn x); [apply O; now left|]. apply IH; [intros y Hy; apply O; now right|exact P].
Qed.
Lemma pawnless_nowhere l : wpawnless l = true -> pawn_square l = nowhere.
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [pawn_square wpawnless forallb]. destruct (wis_pawn x); [discriminate|exact IH].
Qed.
Lemma square_arrives s : ok s -> routes.[fold_left (fun s g => wcarry g s) routes.[s] s] = [].
Proof.
  intros O. assert (X : goes_nowhere routes.[fold_left (fun s g => wcarry g s) routes.[s] s] = true).
  { refine (try1 (fun s => goes_nowhere routes.[fold_left (fun s g => wcarry g s) routes.[s] s]) _ s O). by_trying. }
  destruct (routes.[fold_left _ _ _]); [reflexivity|discriminate].
Qed.
Lemma mirror_arrives s : ok s -> (3 <? s land 7) = true ->
  (wcarry Mirror s =? nowhere) = false /\ (3 <? wcarry Mirror s land 7) = false.
Proof.
  intros O T. pose proof (not_nowhere _ (proj1 (carry_place Mirror s O))) as N. split; [exact N|].
  assert (X : (if 3 <? s land 7 then negb (3 <? wcarry Mirror s land 7) else true) = true).
  { refine (try1 (fun s => if 3 <? s land 7 then negb (3 <? wcarry Mirror s land 7) else true) _ s O). by_trying. }
  rewrite T in X. now apply negb_true_iff in X.
Qed.
Lemma arrives l : oks l -> route (carry_men (route l) l) = [].
Proof.
  intros O. pose proof (route_suits l O) as S. unfold route in *. cbv zeta in *. destruct (pawn_square l =? nowhere) eqn:P.
  - apply eqb_spec in P. pose proof (pawnless_square l O P) as N.
    assert (Q : pawn_square (carry_men routes.[first_square l] l) = nowhere).
    { apply pawnless_nowhere, carry_men_same; auto. intros g m _ _. now rewrite carried_pawnless. }
    rewrite Q, eqb_refl. destruct l as [|x l]; [reflexivity|]. cbn [first_square].
    assert (F : forall gs m, first_square (carry_men gs (x :: m)) = fold_left (fun s g => wcarry g s) gs (wat x)).
    { intros gs. revert x O P N Q S. clear. intros x _ _ _ _ _. revert x. induction gs as [|g gs IH]; intros x m; [reflexivity|].
      cbn [carry_men map fold_left]. now rewrite IH. }
    rewrite F. apply square_arrives, O. now left.
  - destruct (3 <? pawn_square l land 7) eqn:T; [|cbn [carry_men]; now rewrite P, T].
    cbn [carry_men]. assert (N : wpawnless l = false).
    { destruct (wpawnless l) eqn:N; [|reflexivity]. rewrite (pawnless_nowhere l N) in P. discriminate. }
    assert (Q : forall m, wpawnless m = false -> pawn_square (map (wcarry_man Mirror) m) = wcarry Mirror (pawn_square m)).
    { induction m as [|x m IH]; [discriminate|]. cbn [map pawn_square wpawnless forallb]. change (wis_pawn (wcarry_man Mirror x)) with (wis_pawn x).
      destruct (wis_pawn x); [reflexivity|exact IH]. }
    rewrite (Q l N). destruct (mirror_arrives _ (pawn_square_in l O N) T) as [X Y]. now rewrite X, Y.
Qed.

(** ** Put in order *)
Definition rank_of x : int :=                                             (* White's men first, then as in KQRBNP *)
  let k := match wkind x with King => 0 | Queen => 1 | Rook => 2 | Bishop => 3 | Knight => 4 | Pawn => 5 end in
  match wside x with White => k | Black => 6 + k end.
Fixpoint put (x : wman) (l : list wman) : list wman :=
  match l with [] => [x] | y :: r => if rank_of x <=? rank_of y then x :: l else y :: put x r end.
Fixpoint in_order (l : list wman) : list wman := match l with [] => [] | x :: l => put x (in_order l) end.
Lemma put_permutes x l : Permutation (x :: l) (put x l).
Proof.
  induction l as [|y l IH]; [auto|]. cbn [put]. destruct (rank_of x <=? rank_of y); [auto|].
  eapply Permutation_trans; [apply perm_swap|]. now apply perm_skip.
Qed.
Lemma order_permutes l : Permutation l (in_order l).
Proof. induction l as [|x l IH]; [auto|]. cbn [in_order]. eapply Permutation_trans; [apply perm_skip, IH|apply put_permutes]. Qed.
Lemma order_oks l : oks l -> oks (in_order l).
Proof. intros O x Hx. apply O. now apply (Permutation_in _ (Permutation_sym (order_permutes l))). Qed.
Lemma order_equal t l : equal_worth (read (WPos t (in_order l) nowhere)) (read (WPos t l nowhere)).
Proof. apply alike_equal. split; [reflexivity|split; [|reflexivity]]. apply Permutation_map, Permutation_sym, order_permutes. Qed.
Definition exchanged (l : list wman) : list wman := map (wcarry_man Exchange) l.
Lemma exchange_equal t l : oks l -> equal_worth (read (WPos (other t) (exchanged l) nowhere)) (read (WPos t l nowhere)).
Proof.
  intros O. unfold exchanged. change (other t) with (carry_side Exchange t). rewrite (read_carried Exchange t l O). apply image_equal. now left.
Qed.

(** ** Tables
    The score of a placement is in the cell of which the number is a sum: what each man adds is in an array of his. *)
Record table := Table { table_shape : shape; adds : list (array int); cell : side -> int -> int }.
Fixpoint place_from (sum : int) (ws : list (array int)) (l : list wman) : int :=
  match ws with
  | [] => sum
  | w :: ws => match l with [] => sum | x :: l => place_from (sum + w.[wat x]) ws l end
  end.
Definition score_in t g l : int := cell t g (place_from 0 (adds t) l).

Section Home.
Variable ts : list table.
Fixpoint first_fit (us : list table) (l : list wman) : option table :=
  match us with [] => None | t :: us => if fits l (table_shape t) then Some t else first_fit us l end.
Definition there t g l : int :=
  match route l with
  | [] => score_in t g l
  | gs => let m := carry_men gs l in match route m with [] => score_in t g m | _ => 0 end
  end.
Definition entry_of (g : side) (l : list wman) : int :=
  match first_fit ts l with
  | Some t => there t g l
  | None =>
      let m := in_order l in
      match first_fit ts m with
      | Some t => there t g m
      | None => let m := in_order (exchanged l) in match first_fit ts m with Some t => there t (other g) m | None => 0 end
      end
  end.

Definition arranged (g : side) (l : list wman) : side * list wman :=
  match first_fit ts l with
  | Some _ => (g, l)
  | None => match first_fit ts (in_order l) with Some _ => (g, in_order l) | None => (other g, in_order (exchanged l)) end
  end.
Definition home g l : wpos := let (h, m) := arranged g l in WPos h (carry_men (route m) m) nowhere.
Definition standard p := if idle p then home (wturn p) (wmen p) else p.

Lemma first_fit_fits us l t : first_fit us l = Some t -> In t us /\ fits l (table_shape t) = true.
Proof.
  induction us as [|u us IH]; cbn; [discriminate|]. destruct (fits l (table_shape u)) eqn:F.
  - intros E. injection E as <-. auto.
  - intros E. destruct (IH E). auto.
Qed.
Lemma fits_same l m sh : wmaterial l = wmaterial m -> fits l sh = fits m sh.
Proof. intros E. apply eq_iff_eq_true. rewrite !fits_material. now rewrite E. Qed.
Lemma first_fit_same us l m : wmaterial l = wmaterial m -> first_fit us l = first_fit us m.
Proof. intros E. induction us as [|u us IH]; [reflexivity|]. cbn. now rewrite (fits_same l m _ E), IH. Qed.

Lemma arranged_oks g l : oks l -> oks (snd (arranged g l)).
Proof.
  intros O. unfold arranged. destruct (first_fit ts l); [exact O|]. destruct (first_fit ts (in_order l)); apply order_oks; [exact O|].
  now apply carried_oks.
Qed.
Lemma arranged_equal g l : oks l ->
  equal_worth (read (WPos (fst (arranged g l)) (snd (arranged g l)) nowhere)) (read (WPos g l nowhere)).
Proof.
  intros O. unfold arranged. destruct (first_fit ts l); [apply equal_refl|]. destruct (first_fit ts (in_order l)); [apply order_equal|].
  cbn [fst snd]. eapply equal_trans; [apply order_equal|now apply exchange_equal].
Qed.
Lemma home_wf g l : oks l -> wf (home g l).
Proof.
  intros O. pose proof (arranged_oks g l O) as A. unfold home. destruct (arranged g l) as [h m]. split; [|now left].
  apply images_wf; [exact A|now apply route_suits].
Qed.
Lemma home_equal g l : oks l -> equal_worth (read (home g l)) (read (WPos g l nowhere)).
Proof.
  intros O. pose proof (arranged_oks g l O) as A. eapply equal_trans; [|now apply arranged_equal]. unfold home.
  destruct (arranged g l) as [h m]. cbn [fst snd] in *. apply images_equal; [exact A|now apply route_suits].
Qed.

Lemma home_route g l : oks l -> route (wmen (home g l)) = [].
Proof. intros O. pose proof (arranged_oks g l O) as A. unfold home. destruct (arranged g l) as [h m]. now apply arrives. Qed.
Lemma entry_home g l : oks l -> entry_of g l =
  match first_fit ts (wmen (home g l)) with Some t => score_in t (wturn (home g l)) (wmen (home g l)) | None => 0 end.
Proof.
  intros O. assert (E : entry_of g l = match first_fit ts (snd (arranged g l)) with
    | Some t => there t (fst (arranged g l)) (snd (arranged g l)) | None => 0 end).
  { unfold entry_of, arranged. cbv zeta. destruct (first_fit ts l) eqn:F; [cbn [fst snd]; now rewrite F|].
    destruct (first_fit ts (in_order l)) eqn:G; cbn [fst snd]; [now rewrite G|reflexivity]. }
  rewrite E. clear E. pose proof (arranged_oks g l O) as A. unfold home. destruct (arranged g l) as [h m]. cbn [fst snd wmen wturn] in *.
  rewrite (first_fit_same ts (carry_men (route m) m) m) by (apply turned_material; auto using route_suits).
  destruct (first_fit ts m) as [t|]; [|reflexivity]. unfold there. cbv zeta. pose proof (arrives m A) as R. destruct (route m); [reflexivity|]. now rewrite R.
Qed.
Lemma at_home g l t : first_fit ts l = Some t -> route l = [] -> home g l = WPos g l nowhere.
Proof. intros F R. unfold home, arranged. now rewrite F, R. Qed.
Lemma entry_at_home g l t : first_fit ts l = Some t -> route l = [] -> entry_of g l = score_in t g l.
Proof. intros F R. unfold entry_of, there. now rewrite F, R. Qed.

Lemma standard_wf p : wf p -> wf (standard p).
Proof. intros W. unfold standard. destruct (idle p); [|exact W]. apply home_wf, W. Qed.
Lemma quiet_play n p : wf p -> idle p = true ->
  (wins position moves check n (read (quiet p)) <-> wins position moves check n (read p)) /\
  (loses position moves check n (read (quiet p)) <-> loses position moves check n (read p)).
Proof.
  intros W I. assert (Wq : wf (quiet p)) by (split; [apply W|now left]).
  assert (M : moves (read (quiet p)) = moves (read p)) by (rewrite !moves_read by auto; now rewrite <- idle_quiet).
  assert (C : check (read (quiet p)) = check (read p)) by reflexivity.
  destruct n; cbn [wins loses]; unfold mated; rewrite M, C; tauto.
Qed.
Lemma standard_play n p : wf p ->
  (wins position moves check n (read (standard p)) <-> wins position moves check n (read p)) /\
  (loses position moves check n (read (standard p)) <-> loses position moves check n (read p)).
Proof.
  intros W. unfold standard. destruct (idle p) eqn:I; [|tauto].
  destruct (proj1 (home_equal (wturn p) (wmen p) (proj1 W)) n) as [A B]. destruct (quiet_play n p W I) as [C D]. fold (quiet p) in A, B. tauto.
Qed.
End Home.

(** ** Going through what is looked up *)
Definition triangle : list int := [0; 1; 2; 3; 9; 10; 11; 18; 19; 27].
Definition left_half : list int := Eval vm_compute in filter (fun s => s land 7 <? 4) squares.
Fixpoint with_pawn_on (s : int) (sh : shape) (f : list wman -> bool) : bool :=   (* the first pawn *)
  match sh with
  | [] => f []
  | (g, k) :: sh =>
      if same_kind k Pawn then everywhere sh (fun m => f (WMan g k s :: m))
      else forallb (fun a => with_pawn_on s sh (fun m => f (WMan g k a :: m))) squares
  end.
Definition with_first_on (s : int) (sh : shape) (f : list wman -> bool) : bool :=
  match sh with [] => f [] | (g, k) :: sh => everywhere sh (fun m => f (WMan g k s :: m)) end.
(* one man goes slowly over the board: so only what is near to him is asked for at a time, and each square of his is a part of the work *)
Definition slow_squares (sh : shape) : list int := if has_pawn sh then left_half else triangle.
Definition everywhere_on sh f s := if has_pawn sh then with_pawn_on s sh f else with_first_on s sh f.
Definition everywhere_reduced sh f := forallb (everywhere_on sh f) (slow_squares sh).

Lemma with_pawn_on_all sh : forall f l, with_pawn_on (pawn_square l) sh f = true -> fits l sh = true -> oks l ->
  has_pawn sh = true -> f l = true.
Proof.
  induction sh as [|[g k] sh IH]; intros f l H F O P; [discriminate|]. apply fits_material in F. destruct l as [|x l]; [discriminate|].
  injection F as <- <- F. apply fits_material in F. cbn [with_pawn_on] in H.
  assert (O' : oks l) by (intros y Hy; apply O; now right). assert (E : x = WMan (wside x) (wkind x) (wat x)) by now destruct x.
  cbn [pawn_square] in H. unfold wis_pawn in H. cbn [has_pawn existsb] in P.
  destruct (same_kind (wkind x) Pawn) eqn:K.
  - assert (Kx : wkind x = Pawn) by (destruct (wkind x); try discriminate; reflexivity). rewrite Kx in H.
    rewrite E, Kx. exact (everywhere_all _ _ H _ F O').
  - assert (Kx : match wkind x with Pawn => true | _ => false end = false) by (destruct (wkind x); try discriminate; reflexivity).
    rewrite Kx in H. rewrite forallb_forall in H. specialize (H (wat x) (O x (or_introl eq_refl))). rewrite E.
    exact (IH _ _ H F O' P).
Qed.
Lemma among s l : existsb (eqb s) l = true -> In s l.
Proof. intros X. apply existsb_exists in X. destruct X as (y & Hy & E). apply eqb_spec in E. now rewrite E. Qed.
Lemma in_triangle s : ok s -> routes.[s] = [] -> In s triangle.
Proof.
  intros O R. apply among.
  assert (X : (if goes_nowhere routes.[s] then existsb (eqb s) triangle else true) = true).
  { refine (try1 (fun s => if goes_nowhere routes.[s] then existsb (eqb s) triangle else true) _ s O). by_trying. }
  rewrite R in X. exact X.
Qed.
Lemma in_left s : ok s -> (3 <? s land 7) = false -> In s left_half.
Proof.
  intros O R. apply among. assert (X : (if 3 <? s land 7 then true else existsb (eqb s) left_half) = true).
  { refine (try1 (fun s => if 3 <? s land 7 then true else existsb (eqb s) left_half) _ s O). by_trying. }
  rewrite R in X. exact X.
Qed.
Lemma with_first_on_all sh f l : with_first_on (first_square l) sh f = true -> fits l sh = true -> oks l -> f l = true.
Proof.
  intros H F O. destruct sh as [|[g k] sh]; apply fits_material in F; destruct l as [|x l]; try discriminate; [exact H|].
  injection F as <- <- F. cbn [with_first_on first_square] in H. assert (E : x = WMan (wside x) (wkind x) (wat x)) by (destruct x; reflexivity).
  rewrite E. refine (everywhere_all _ _ H l _ _); [now apply fits_material|intros y Hy; apply O; now right].
Qed.
Lemma everywhere_reduced_all sh f l : everywhere_reduced sh f = true -> fits l sh = true -> oks l -> route l = [] -> f l = true.
Proof.
  intros H F O R. unfold everywhere_reduced, everywhere_on, slow_squares in H. rewrite (fits_pawnless l sh F) in H. unfold route in R. cbv zeta in R.
  rewrite forallb_forall in H. destruct (wpawnless l) eqn:P; cbn [negb] in H.
  - rewrite (pawnless_nowhere l P), eqb_refl in R. apply (with_first_on_all sh f l); auto. apply H. apply in_triangle; [|exact R].
    destruct l as [|x l]; [now left|apply O; now left].
  - pose proof (pawn_square_in l O P) as S. rewrite (not_nowhere _ S) in R. destruct (3 <? pawn_square l land 7) eqn:T; [discriminate|].
    refine (with_pawn_on_all sh f l (H _ (in_left _ S T)) F O _). now rewrite (fits_pawnless l sh F), P.
Qed.
