(** * King and rook against king: mates, and mates in one, two and three plies, described square by square

    Malikovic, Cubrilo and Janicic want Bratko's strategy to look for a mate in two moves without search. For this they describe mates, and positions that
    are one, two and three plies from mate, by where the men stand on one edge or in one corner, up to the eight symmetries of the board; and they relate the
    four descriptions by lemmas. They print the first description; the others are ours. Here each is shown to be exact, for all legal positions of
    [Laws.v], in the words of [Games.v]:
    - [mate_exactly]: a position is mate just if [mate_concrete] says so;
    - [one_exactly], [two_exactly], [three_exactly]: the same for [wins 1], [loses 2] and [wins 3];
    - [one_leads_to_mate], [two_leads_to_one], [three_leads_to_two]: the lemmas of the paper;
    - [printed_mate_valid]: what the paper prints is mate; [printed_mate_misses]: not every mate is described by it, as the text says that it could be shown.
    Compiled by [proofs/krk/check], because it goes through all positions. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Games Laws Words Same Run Legal Language Remember.
Import ListNotations.
Open Scope uint63_scope.

Definition KRK : shape := [(White, King); (White, Rook); (Black, King)].
Definition K := the White King.
Definition R := the White Rook.
Definition k := the Black King.
Definition steps a b := max (abs (file a - file b)) (abs (rank a - rank b)).

(** ** The descriptions: the black king is on the file a *)
Section Here.
Variable p : wpos.
Definition edge_king n := k p =? point 1 n.                 (* he stands there, on the rank [n] *)
Definition n := rank (k p).

(** Mate: the kings face each other, and the rook is on the edge two squares away or more; or in the corner. *)
Definition mate_edge := edge_king n && (K p =? point 3 n) && (file (R p) =? 1) && (n + 2 <=? rank (R p)).
Definition mate_corner := edge_king 1 && (K p =? point 3 2) && (file (R p) =? 1) && (3 <=? rank (R p)).
Definition mate_corner_printed := edge_king 1 && (K p =? point 3 2) && (R p =? point 1 3).

(** One ply before: the rook goes to the edge. *)
Definition one_edge := edge_king n && (K p =? point 3 n) && (2 <=? file (R p)) && le 2 (abs (rank (R p) - n)).
Definition one_corner := edge_king 1 && (K p =? point 3 2) && (2 <=? file (R p)) && (3 <=? rank (R p)).

(** Two plies: the black king has one move, which brings him face to face with the other, or into the corner. *)
Definition two_corner := edge_king 1 && (K p =? point 2 3) && (4 <=? file (R p)) && (2 <=? rank (R p)).
Definition two_edge := edge_king n && (K p =? point 3 (n - 1)) && (3 <=? file (R p)) && (rank (R p) =? n + 1).
Definition two_beside := edge_king 2 && (K p =? point 3 2) && (2 <=? file (R p)) && (rank (R p) =? 3).

(** Three plies: the white king, or the rook, is one move away from such a position. *)
Definition king_to_corner := edge_king 1 && (steps (K p) (point 2 3) =? 1) && (4 <=? file (R p)) && (2 <=? rank (R p)).
Definition king_to_edge := edge_king n && (2 <=? n) && (steps (K p) (point 3 (n - 1)) =? 1) && (3 <=? file (R p)) && (rank (R p) =? n + 1).
Definition king_beside := edge_king 2 && (steps (K p) (point 3 2) =? 1) && (2 <=? file (R p)) && (rank (R p) =? 3).
Definition rook_to_corner := edge_king 1 && (K p =? point 2 3) && (file (R p) =? 2).
Definition rook_to_edge := edge_king n && (n <=? 7) && (2 <=? n) && (K p =? point 3 (n - 1))
  && ((4 <=? file (R p)) || (file (R p) =? 3) && (n <? rank (R p)) || (file (R p) =? 2) && (rank (R p) =? n + 1)).
Definition rook_beside := edge_king 2 && (K p =? point 3 2) && (rank (R p) <=? 3).
End Here.

Definition mate_concrete := up_to_symmetry (fun p => mate_edge p || mate_corner p).
Definition mate_printed := up_to_symmetry (fun p => mate_edge p || mate_corner_printed p).
Definition one_concrete := up_to_symmetry (fun p => one_edge p || one_corner p).
Definition two_concrete := up_to_symmetry (fun p => two_corner p || two_edge p || two_beside p).
Definition three_concrete := up_to_symmetry (fun p =>
  king_to_corner p || king_to_edge p || king_beside p || rook_to_corner p || rook_to_edge p || rook_beside p).

(** ** All positions are gone through *)
Definition Black_to_move := positions_of KRK Black.
Definition lost_plain p := mate_concrete p || two_concrete p.
Definition lost_memory := memory_of KRK Black_to_move lost_plain.
Definition lost := remembered KRK Black lost_memory lost_plain.

Definition mates p := some_of wmate (legal_moves p).
Definition is_lost p := wmate p || match legal_moves p with [] => false | l => every_of mates l end.
Definition is_here q := fits (wmen q) KRK && (wpass q =? nowhere) && same_side (wturn q) Black && legal_now q.
Definition white_agrees p := iff (one_concrete p) (mates p)
  && iff (one_concrete p || three_concrete p) (some_of lost (legal_moves p)) && every_of is_here (legal_moves p)
  && (negb (three_concrete p) || some_of two_concrete (legal_moves p)).
Definition black_agrees p := iff (mate_concrete p) (wmate p) && iff (lost p) (is_lost p) && implies (mate_printed p) (wmate p)
  && (negb (lost p && two_concrete p) || every_of one_concrete (legal_moves p)).

Definition all_agree g (f : wpos -> bool) := everywhere KRK (fun l => let p := WPos g l nowhere in if legal_now p then f p else true).
Lemma white_right : all_agree White white_agrees = true. Proof. vm_cast_no_check (eq_refl true). Qed.
Lemma black_right : all_agree Black black_agrees = true. Proof. vm_cast_no_check (eq_refl true). Qed.

(** ** What that says about the laws *)
Lemma some_of_in f l : some_of f l = true <-> exists q, In q l /\ f q = true.
Proof.
  induction l as [|a l IH]; cbn; [split; [discriminate|intros (? & [] & _)]|]. destruct (f a) eqn:F.
  - split; [intros _; exists a; auto|auto].
  - rewrite IH. split; intros (q & H & X); [exists q; auto|]. destruct H as [<-|H]; [congruence|eauto].
Qed.
Lemma every_of_in f l : every_of f l = true <-> forall q, In q l -> f q = true.
Proof.
  induction l as [|a l IH]; cbn; [split; [intros _ ? []|auto]|]. destruct (f a) eqn:F.
  - rewrite IH. split; intros H q; [intros [<-|Q]; auto|auto].
  - split; [discriminate|]. intros H. rewrite <- F. auto.
Qed.

Notation wins := (wins position moves check).
Notation loses := (loses position moves check).
Lemma mated_read p : wf p -> mated position moves check (read p) <-> wmate p = true.
Proof.
  intros W. rewrite <- mate_read by auto. unfold mated, mate, no_move. rewrite andb_true_iff.
  destruct (moves (read p)); intuition; discriminate.
Qed.
Lemma loses_0 p : wf p -> loses 0 (read p) <-> wmate p = true.
Proof. intros W. cbn. rewrite mated_read by auto. tauto. Qed.
Lemma wins_1 p : wf p -> wins 1 (read p) <-> mates p = true.
Proof.
  intros W. unfold mates. rewrite some_of_in. cbn [Games.wins]. rewrite legal_moves_read by auto. split.
  - intros (q & Hq & L). apply in_map_iff in Hq. destruct Hq as (v & <- & Hv). exists v. split; auto.
    apply loses_0; auto. eapply legal_moves_wf; eauto.
  - intros (v & Hv & L). exists (read v). split; [now apply in_map|]. apply loses_0; auto. eapply legal_moves_wf; eauto.
Qed.
Lemma loses_2 p : wf p -> loses 2 (read p) <-> is_lost p = true.
Proof.
  intros W. unfold is_lost. cbn [Games.loses]. rewrite mated_read, legal_moves_read by auto.
  assert (E : forall l, l = legal_moves p -> (map read l <> [] /\ (forall q, In q (map read l) -> wins 1 q)) <->
    match l with [] => false | l => every_of mates l end = true).
  { intros l El. destruct l as [|a l]; [split; [intros [X _]; now destruct X|discriminate]|]. rewrite every_of_in.
    split.
    - intros [_ H] q Hq. apply wins_1; [eapply legal_moves_wf; [apply W|now rewrite <- El]|]. now apply H, in_map.
    - intros H. split; [discriminate|]. intros q Hq. apply in_map_iff in Hq. destruct Hq as (v & <- & Hv).
      apply wins_1; [eapply legal_moves_wf; [apply W|now rewrite <- El]|auto]. }
  specialize (E _ eq_refl). destruct (wmate p); [tauto|]. destruct (legal_moves p); rewrite <- E; intuition discriminate.
Qed.

Lemma lost_eq p : lost p = lost_plain p. Proof. apply remembered_right. Qed.
Lemma iff_eq a b : iff a b = true -> a = b. Proof. apply eqb_prop. Qed.
Section Exactly.
Variable p : position.
Hypotheses (L : legal p = true) (M : material p = KRK) (N : passing p = None).

Lemma agree_at g f : all_agree g f = true -> to_move p = g -> f (write p) = true.
Proof. intros H G. exact (everywhere_legal f KRK g H p L M G N). Qed.
Lemma in_words : exists w, wf w /\ read w = p /\ write p = w.
Proof. destruct (legal_words p L N) as (w & W & E & _). exists w. repeat split; auto; try apply W. subst. now rewrite write_read. Qed.

Lemma black_says : to_move p = Black ->
  mate_concrete (write p) = wmate (write p) /\ lost_plain (write p) = is_lost (write p) /\ implies (mate_printed (write p)) (wmate (write p)) = true /\
  (two_concrete (write p) = true -> every_of one_concrete (legal_moves (write p)) = true).
Proof.
  intros G. pose proof (agree_at _ _ black_right G) as X. unfold black_agrees in X.
  destruct (iff (mate_concrete _) _) eqn:A; [|discriminate]. destruct (iff (lost _) _) eqn:B; [|discriminate].
  destruct (implies _ _) eqn:C; [|discriminate]. rewrite lost_eq in *. repeat split; auto using iff_eq.
  intros T. unfold lost_plain in X. rewrite T in X. destruct (mate_concrete (write p)); exact X.
Qed.
Lemma white_says : to_move p = White ->
  one_concrete (write p) = mates (write p) /\
  (if one_concrete (write p) then true else three_concrete (write p)) = some_of lost (legal_moves (write p)) /\
  every_of is_here (legal_moves (write p)) = true /\
  (three_concrete (write p) = true -> some_of two_concrete (legal_moves (write p)) = true).
Proof.
  intros G. pose proof (agree_at _ _ white_right G) as X. unfold white_agrees in X.
  destruct (iff (one_concrete _) _) eqn:A; [|discriminate]. destruct (iff _ (some_of _ _)) eqn:B; [|discriminate].
  destruct (every_of _ _) eqn:C; [|discriminate]. repeat split; auto using iff_eq. intros T. now rewrite T in X.
Qed.

Theorem mate_exactly : to_move p = Black -> mate p = mate_concrete (write p).
Proof. intros G. destruct (black_says G) as [-> _]. destruct in_words as (w & W & <- & ->). now apply mate_read. Qed.
Theorem one_exactly : to_move p = White -> wins 1 p <-> one_concrete (write p) = true.
Proof. intros G. destruct (white_says G) as [-> _]. destruct in_words as (w & W & <- & ->). now apply wins_1. Qed.
Theorem two_exactly : to_move p = Black -> loses 2 p <-> mate_concrete (write p) = true \/ two_concrete (write p) = true.
Proof.
  intros G. destruct (black_says G) as (_ & E & _). destruct in_words as (w & W & <- & X). rewrite X in *.
  rewrite loses_2, <- E by auto. unfold lost_plain. destruct (mate_concrete w); intuition.
Qed.
Theorem printed_mate_valid : to_move p = Black -> mate_printed (write p) = true -> mate p = true.
Proof.
  intros G H. destruct (black_says G) as (_ & _ & E & _). rewrite H in E. cbn in E.
  destruct in_words as (w & W & <- & X). rewrite X in *. now rewrite mate_read.
Qed.
End Exactly.

(** After a move of White all men are there, so that the descriptions speak of it. *)
Lemma after p q : legal p = true -> material p = KRK -> passing p = None -> to_move p = White -> In q (legal_moves (write p)) ->
  wf q /\ legal (read q) = true /\ material (read q) = KRK /\ passing (read q) = None /\ to_move (read q) = Black.
Proof.
  intros L M N G Hq. destruct (white_says p L M N G) as (_ & _ & H & _). rewrite every_of_in in H. specialize (H q Hq). unfold is_here in H.
  destruct (in_words p L M N) as (w & W & E & X). rewrite X in Hq. pose proof (legal_moves_wf _ _ W Hq) as Wq.
  destruct (fits (wmen q) KRK) eqn:F; [|discriminate]. destruct (wpass q =? nowhere) eqn:P; [|discriminate].
  destruct (same_side (wturn q) Black) eqn:S; [|discriminate]. apply fits_material in F.
  rewrite legal_read, material_read by auto. repeat split; auto; try apply Wq.
  - cbn. unfold read_pass. now rewrite P.
  - cbn. now destruct (wturn q).
Qed.
Theorem three_exactly p : legal p = true -> material p = KRK -> passing p = None -> to_move p = White ->
  wins 3 p <-> one_concrete (write p) = true \/ three_concrete (write p) = true.
Proof.
  intros L M N G. destruct (white_says p L M N G) as (_ & E & _).
  assert (X : (one_concrete (write p) = true \/ three_concrete (write p) = true) <-> some_of lost (legal_moves (write p)) = true)
    by (rewrite <- E; destruct (one_concrete (write p)); intuition).
  rewrite X, some_of_in. destruct (in_words p L M N) as (w & W & Ew & Ep).
  assert (EM : moves p = map read (legal_moves w)) by (rewrite <- Ew; now apply legal_moves_read).
  change (wins 3 p) with (exists q, In q (moves p) /\ loses 2 q). rewrite EM, Ep. split.
  - intros (q & Hq & H). apply in_map_iff in Hq. destruct Hq as (v & <- & Hv). exists v. split; auto.
    rewrite <- Ep in Hv. destruct (after p v L M N G Hv) as (Wv & Lv & Mv & Nv & Gv).
    apply (two_exactly _ Lv Mv Nv Gv) in H. rewrite write_read in H by auto. rewrite lost_eq. unfold lost_plain.
    destruct (mate_concrete v); intuition.
  - intros (v & Hv & H). exists (read v). split; [now apply in_map|]. rewrite <- Ep in Hv.
    destruct (after p v L M N G Hv) as (Wv & Lv & Mv & Nv & Gv). apply (two_exactly _ Lv Mv Nv Gv). rewrite write_read by auto.
    rewrite lost_eq in H. unfold lost_plain in H. destruct (mate_concrete v); intuition.
Qed.

(** ** The lemmas of the paper *)
Section Leads.
Variable p : position.
Hypotheses (L : legal p = true) (M : material p = KRK) (N : passing p = None).

Theorem one_leads_to_mate : to_move p = White -> one_concrete (write p) = true ->
  exists q, In q (moves p) /\ mate_concrete (write q) = true.
Proof.
  intros G H. destruct (white_says p L M N G) as (E & _). rewrite E in H. unfold mates in H. apply some_of_in in H.
  destruct H as (v & Hv & X). destruct (after p v L M N G Hv) as (Wv & Lv & Mv & Nv & Gv). exists (read v). split.
  - destruct (in_words p L M N) as (w & W & <- & Ep). rewrite legal_moves_read by auto. rewrite Ep in Hv. now apply in_map.
  - rewrite <- (mate_exactly _ Lv Mv Nv Gv). now rewrite mate_read.
Qed.
Theorem two_leads_to_one : to_move p = Black -> two_concrete (write p) = true ->
  forall q, In q (moves p) -> one_concrete (write q) = true.
Proof.
  intros G H q Hq. destruct (black_says p L M N G) as (_ & _ & _ & X). specialize (X H). rewrite every_of_in in X.
  destruct (in_words p L M N) as (w & W & E & Ep). rewrite Ep in X. rewrite <- E, legal_moves_read in Hq by auto.
  apply in_map_iff in Hq. destruct Hq as (v & <- & Hv). rewrite write_read by (eapply legal_moves_wf; eauto). auto.
Qed.
Theorem three_leads_to_two : to_move p = White -> three_concrete (write p) = true ->
  exists q, In q (moves p) /\ two_concrete (write q) = true.
Proof.
  intros G H. destruct (white_says p L M N G) as (_ & _ & _ & X). specialize (X H). apply some_of_in in X.
  destruct X as (v & Hv & T). destruct (after p v L M N G Hv) as (Wv & _). exists (read v). rewrite write_read by auto. split; auto.
  destruct (in_words p L M N) as (w & W & <- & Ep). rewrite legal_moves_read by auto. rewrite Ep in Hv. now apply in_map.
Qed.
End Leads.

(** ** Where the paper is wrong
    "It can be proved that the opposite also holds": not as printed, where the rook mates in the corner from a3 only. White K c2, R a4, Black k a1. *)
Definition in_the_corner := Position Black [Man White King (3, 2)%Z; Man White Rook (1, 4)%Z; Man Black King (1, 1)%Z] None.
Theorem printed_mate_misses : legal in_the_corner = true /\ mate in_the_corner = true /\ mate_printed (write in_the_corner) = false.
Proof. repeat split; vm_compute; reflexivity. Qed.
