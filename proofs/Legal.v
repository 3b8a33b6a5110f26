(** * Legal positions, shapes, and how to go through all positions of a shape

    A shape is the men of an endgame in the order of the list: [[(White, King); (White, Rook); (Black, King)]]. This file has
    - [legal_read]: [legal_now] is [legal];
    - [legal_words]: a legal position without a right to capture in passing is the reading of one in words;
    - [everywhere]: a test of every placement of a shape, and what it shows about all legal positions ([everywhere_legal]);
    - [how_many]: the number of legal positions of a shape in which something holds ([how_many_right]). *)
From Coq Require Import ZArith NArith List Bool Uint63 PArray Lia.
From Adli Require Import Laws Words Same Run.
Import ListNotations.
Open Scope uint63_scope. Open Scope bool_scope.

(** ** Legal positions *)
Lemma apart_read l : oks l -> apart (map read_man l) = wapart l.
Proof.
  induction l as [|x l IH]; intros O; [reflexivity|]. cbn [map apart wapart].
  rewrite forallb_map, (forallb_in _ _ (fun y => negb (wat x =? wat y))).
  2:{ intros y Hy. cbn [on read_man]. rewrite same_place; auto; apply O; [now left|now right]. }
  now rewrite IH by (intros y Hy; apply O; now right).
Qed.
Lemma one_king_read p g : one_king (read p) g = wone_king (wmen p) g.
Proof. unfold one_king, wone_king. cbn [read men]. now rewrite filter_map, map_length. Qed.
Lemma on_board_place i : ok i -> on_board (place i) = true.
Proof. intros H. refine (try1 (fun i => on_board (place i)) _ i H). by_trying. Qed.

Theorem legal_read p : wf p -> legal (read p) = legal_now p.
Proof.
  intros [O _]. rewrite legal_now_eq. unfold legal, wlegal.
  rewrite !one_king_read, in_check_read by auto. cbn [read men to_move]. rewrite apart_read, forallb_map by auto.
  rewrite (forallb_in _ _ (fun x => negb (wis_pawn x && wlast_rank (wat x)))).
  2:{ intros x Hx. cbn [on read_man]. rewrite on_board_place, last_rank_read by auto. reflexivity. }
  now rewrite (andb_comm (forallb _ _)).
Qed.

Lemma in_lines z : (1 <= z <= 8)%Z -> In z lines.
Proof.
  intros H. assert (z = 1 \/ z = 2 \/ z = 3 \/ z = 4 \/ z = 5 \/ z = 6 \/ z = 7 \/ z = 8)%Z as X by lia.
  cbn. intuition.
Qed.
Lemma on_board_ok s : on_board s = true -> exists i, ok i /\ s = place i.
Proof.
  unfold on_board, size. rewrite !andb_true_iff, !Z.leb_le. intros H.
  assert (I : In s board).
  { unfold board. apply in_flat_map. exists (rank s). split; [apply in_lines; lia|].
    apply in_map_iff. exists (file s). split; [now destruct s|apply in_lines; lia]. }
  rewrite board_squares in I. apply in_map_iff in I. destruct I as (i & <- & Hi). eauto.
Qed.

Lemma men_words l : (every x in l, on_board (on x)) = true -> exists k, oks k /\ map read_man k = l.
Proof.
  induction l as [|x l IH]; cbn; intros H; [exists []; split; [intros ? []|reflexivity]|].
  apply andb_prop in H. destruct H as [H1 H2]. destruct (IH H2) as (k & O & E).
  destruct (on_board_ok _ H1) as (i & Hi & Ei). exists (WMan (whose x) (what x) i :: k). split.
  - intros y [<-|Hy]; auto.
  - cbn [map]. rewrite E. f_equal. unfold read_man. cbn [wside wkind wat]. rewrite <- Ei. now destruct x.
Qed.

Theorem legal_words p : legal p = true -> passing p = None -> exists q, wf q /\ read q = p /\ wpass q = nowhere.
Proof.
  intros L N. unfold legal in L. rewrite !andb_true_iff in L. destruct L as [[[[L _] _] _] _].
  destruct (men_words (men p)) as (l & O & E).
  { apply forallb_forall. intros x Hx. rewrite forallb_forall in L. specialize (L x Hx). now apply andb_prop in L. }
  exists (WPos (to_move p) l nowhere). split; [split; cbn; auto|split; [|reflexivity]].
  unfold read. cbn. rewrite E. destruct p; cbn in *; now subst.
Qed.

(** ** Shapes *)
Definition shape := list (side * kind).
Definition material p : shape := map (fun x => (whose x, what x)) (men p).
Definition wmaterial (l : list wman) : shape := map (fun x => (wside x, wkind x)) l.
Lemma material_read p : material (read p) = wmaterial (wmen p).
Proof. unfold material, wmaterial. cbn [read men]. now rewrite map_map. Qed.

Definition same_side g h := match g, h with White, White | Black, Black => true | _, _ => false end.
Definition same_kind k l := match k, l with
  King, King | Queen, Queen | Rook, Rook | Bishop, Bishop | Knight, Knight | Pawn, Pawn => true | _, _ => false end.
Fixpoint fits (l : list wman) (sh : shape) : bool :=
  match l, sh with
  | [], [] => true
  | x :: l, (g, k) :: sh => if same_kind (wkind x) k then if same_side (wside x) g then fits l sh else false else false
  | _, _ => false
  end.
Lemma fits_material l : forall sh, fits l sh = true <-> wmaterial l = sh.
Proof.
  induction l as [|[g k a] l IH]; intros [|[h j] sh]; cbn; split; try discriminate; auto.
  - destruct (same_kind k j) eqn:K; [|discriminate]. destruct (same_side g h) eqn:G; [|discriminate].
    intros F. apply IH in F. f_equal; [|exact F]. destruct g, h, k, j; congruence || discriminate.
  - intros E. injection E as -> -> E. apply IH in E. rewrite E. destruct h, j; reflexivity.
Qed.

(** ** All placements of a shape *)
Fixpoint everywhere (sh : shape) (f : list wman -> bool) : bool :=
  match sh with
  | [] => f []
  | (g, k) :: sh =>
      (fix go (l : list int) := match l with
         | [] => true
         | s :: l => if everywhere sh (fun m => f (WMan g k s :: m)) then go l else false
         end) squares
  end.
Lemma everywhere_all sh : forall f, everywhere sh f = true -> forall l, fits l sh = true -> oks l -> f l = true.
Proof.
  induction sh as [|[g k] sh IH]; intros f H l F O; apply fits_material in F; destruct l as [|x l]; try discriminate; auto.
  change (forallb (fun s => everywhere sh (fun m => f (WMan g k s :: m))) squares = true) in H.
  injection F as <- <- F. rewrite forallb_forall in H.
  specialize (H (wat x) (O x (or_introl eq_refl))). replace x with (WMan (wside x) (wkind x) (wat x)) by now destruct x.
  apply (IH _ H); [now apply fits_material|]. intros y Hy. apply O. now right.
Qed.

Theorem everywhere_legal (f : wpos -> bool) sh g :
  everywhere sh (fun l => let p := WPos g l nowhere in if legal_now p then f p else true) = true ->
  forall p, legal p = true -> material p = sh -> to_move p = g -> passing p = None -> f (write p) = true.
Proof.
  intros H p L M G N. destruct (legal_words p L N) as (q & W & E & P). subst p.
  rewrite write_read, material_read in * by auto. pose proof (everywhere_all _ _ H (wmen q)) as X. cbv zeta in X.
  destruct q as [h l e]. cbn in *. subst. rewrite legal_read in L by auto. rewrite L in X.
  apply X; [now apply fits_material|apply W].
Qed.

(** ** Counting *)
Fixpoint placements (sh : shape) : list (list man) :=
  match sh with
  | [] => [[]]
  | (g, k) :: sh => flat_map (fun s => map (cons (Man g k s)) (placements sh)) board
  end.
Definition positions sh g : list position :=
  filter legal (map (fun l => Position g l None) (placements sh)).

Fixpoint count_words (sh : shape) (f : list wman -> bool) : N :=
  match sh with
  | [] => if f [] then 1 else 0
  | (g, k) :: sh => fold_left (fun n s => (n + count_words sh (fun m => f (WMan g k s :: m)))%N) squares 0%N
  end.
Definition how_many sh g (f : wpos -> bool) : N :=
  count_words sh (fun l => let p := WPos g l nowhere in if legal_now p then f p else false).

Lemma fold_sum (A : Type) (f : A -> list (list man)) (g : A -> N) (h : list man -> bool) l :
  (forall a, In a l -> g a = N.of_nat (List.length (filter h (f a)))) ->
  forall n, fold_left (fun n a => (n + g a)%N) l n = (n + N.of_nat (List.length (filter h (flat_map f l))))%N.
Proof.
  induction l as [|a l IH]; intros H n; cbn [fold_left flat_map]; [cbn; lia|].
  rewrite IH by (intros; apply H; now right). rewrite (H a) by now left. rewrite filter_app, app_length. lia.
Qed.
Lemma filter_length_map (A B : Type) (h : B -> bool) (f : A -> B) l :
  List.length (filter h (map f l)) = List.length (filter (fun x => h (f x)) l).
Proof. now rewrite filter_map, map_length. Qed.

Lemma count_right sh : forall f h, (forall l, oks l -> f l = h (map read_man l)) ->
  count_words sh f = N.of_nat (List.length (filter h (placements sh))).
Proof.
  induction sh as [|[g k] sh IH]; intros f h H; cbn [count_words placements].
  - rewrite (H []) by (intros ? []). cbn. now destruct (h []).
  - rewrite board_squares, flat_map_map.
    rewrite (fold_sum _ (fun s => map (cons (Man g k (place s))) (placements sh)) _ h); [apply N.add_0_l|].
    intros s Hs. rewrite filter_length_map. apply IH. intros l O. rewrite H; [reflexivity|].
    intros y [<-|Hy]; auto.
Qed.

Theorem how_many_right sh g f c :
  (forall p, wf p -> f p = c (read p)) ->
  how_many sh g f = N.of_nat (List.length (filter c (positions sh g))).
Proof.
  intros H. unfold how_many, positions.
  rewrite (count_right sh _ (fun l => let p := Position g l None in legal p && c p)).
  - f_equal. rewrite filter_map, filter_length_map. now rewrite <- filter_and.
  - intros l O. cbv zeta. assert (W : wf (WPos g l nowhere)) by (split; cbn; auto).
    rewrite <- (legal_read _ W), (H _ W). reflexivity.
Qed.
