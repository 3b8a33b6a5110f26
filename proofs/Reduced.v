(** * Tables by symmetry: checked only in the triangle a1 d1 d4, or with pawns only in the left half of the board

    Without pawns every position is one of the eight images of one whose first man, the white king, stands in the triangle. With
    pawns it is itself or the mirror image of one whose first pawn stands on the files a to d. Images have the same value
    ([exact_image]). So a table is asked, and checked, at ten squares of the king instead of 64, or at half the squares of the pawn.
    [reduced_exact]: the scores are exact; [reduced_complete]: every legal position has one.

    The image at which a position is looked up is [canon]. Two images may both be in the triangle, and nobody demands that their
    scores are equal: what is right for the game in which every position is replaced by its image is right for chess ([play_there]). *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Games Laws Words Same Run Legal Quick Tables Symmetry.
Import ListNotations.
Open Scope uint63_scope.

(** ** Images in words *)
Definition wcarry (g : generator) (i : int) : int :=
  match g with Mirror => i lxor 7 | Flip => i lxor 56 | Turn => ((i land 7) << 3) lor (i >> 3) end.
Definition wcarry_man g x := WMan (wside x) (wkind x) (wcarry g (wat x)).
Fixpoint carry_men (gs : list generator) (l : list wman) : list wman :=
  match gs with [] => l | g :: gs => carry_men gs (map (wcarry_man g) l) end.
Definition wimages gs p := WPos (wturn p) (carry_men gs (wmen p)) nowhere.
Definition wpawnless (l : list wman) : bool := forallb (fun x => negb (wis_pawn x)) l.
Definition suit (gs : list generator) (l : list wman) := forall g, In g gs -> g = Mirror \/ wpawnless l = true.

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
Lemma suits_words g t l : g = Mirror \/ wpawnless l = true -> suits g (read (WPos t l nowhere)).
Proof. intros [E|E]; [now left|right]. unfold pawnless. cbn [read men wmen]. now rewrite forallb_map. Qed.
Lemma read_carried g t l : oks l -> read (WPos t (map (wcarry_man g) l) nowhere) = image g (read (WPos t l nowhere)).
Proof.
  intros O. unfold read, image. cbn. f_equal. rewrite !map_map. apply map_ext_in. intros x Hx.
  unfold read_man, carry_man, wcarry_man. cbn [on what whose wside wkind wat]. now rewrite (proj2 (carry_place g _ (O x Hx))).
Qed.
(** What does not change from one image to the next does not change at all. *)
Lemma carry_men_same (P : list wman -> Prop) gs :
  (forall g l, oks l -> g = Mirror \/ wpawnless l = true -> P l -> P (map (wcarry_man g) l)) ->
  forall l, oks l -> suit gs l -> P l -> P (carry_men gs l).
Proof.
  intros H. induction gs as [|g gs IH]; intros l O S A; [exact A|]. cbn [carry_men]. apply IH.
  - now apply carried_oks.
  - intros h Hh. rewrite carried_pawnless. apply S. now right.
  - apply H; auto. apply S. now left.
Qed.
Lemma images_wf gs l : oks l -> suit gs l -> oks (carry_men gs l).
Proof. intros O S. apply carry_men_same; auto using carried_oks. Qed.
Lemma images_play n gs t l : oks l -> suit gs l ->
  (wins position moves check n (read (WPos t (carry_men gs l) nowhere)) <-> wins position moves check n (read (WPos t l nowhere))) /\
  (loses position moves check n (read (WPos t (carry_men gs l) nowhere)) <-> loses position moves check n (read (WPos t l nowhere))).
Proof.
  intros O S. apply (carry_men_same (fun m =>
    (wins position moves check n (read (WPos t m nowhere)) <-> wins position moves check n (read (WPos t l nowhere))) /\
    (loses position moves check n (read (WPos t m nowhere)) <-> loses position moves check n (read (WPos t l nowhere))))); auto; [|tauto].
  intros g m Om Sm [A B]. rewrite read_carried by auto. rewrite <- A, <- B. apply play_image_iff. now apply suits_words.
Qed.

(** ** Where a position is looked up *)
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
Definition canon p := wimages (route (wmen p)) p.
Definition standard p := if idle p then canon p else p.

Lemma pawnless_square l : oks l -> pawn_square l = nowhere -> wpawnless l = true.
Proof.
  induction l as [|x l IH]; intros O E; [reflexivity|]. cbn [pawn_square wpawnless forallb] in *. destruct (wis_pawn x).
  - pose proof (not_nowhere (wat x) (O x (or_introl eq_refl))) as N. rewrite E in N. discriminate.
  - cbn. apply IH; auto. intros y Hy. apply O. now right.
Qed.
Lemma route_suits l : oks l -> suit (route l) l.
Proof.
  intros O g. unfold route. cbv zeta. destruct (pawn_square l =? nowhere) eqn:E.
  - right. apply eqb_spec in E. now apply pawnless_square.
  - destruct (3 <? pawn_square l land 7); cbn; [|tauto]. intros [<-|[]]. now left.
Qed.
Lemma standard_wf p : wf p -> wf (standard p).
Proof.
  intros W. unfold standard. destruct (idle p); [|exact W]. split; [|now left]. apply images_wf; [apply W|apply route_suits, W].
Qed.
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
  destruct (images_play n (route (wmen p)) (wturn p) (wmen p) (proj1 W) (route_suits _ (proj1 W))) as [A B].
  destruct (quiet_play n p W I) as [C D]. fold (wimages (route (wmen p)) p) in A, B. fold (canon p) in A, B.
  fold (quiet p) in A, B. tauto.
Qed.

(** ** Going through what is looked up *)
Definition triangle : list int := [0; 1; 2; 3; 9; 10; 11; 18; 19; 27].
Definition left_half : list int := Eval vm_compute in filter (fun s => s land 7 <? 4) squares.
Fixpoint everywhere_left (sh : shape) (f : list wman -> bool) : bool :=   (* the first pawn on the left *)
  match sh with
  | [] => f []
  | (g, k) :: sh =>
      if same_kind k Pawn then forallb (fun s => everywhere sh (fun m => f (WMan g k s :: m))) left_half
      else forallb (fun s => everywhere_left sh (fun m => f (WMan g k s :: m))) squares
  end.
Definition everywhere_triangle (sh : shape) (f : list wman -> bool) : bool :=
  match sh with
  | [] => f []
  | (g, k) :: sh => forallb (fun s => everywhere sh (fun m => f (WMan g k s :: m))) triangle
  end.
Definition has_pawn (sh : shape) : bool := existsb (fun '(_, k) => same_kind k Pawn) sh.
Definition everywhere_reduced sh f := if has_pawn sh then everywhere_left sh f else everywhere_triangle sh f.

Lemma everywhere_left_all sh : forall f, everywhere_left sh f = true -> forall l, fits l sh = true -> oks l ->
  has_pawn sh = true -> In (pawn_square l) left_half -> f l = true.
Proof.
  induction sh as [|[g k] sh IH]; intros f H l F O P L; [discriminate|]. apply fits_material in F. destruct l as [|x l]; [discriminate|].
  injection F as <- <- F. apply fits_material in F. cbn [everywhere_left] in H.
  assert (O' : oks l) by (intros y Hy; apply O; now right). assert (E : x = WMan (wside x) (wkind x) (wat x)) by now destruct x.
  cbn [pawn_square] in L. unfold wis_pawn in L. cbn [has_pawn existsb] in P.
  destruct (same_kind (wkind x) Pawn) eqn:K.
  - assert (Kx : wkind x = Pawn) by (destruct (wkind x); try discriminate; reflexivity). rewrite Kx in L.
    rewrite forallb_forall in H. specialize (H _ L). rewrite E. exact (everywhere_all _ _ H _ F O').
  - assert (Kx : match wkind x with Pawn => true | _ => false end = false) by (destruct (wkind x); try discriminate; reflexivity).
    rewrite Kx in L. rewrite forallb_forall in H. specialize (H (wat x) (O x (or_introl eq_refl))). rewrite E.
    exact (IH _ H _ F O' P L).
Qed.
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
Lemma among s l : existsb (eqb s) l = true -> In s l.
Proof. intros X. apply existsb_exists in X. destruct X as (y & Hy & E). apply eqb_spec in E. now rewrite E. Qed.
Definition goes_nowhere (gs : list generator) : bool := match gs with [] => true | _ => false end.
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
Lemma everywhere_triangle_all sh f : everywhere_triangle sh f = true -> forall l, fits l sh = true -> oks l ->
  routes.[first_square l] = [] -> f l = true.
Proof.
  intros H l F O R. destruct sh as [|[g k] sh]; apply fits_material in F; destruct l as [|x l]; try discriminate; [exact H|].
  injection F as <- <- F. unfold everywhere_triangle in H. rewrite forallb_forall in H.
  specialize (H _ (in_triangle (wat x) (O x (or_introl eq_refl)) R)). assert (E : x = WMan (wside x) (wkind x) (wat x)) by (destruct x; reflexivity).
  rewrite E. refine (everywhere_all _ _ H l _ _); [now apply fits_material|intros y Hy; apply O; now right].
Qed.
Lemma everywhere_reduced_all sh f l : everywhere_reduced sh f = true -> fits l sh = true -> oks l -> route l = [] -> f l = true.
Proof.
  intros H F O R. unfold everywhere_reduced in H. rewrite (fits_pawnless l sh F) in H. unfold route in R. cbv zeta in R.
  destruct (wpawnless l) eqn:P.
  - rewrite (pawnless_nowhere l P), eqb_refl in R. exact (everywhere_triangle_all sh f H l F O R).
  - pose proof (pawn_square_in l O P) as S. rewrite (not_nowhere _ S) in R. destruct (3 <? pawn_square l land 7) eqn:T; [discriminate|].
    refine (everywhere_left_all sh f H l F O _ (in_left _ S T)). now rewrite (fits_pawnless l sh F), P.
Qed.

(** ** Scores *)
Section Reduced.
Variable half : int.
Variable ts : list table.
Definition entry_of (g : side) (l : list wman) : int :=
  match route l with
  | [] => look_up ts g l
  | gs => let m := carry_men gs l in match route m with [] => look_up ts g m | _ => 0 end
  end.
Fixpoint reduced_score (fuel : nat) p : int :=
  if idle p then entry_of (wturn p) (wmen p)
  else match fuel with O => 0 | S fuel => from_moves half (reduced_score fuel) p end.
Definition entry_checked fuel p : bool :=
  let s := look_up ts (wturn p) (wmen p) in if s =? 0 then negb (legal_now p) else s =? from_moves half (reduced_score fuel) p.
Definition reduced_right_at fuel l : bool :=
  match route l with
  | [] => if entry_checked fuel (WPos White l nowhere) then entry_checked fuel (WPos Black l nowhere) else false
  | _ => true
  end.
Definition reduced_table_right fuel t : bool := everywhere_reduced (table_shape t) (reduced_right_at fuel).

Lemma entry_there g l : entry_of g l <> 0 -> route (carry_men (route l) l) = [] /\ entry_of g l = look_up ts g (carry_men (route l) l).
Proof.
  unfold entry_of. destruct (route l) as [|h hs] eqn:R; [cbn [carry_men]; auto|]. cbv zeta.
  destruct (route (carry_men (h :: hs) l)); [auto|congruence].
Qed.
Lemma entry_here g l : route l = [] -> entry_of g l = look_up ts g l.
Proof. unfold entry_of. now intros ->. Qed.
Lemma more_reduced_fuel n : forall p, reduced_score n p <> 0 -> reduced_score (S n) p = reduced_score n p.
Proof.
  induction n as [|n IH]; intros p N.
  - cbn [reduced_score] in *. destruct (idle p); congruence.
  - change (reduced_score (S (S n)) p) with (if idle p then entry_of (wturn p) (wmen p) else from_moves half (reduced_score (S n)) p).
    change (reduced_score (S n) p) with (if idle p then entry_of (wturn p) (wmen p) else from_moves half (reduced_score n) p) in N |- *.
    destruct (idle p); [reflexivity|]. unfold from_moves in *. destruct (quick_moves p) as [|q l]; [reflexivity|].
    apply best_score_same; auto. intros r _ V. apply IH. now apply (valid_not_0 half).
Qed.

Hypothesis fine : (2 <= to_Z half <= 1048576)%Z.
Variable fuel : nat.
Hypothesis H : forallb (reduced_table_right (S fuel)) ts = true.
Notation value := (reduced_score (S fuel)).

Lemma idle_value p : idle p = true -> value p = entry_of (wturn p) (wmen p).
Proof. intros I. cbn [reduced_score]. now rewrite I. Qed.
Lemma standard_value p : value p <> 0 -> value (standard p) = value p /\ standard (standard p) = standard p.
Proof.
  unfold standard. destruct (idle p) eqn:I; [|now rewrite I]. intros N. rewrite idle_value in N |- * by auto.
  destruct (entry_there _ _ N) as [R E]. assert (J : idle (canon p) = true) by reflexivity.
  rewrite J, idle_value by auto. cbn [canon wimages wturn wmen]. rewrite entry_here by auto. split; [now rewrite E|].
  unfold canon at 1. cbn [canon wimages wmen]. rewrite R. reflexivity.
Qed.

(** A position that stands for itself and its images. *)
Definition known_there p := wf p /\ value p <> 0 /\ standard p = p.
Lemma checked_at l : oks l -> route l = [] -> (exists t, In t ts /\ fits l (table_shape t) = true) ->
  forall g, entry_checked (S fuel) (WPos g l nowhere) = true.
Proof.
  intros O R (t & Ht & F) g. rewrite forallb_forall in H. specialize (H t Ht).
  pose proof (everywhere_reduced_all _ _ _ H F O R) as B. unfold reduced_right_at in B. rewrite R in B.
  destruct (entry_checked (S fuel) (WPos White l nowhere)) eqn:E; [|discriminate]. now destruct g.
Qed.
Lemma checked_there p : known_there p -> value p = from_moves half value p.
Proof.
  intros (W & N & S). unfold standard in S. destruct (idle p) eqn:I.
  - assert (P : wpass p = nowhere) by (rewrite <- S; reflexivity). assert (Q : p = WPos (wturn p) (wmen p) nowhere) by (destruct p; cbn in *; congruence).
    rewrite idle_value in N |- * by auto. destruct (entry_there _ _ N) as [R E].
    assert (M : carry_men (route (wmen p)) (wmen p) = wmen p) by (rewrite <- S at 3; reflexivity). rewrite M in R, E.
    rewrite E in N |- *. pose proof (checked_at _ (proj1 W) R (look_up_fits ts _ _ N) (wturn p)) as C. unfold entry_checked in C.
    cbn [wturn wmen] in C. rewrite <- Q in C. destruct (look_up ts (wturn p) (wmen p) =? 0) eqn:Z; [apply eqb_spec in Z; congruence|].
    now apply eqb_spec in C.
  - assert (D : forall n, reduced_score (Datatypes.S n) p = from_moves half (reduced_score n) p) by (intros n; cbn [reduced_score]; now rewrite I).
    rewrite D in N |- *. unfold from_moves in *. destruct (quick_moves p) as [|q l]; [reflexivity|].
    symmetry. apply best_score_same; auto. intros r _ V. apply more_reduced_fuel. now apply (valid_not_0 half).
Qed.

Definition moves_there p := map standard (legal_moves p).
Lemma moves_valued p q : known_there p -> In q (legal_moves p) -> value q <> 0.
Proof.
  intros K Hq. pose proof (checked_there p K) as E. destruct K as (W & N & _). unfold from_moves in E.
  rewrite quick_moves_eq in E by auto. destruct (legal_moves p) as [|a l]; [destruct Hq|]. rewrite E in N.
  destruct (best_score_right half fine _ _ _ (one_in_range half fine) N) as [A _]. apply (valid_not_0 half). now apply A.
Qed.
Lemma exact_there p : known_there p -> exact wpos moves_there in_check_now p (decode half (value p)).
Proof.
  apply values_exact with (known := known_there) (value_of := fun p => decode half (value p)).
  - intros q r K Hr. apply in_map_iff in Hr. destruct Hr as (s & <- & Hs). pose proof (moves_valued q s K Hs) as N.
    destruct (standard_value s N) as [A B]. split; [|split; [now rewrite A|exact B]].
    apply standard_wf. eapply legal_moves_wf; [apply K|exact Hs].
  - intros q K. unfold moves_there. rewrite map_map, (map_ext_in _ (fun r => decode half (value r))).
    2:{ intros r Hr. now rewrite (proj1 (standard_value r (moves_valued q r K Hr))). }
    pose proof (checked_there q K) as E. rewrite E. destruct K as (W & N & _). unfold from_moves in *.
    rewrite quick_moves_eq in * by auto. destruct (legal_moves q) as [|a l] eqn:M.
    + cbn. destruct (in_check_now q); [now apply decode_one|apply decode_half].
    + rewrite E in N. destruct (best_score_right half fine _ _ _ (one_in_range half fine) N) as [_ ->]. now rewrite decode_one.
Qed.

Lemma play_there n : forall p, wf p ->
  (wins wpos moves_there in_check_now n p <-> wins position moves check n (read p)) /\
  (loses wpos moves_there in_check_now n p <-> loses position moves check n (read p)).
Proof.
  induction n as [|n IH]; intros c W.
  all: assert (M : mated wpos moves_there in_check_now c <-> mated position moves check (read c))
    by (unfold mated, moves_there; rewrite legal_moves_read, in_check_now_read by auto; destruct (legal_moves c); cbn; intuition discriminate).
  - cbn [wins loses]. tauto.
  - assert (A : forall q, In q (legal_moves c) ->
       (wins wpos moves_there in_check_now n (standard q) <-> wins position moves check n (read q)) /\
       (loses wpos moves_there in_check_now n (standard q) <-> loses position moves check n (read q))).
    { intros q Hq. pose proof (legal_moves_wf c q W Hq) as Wq. destruct (standard_play n q Wq) as [B C].
      destruct (IH _ (standard_wf q Wq)) as [D E]. tauto. }
    cbn [wins loses]. rewrite legal_moves_read by auto. unfold moves_there at 1 3 4. split.
    + split.
      * intros (q & Hq & L). apply in_map_iff in Hq. destruct Hq as (r & <- & Hr). exists (read r).
        split; [now apply in_map|]. now apply A.
      * intros (q & Hq & L). apply in_map_iff in Hq. destruct Hq as (r & <- & Hr). exists (standard r).
        split; [now apply in_map|]. now apply A.
    + rewrite M. assert (X : (map standard (legal_moves c) <> []) <-> (map read (legal_moves c) <> []))
        by (destruct (legal_moves c); cbn; split; intros Y; try discriminate; congruence).
      rewrite X. split; (intros [Y|[Y Z]]; [now left|right; split; [exact Y|]]);
      intros q Hq; apply in_map_iff in Hq; destruct Hq as (r & <- & Hr); apply A; auto; apply Z; now apply in_map.
Qed.

Theorem reduced_exact p : wf p -> value p <> 0 -> exact position moves check (read p) (decode half (value p)).
Proof.
  intros W N. destruct (standard_value p N) as [V S]. pose proof (standard_wf p W) as Ws.
  assert (K : known_there (standard p)) by (split; [exact Ws|split; [now rewrite V|exact S]]).
  pose proof (exact_there _ K) as Y. rewrite V in Y.
  assert (A : forall n, wins wpos moves_there in_check_now n (standard p) <-> wins position moves check n (read p))
    by (intros n; rewrite (proj1 (play_there n _ Ws)); apply standard_play, W).
  assert (B : forall n, loses wpos moves_there in_check_now n (standard p) <-> loses position moves check n (read p))
    by (intros n; rewrite (proj2 (play_there n _ Ws)); apply standard_play, W).
  destruct (decode half (value p)); cbn in *; repeat setoid_rewrite A in Y; repeat setoid_rewrite B in Y; exact Y.
Qed.

(** ** Every legal position has a score *)
Lemma on_board_carry g s : on_board (carry g s) = on_board s.
Proof.
  destruct s as [x y]. unfold on_board, size, file, rank. destruct g; cbn [carry fst snd file rank]; apply eq_iff_eq_true;
  rewrite !andb_true_iff, !Z.leb_le; lia.
Qed.
Lemma legal_image g p : suits g p -> legal (image g p) = legal p.
Proof.
  intros S. unfold legal, one_king. rewrite in_check_carry by auto. cbn [image men to_move].
  assert (A : apart (map (carry_man g) (men p)) = apart (men p)).
  { generalize (men p). induction l as [|x l IH]; [reflexivity|]. cbn [map apart]. rewrite IH, forallb_map. f_equal.
    apply forallb_in. intros y _. cbn [on carry_man]. now rewrite same_carry. }
  rewrite A, forallb_map, !filter_map, !map_length.
  change (fun x => is_of White (carry_man g x) && is_king (carry_man g x)) with (fun x => is_of White x && is_king x).
  change (fun x => is_of Black (carry_man g x) && is_king (carry_man g x)) with (fun x => is_of Black x && is_king x).
  rewrite (forallb_in _ _ (fun x => on_board (on x) && negb (is_pawn x && last_rank (on x)))); [reflexivity|].
  intros x Hx. cbn [on carry_man]. rewrite on_board_carry. change (is_pawn (carry_man g x)) with (is_pawn x).
  destruct (is_pawn x) eqn:P; [|reflexivity]. rewrite (suits_man g p x S Hx P). reflexivity.
Qed.
Lemma carry_men_material gs : forall l, wmaterial (carry_men gs l) = wmaterial l.
Proof. induction gs as [|g gs IH]; intros l; [reflexivity|]. cbn [carry_men]. rewrite IH. unfold wmaterial. now rewrite map_map. Qed.
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
Theorem reduced_complete p t : wf p -> wpass p = nowhere -> In t ts -> fits (wmen p) (table_shape t) = true ->
  legal (read p) = true -> value p <> 0.
Proof.
  intros W P Ht F L. assert (I : idle p = true) by (unfold idle; now rewrite P). rewrite idle_value by auto.
  pose proof (arrives _ (proj1 W)) as R. set (m := carry_men (route (wmen p)) (wmen p)) in *.
  assert (E : entry_of (wturn p) (wmen p) = look_up ts (wturn p) m).
  { unfold entry_of. subst m. destruct (route (wmen p)); [reflexivity|]. cbv zeta. now rewrite R. }
  assert (Om : oks m) by (apply images_wf; [apply W|apply route_suits, W]).
  assert (Fm : fits m (table_shape t) = true) by (apply fits_material; unfold m; rewrite carry_men_material; now apply fits_material).
  pose proof (checked_at m Om R (ex_intro _ t (conj Ht Fm)) (wturn p)) as C. unfold entry_checked in C. cbn [wturn wmen] in C.
  rewrite E. intros Z. rewrite Z, eqb_refl in C. apply negb_true_iff in C. rewrite <- legal_read in C by (split; [exact Om|now left]).
  assert (X : legal (read (WPos (wturn p) m nowhere)) = legal (read p)); [|congruence].
  apply (carry_men_same (fun m => legal (read (WPos (wturn p) m nowhere)) = legal (read p))); [|apply W|apply route_suits, W|].
  - intros g l O S <-. rewrite read_carried by auto. apply legal_image. now apply suits_words.
  - destruct p as [? ? e]. cbn in P. now subst e.
Qed.
End Reduced.
