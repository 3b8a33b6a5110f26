(** * Symmetry: without pawns the eight images of a position are worth the same; with pawns its mirror image is; and colours may be exchanged

    Three maps make all eight: [Mirror] exchanges the files, [Flip] the ranks, [Turn] files and ranks. [Exchange] gives each man the other colour and
    exchanges the ranks, so that pawns still go forward, and the other side is to move. [moves_image]: the moves from an image are the
    images of the moves. [exact_image]: so the values are the same. *)
From Coq Require Import ZArith List Bool Lia.
From Adli Require Import Games Laws Same.
Import ListNotations.
Open Scope Z_scope. Open Scope bool_scope.

Inductive generator := Mirror | Flip | Turn | Exchange.
Definition carry (g : generator) (s : square) : square :=
  match g with Mirror => (9 - file s, rank s) | Flip | Exchange => (file s, 9 - rank s) | Turn => (rank s, file s) end.
Definition carry_side g c := match g with Exchange => other c | _ => c end.
Definition carry_man g x := Man (carry_side g (whose x)) (what x) (carry g (on x)).
Definition image g p := Position (carry_side g (to_move p)) (map (carry_man g) (men p)) (option_map (carry g) (passing p)).
Definition pawnless p := every x in men p, negb (is_pawn x).
Definition leads_pawns g := match g with Mirror | Exchange => true | _ => false end.    (* forward stays forward *)
Definition suits g p := leads_pawns g = true \/ pawnless p = true.

(** ** Geometry *)
Ltac geometry := intros; apply eq_iff_eq_true;
  repeat match goal with s : square |- _ => destruct s end;
  unfold straight, slanted, between, inside, same, steps, walk, files, ranks, carry, file, rank; cbn [fst snd];
  repeat (rewrite negb_andb || rewrite andb_true_iff || rewrite orb_true_iff || rewrite negb_true_iff
    || rewrite Z.eqb_eq || rewrite Z.eqb_neq || rewrite Z.ltb_lt); lia.
Section Generator.
Variable g : generator.
Lemma same_carry a b : same (carry g a) (carry g b) = same a b. Proof. destruct g; geometry. Qed.
Lemma straight_carry a b : straight (carry g a) (carry g b) = straight a b. Proof. destruct g; geometry. Qed.
Lemma slanted_carry a b : slanted (carry g a) (carry g b) = slanted a b. Proof. destruct g; geometry. Qed.
Lemma inside_back x a b : inside (9 - x) (9 - a) (9 - b) = inside x a b.
Proof. geometry. Qed.
Lemma back a b : (9 - a =? 9 - b) = (a =? b).
Proof. apply eq_iff_eq_true. rewrite !Z.eqb_eq. lia. Qed.
Lemma between_carry a s b : between (carry g a) (carry g s) (carry g b) = between a s b.
Proof.
  unfold between. rewrite !slanted_carry. destruct g; unfold carry, file, rank; cbn [fst snd];
  rewrite ?inside_back, ?back; try reflexivity.
  rewrite (orb_comm (_ && _ && inside _ (snd a) _)). f_equal. rewrite <- !andb_assoc. do 2 f_equal. apply andb_comm.
Qed.
Lemma steps_carry a b : steps (carry g a) (carry g b) = steps a b.
Proof. destruct g, a, b; unfold steps, files, ranks, carry, file, rank; cbn [fst snd]; lia. Qed.
Lemma walk_carry a b : walk (carry g a) (carry g b) = walk a b.
Proof. destruct g, a, b; unfold walk, files, ranks, carry, file, rank; cbn [fst snd]; lia. Qed.
Lemma carry_carry s : carry g (carry g s) = s.
Proof. destruct g, s; unfold carry, file, rank; cbn [fst snd]; f_equal; lia. Qed.
Lemma board_carry s : In s board -> In (carry g s) board.
Proof.
  intros H. assert (X : existsb (same (carry g s)) board = true).
  { pose (f := fun s => existsb (same (carry g s)) board). change (f s = true).
    assert (A : forallb f board = true) by (unfold f; destruct g; vm_compute; reflexivity).
    rewrite forallb_forall in A. auto. }
  apply existsb_exists in X. destruct X as (t & Ht & E). apply same_eq in E. now rewrite E.
Qed.

(** ** The laws *)
Lemma other_carry c : other (carry_side g c) = carry_side g (other c). Proof. now destruct g, c. Qed.
Lemma is_of_carry c x : is_of (carry_side g c) (carry_man g x) = is_of c x.
Proof. unfold is_of. cbn [whose carry_man]. now destruct g, c, (whose x). Qed.
Lemma clear_carry p a b : clear (image g p) (carry g a) (carry g b) = clear p a b.
Proof. unfold clear. cbn [image men]. rewrite forallb_map. apply forallb_in. intros x _. cbn [on carry_man]. now rewrite between_carry. Qed.
Lemma empty_carry p s : empty (image g p) (carry g s) = empty p s.
Proof. unfold empty. cbn [image men]. rewrite forallb_map. apply forallb_in. intros x _. cbn [on carry_man]. now rewrite same_carry. Qed.

Definition fits_man x := is_pawn x = true -> leads_pawns g = true.
Lemma suits_man p x : suits g p -> In x (men p) -> fits_man x.
Proof.
  intros [E|E] Hx P; auto. unfold pawnless in E. rewrite forallb_forall in E. specialize (E x Hx). now rewrite P in E.
Qed.
Lemma hits_carry p x s : fits_man x -> hits (image g p) (carry_man g x) (carry g s) = hits p x s.
Proof.
  intros F. unfold hits. cbn [what carry_man on whose]. destruct (what x) eqn:K;
  rewrite ?straight_carry, ?slanted_carry, ?clear_carry, ?steps_carry, ?walk_carry; try reflexivity.
  assert (E : leads_pawns g = true) by (apply F; unfold is_pawn; now rewrite K). clear - E.
  destruct x as [c k a]. cbn [whose on]. destruct g, c; try discriminate; cbn [carry_side other forward]; geometry.
Qed.
Lemma advances_carry p x s : leads_pawns g = true -> advances (image g p) (carry_man g x) (carry g s) = advances p x s.
Proof.
  intros E. unfold advances. cbn [on carry_man whose]. rewrite clear_carry. rewrite <- !andb_assoc, !(andb_comm (clear _ _ _)), !andb_assoc.
  f_equal. destruct x as [c k a]. cbn [whose on]. clear - E.
  destruct g, c; try discriminate; unfold start, size; cbn [carry_side other forward]; geometry.
Qed.
Lemma in_check_carry p c : suits g p -> in_check (image g p) (carry_side g c) = in_check p c.
Proof.
  intros S. unfold in_check. cbn [image men]. rewrite existsb_map. apply existsb_in. intros k _. rewrite is_of_carry. f_equal.
  rewrite existsb_map. apply existsb_in. intros x Hx. rewrite other_carry, is_of_carry. f_equal. cbn [on carry_man]. apply hits_carry. eapply suits_man; eauto.
Qed.
Lemma is_passing_carry p s : is_passing (image g p) (carry g s) = is_passing p s.
Proof. unfold is_passing. cbn [image passing]. destruct (passing p); cbn; [apply same_carry|reflexivity]. Qed.
Lemma may_go_carry p x s : fits_man x -> may_go (image g p) (carry_man g x) (carry g s) = may_go p x s.
Proof.
  intros F. unfold may_go. rewrite empty_carry, hits_carry, is_passing_carry by auto. change (is_pawn (carry_man g x)) with (is_pawn x).
  f_equal. f_equal.
  - destruct (is_pawn x) eqn:P; [|reflexivity]. now rewrite advances_carry by auto.
  - f_equal. cbn [image men to_move]. rewrite existsb_map. apply existsb_in. intros e _. rewrite other_carry, is_of_carry. f_equal. apply same_carry.
Qed.
Lemma captured_carry p x s e : fits_man x -> captured (image g p) (carry_man g x) (carry g s) (carry_man g e) = captured p x s e.
Proof.
  intros F. unfold captured. rewrite is_passing_carry. cbn [on carry_man]. rewrite same_carry.
  change (is_pawn (carry_man g x)) with (is_pawn x). cbn [image to_move]. rewrite other_carry, is_of_carry.
  destruct (is_pawn x) eqn:P; [|reflexivity]. do 3 f_equal. rewrite <- (same_carry (on e) (file s, rank (on x))).
  specialize (F P). now destruct g.
Qed.
Lemma last_rank_carry s : leads_pawns g = true -> last_rank (carry g s) = last_rank s.
Proof. intros E. destruct g; try discriminate; unfold last_rank, size; geometry. Qed.
Lemma becomes_carry x s : fits_man x -> becomes (carry_man g x) (carry g s) = becomes x s.
Proof.
  intros F. unfold becomes. change (is_pawn (carry_man g x)) with (is_pawn x). destruct (is_pawn x) eqn:P; [|reflexivity].
  now rewrite (last_rank_carry s (F P)).
Qed.
Lemma position_eq p q : to_move p = to_move q -> men p = men q -> passing p = passing q -> p = q.
Proof. destruct p, q. cbn. congruence. Qed.
Lemma play_carry p x s k : fits_man x -> play (image g p) (carry_man g x) (carry g s) k = image g (play p x s k).
Proof.
  intros F. apply position_eq; [apply other_carry| |].
  - change (flat_map (fun y => if same (on y) (carry g (on x)) then [Man (carry_side g (whose x)) k (carry g s)]
                               else if captured (image g p) (carry_man g x) (carry g s) y then [] else [y]) (map (carry_man g) (men p))
            = map (carry_man g) (flat_map (fun y => if same (on y) (on x) then [Man (whose x) k s]
                                                    else if captured p x s y then [] else [y]) (men p))).
    rewrite flat_map_map, map_flat_map. apply flat_map_in. intros y _. cbn [on carry_man].
    rewrite same_carry, captured_carry by auto. destruct (same (on y) (on x)); [reflexivity|]. now destruct (captured p x s y).
  - cbn [play image passing]. change (is_pawn (carry_man g x)) with (is_pawn x).
    destruct (is_pawn x) eqn:P; [|reflexivity]. cbn [andb on carry_man whose].
    assert (R : ranks (carry g (on x)) (carry g s) = ranks (on x) s) by (specialize (F P); destruct g; try discriminate; unfold ranks, carry, file, rank; cbn [fst snd]; lia).
    rewrite R. destruct (ranks (on x) s =? 2); [|reflexivity]. cbn [option_map]. specialize (F P). unfold carry, file, rank.
    destruct g, (whose x); try discriminate; cbn [fst snd carry_side other forward]; apply (f_equal Some), (f_equal2 pair); lia.
Qed.

Lemma suits_play p x s k : suits g p -> In x (men p) -> In k (becomes x s) -> suits g (play p x s k).
Proof.
  intros [E|E] Hx Hk; [now left|right]. unfold pawnless in *. rewrite forallb_forall in *. intros y Hy. cbn [play men] in Hy.
  apply in_flat_map in Hy. destruct Hy as (z & Hz & Hy). destruct (same (on z) (on x)).
  - destruct Hy as [<-|[]]. pose proof (E x Hx) as P. unfold becomes in Hk. destruct (is_pawn x) eqn:Q; [discriminate|].
    cbn in Hk. destruct Hk as [<-|[]]. unfold is_pawn in *. cbn. now rewrite Q.
  - destruct (captured p x s z); [destruct Hy|]. destruct Hy as [<-|[]]. auto.
Qed.

Lemma in_moves p q : In q (moves p) <-> exists x s k, In x (men p) /\ is_of (to_move p) x = true /\ In s board /\ may_go p x s = true
  /\ In k (becomes x s) /\ q = play p x s k /\ in_check q (to_move p) = false.
Proof.
  unfold moves. rewrite in_flat_map. split.
  - intros (x & Hx & H). apply filter_In in Hx. apply in_flat_map in H. destruct H as (s & Hs & H). apply filter_In in Hs, H.
    destruct H as [H C]. apply in_map_iff in H. destruct H as (k & <- & Hk). exists x, s, k. apply negb_true_iff in C. intuition.
  - intros (x & s & k & Hx & O & Hs & M & Hk & -> & C). exists x. split; [now apply filter_In|]. apply in_flat_map. exists s.
    split; [now apply filter_In|]. apply filter_In. split; [now apply in_map|]. now rewrite C.
Qed.

Theorem moves_image p q : suits g p -> In q (moves p) -> suits g q /\ In (image g q) (moves (image g p)).
Proof.
  intros S H. apply in_moves in H. destruct H as (x & s & k & Hx & O & Hs & M & Hk & -> & C).
  pose proof (suits_man p x S Hx) as F. pose proof (suits_play p x s k S Hx Hk) as S'. split; auto.
  apply in_moves. exists (carry_man g x), (carry g s), k. cbn [image men to_move].
  change (Position (carry_side g (to_move p)) (map (carry_man g) (men p)) (option_map (carry g) (passing p))) with (image g p).
  rewrite may_go_carry, becomes_carry, play_carry, is_of_carry by auto. rewrite in_check_carry by auto.
  repeat split; auto using in_map, board_carry.
Qed.

Lemma image_image p : image g (image g p) = p.
Proof.
  destruct p as [t l e]. unfold image. cbn. f_equal.
  - now destruct g, t.
  - rewrite map_map. rewrite <- (map_id l) at 2. apply map_ext. intros [w k a]. unfold carry_man. cbn. rewrite carry_carry. now destruct g, w.
  - destruct e; cbn; [now rewrite carry_carry|reflexivity].
Qed.
Lemma suits_image p : suits g p -> suits g (image g p).
Proof. intros [E|E]; [now left|right]. unfold pawnless in *. cbn [image men]. now rewrite forallb_map. Qed.
Lemma no_moves_image p : suits g p -> moves p = [] -> moves (image g p) = [].
Proof.
  intros S N. destruct (moves (image g p)) as [|q l] eqn:E; auto. exfalso.
  assert (I : In (image g q) (moves (image g (image g p)))) by (apply moves_image; [now apply suits_image|rewrite E; now left]).
  rewrite image_image, N in I. destruct I.
Qed.

(** ** Values *)
Notation wins := (wins position moves check).
Notation loses := (loses position moves check).
Lemma play_image n : forall p, suits g p -> (wins n p -> wins n (image g p)) /\ (loses n p -> loses n (image g p)).
Proof.
  induction n as [|n IH]; intros p S.
  all: assert (M : mated position moves check p -> mated position moves check (image g p))
    by (intros [N C]; split; [now apply no_moves_image|unfold check in *; cbn [image to_move]; now rewrite in_check_carry]).
  - split; cbn; [tauto|]. intros [X|[]]; auto.
  - split; cbn [Games.wins Games.loses].
    + intros (q & Hq & L). destruct (moves_image p q S Hq) as [S' I]. exists (image g q). split; auto. now apply IH.
    + intros [X|[N A]]; auto. right. split.
      * intros X. apply N. rewrite <- (image_image p). apply no_moves_image; auto using suits_image.
      * intros q Hq. destruct (moves_image _ q (suits_image p S) Hq) as [S' I]. rewrite image_image in I.
        rewrite <- (image_image q). apply IH; [exact (suits_image q S')|now apply A].
Qed.
Lemma play_image_iff n p : suits g p -> (wins n (image g p) <-> wins n p) /\ (loses n (image g p) <-> loses n p).
Proof.
  intros S. pose proof (play_image n p S) as [A B]. pose proof (play_image n _ (suits_image p S)) as [C D].
  rewrite image_image in C, D. tauto.
Qed.
Theorem exact_image p v : suits g p -> exact position moves check (image g p) v <-> exact position moves check p v.
Proof.
  intros S. pose proof (fun n => proj1 (play_image_iff n p S)) as W. pose proof (fun n => proj2 (play_image_iff n p S)) as L.
  destruct v; cbn; repeat setoid_rewrite W; repeat setoid_rewrite L; tauto.
Qed.

(** ** Legal positions *)
Lemma on_board_carry s : on_board (carry g s) = on_board s.
Proof.
  destruct s as [x y]. unfold on_board, size, file, rank. destruct g; cbn [carry fst snd file rank]; apply eq_iff_eq_true;
  rewrite !andb_true_iff, !Z.leb_le; lia.
Qed.
Lemma one_king_carry p c : one_king (image g p) (carry_side g c) = one_king p c.
Proof.
  unfold one_king. cbn [image men]. rewrite filter_map, map_length. f_equal. f_equal. apply filter_in. intros x _. now rewrite is_of_carry.
Qed.
Lemma legal_image p : suits g p -> legal (image g p) = legal p.
Proof.
  intros S. unfold legal. cbn [to_move image]. rewrite other_carry, in_check_carry by auto.
  assert (K : one_king (image g p) White && one_king (image g p) Black = one_king p White && one_king p Black).
  { rewrite <- (one_king_carry p White), <- (one_king_carry p Black). destruct g; cbn [carry_side other]; try reflexivity. apply andb_comm. }
  rewrite <- !andb_assoc. rewrite (andb_assoc (one_king (image g p) White)), K, <- andb_assoc. cbn [image men].
  assert (A : apart (map (carry_man g) (men p)) = apart (men p)).
  { generalize (men p). induction l as [|x l IH]; [reflexivity|]. cbn [map apart]. rewrite IH, forallb_map. f_equal.
    apply forallb_in. intros y _. cbn [on carry_man]. now rewrite same_carry. }
  rewrite A, forallb_map. f_equal. apply forallb_in. intros x Hx. cbn [on carry_man]. rewrite on_board_carry.
  change (is_pawn (carry_man g x)) with (is_pawn x). destruct (is_pawn x) eqn:P; [|reflexivity].
  now rewrite last_rank_carry by exact (suits_man p x S Hx P).
Qed.
End Generator.
