(** * The laws on words, ready to be run

    Two things make [Words.v] slow in the virtual machine of the kernel. [&&], [||], [existsb] and [forallb] are functions, of
    which both arguments are evaluated; and lists are made only to be filtered. Here conditions are written as [if], and the moves
    are put in front of those that were found before. The result is the same list ([legal_moves_eq]).
    [legal_moves], [in_check_now], [legal_now], [wmate] and [wstalemate] are what everything else uses, and what printed
    definitions rest on; the theorems of the last part say that they are the laws. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Adli Require Import Laws Words Same.
Import ListNotations.
Open Scope uint63_scope.

(* without [let]: what is occupied is worked out only where there is a line that it may block *)
Definition attacked (l : list wman) (g : side) : bool :=
  Eval cbv beta zeta delta [andb orb existsb negb open wis_of wis_king whits win_check hit_way way_index other] in win_check l g.
Definition in_check_now p : bool := attacked (wmen p) (wturn p).
Definition legal_now : wpos -> bool :=
  Eval cbv beta delta [andb orb existsb forallb negb open wis_of wis_king wis_pawn whits win_check wlast_rank wapart
    wone_king wlegal] in wlegal.

(** ** Moves *)
Definition pawn_may_go : wpos -> int -> wman -> int -> bool :=
  Eval cbv beta delta [andb orb existsb forallb negb open wis_of wis_king wis_pawn whits wempty wmay_go] in wmay_go.
Fixpoint enemy_on (l : list wman) (g : side) (s : int) : bool :=        (* somebody of [g] who can be taken *)
  match l with
  | [] => false
  | e :: l => if wat e =? s then if wis_of g e then if wis_king e then enemy_on l g s else true else enemy_on l g s
              else enemy_on l g s
  end.
Fixpoint empty_now (l : list wman) (s : int) : bool :=
  match l with [] => true | x :: l => if wat x =? s then false else empty_now l s end.
Definition officer_may_go p o x s : bool :=
  if masks.[way_index (hit_way (wside x) (wkind x)) (wat x) s] land o =? 0 then
    if empty_now (wmen p) s then true else enemy_on (wmen p) (other (wturn p)) s
  else false.

Fixpoint men_after p x s k (l : list wman) : list wman :=
  match l with
  | [] => []
  | y :: l =>
      if wat y =? wat x then WMan (wside x) k s :: men_after p x s k l
      else if wcaptured p x s y then men_after p x s k l else y :: men_after p x s k l
  end.
Fixpoint officer_after (g : side) x s (l : list wman) : list wman :=     (* nobody is taken in passing *)
  match l with
  | [] => []
  | y :: l =>
      if wat y =? wat x then WMan (wside x) (wkind x) s :: officer_after g x s l
      else if wat y =? s then if wis_of g y then officer_after g x s l else y :: officer_after g x s l
      else y :: officer_after g x s l
  end.

(* the pawn's moves to [s], then [rest] *)
Fixpoint pawn_moves p x s (ks : list kind) (rest : list wpos) : list wpos :=
  match ks with
  | [] => rest
  | k :: ks =>
      let l := men_after p x s k (wmen p) in
      if attacked l (wturn p) then pawn_moves p x s ks rest
      else WPos (other (wturn p)) l (if wdouble (wat x) s then (wat x + s) >> 1 else nowhere)
           :: pawn_moves p x s ks rest
  end.
Fixpoint pawn_goes p o x (goals : list int) (rest : list wpos) : list wpos :=
  match goals with
  | [] => rest
  | s :: goals =>
      if pawn_may_go p o x s then pawn_moves p x s (wbecomes x s) (pawn_goes p o x goals rest)
      else pawn_goes p o x goals rest
  end.
Fixpoint officer_goes p o x (goals : list int) (rest : list wpos) : list wpos :=
  match goals with
  | [] => rest
  | s :: goals =>
      if officer_may_go p o x s then
        let l := officer_after (other (wturn p)) x s (wmen p) in
        if attacked l (wturn p) then officer_goes p o x goals rest
        else WPos (other (wturn p)) l nowhere :: officer_goes p o x goals rest
      else officer_goes p o x goals rest
  end.
Fixpoint men_go p o (l : list wman) : list wpos :=
  match l with
  | [] => []
  | x :: l =>
      if wis_of (wturn p) x then
        if wis_pawn x then pawn_goes p o x (wgoals x) (men_go p o l) else officer_goes p o x (wgoals x) (men_go p o l)
      else men_go p o l
  end.
Definition legal_moves p : list wpos := men_go p (occupied (wmen p)) (wmen p).

(** ** The end of a game *)
Definition wno_move p := match legal_moves p with [] => true | _ => false end.
Definition wmate p := if in_check_now p then wno_move p else false.
Definition wstalemate p := if in_check_now p then false else wno_move p.

(** ** They are those of [Words.v] *)
Lemma attacked_eq l g : attacked l g = win_check l g. Proof. reflexivity. Qed.
Lemma in_check_now_eq : in_check_now = wcheck. Proof. reflexivity. Qed.
Lemma legal_now_eq : legal_now = wlegal. Proof. reflexivity. Qed.
Lemma pawn_may_go_eq : pawn_may_go = wmay_go. Proof. reflexivity. Qed.

Lemma enemy_on_eq l g s : enemy_on l g s = existsb (fun e => wis_of g e && negb (wis_king e) && (wat e =? s)) l.
Proof.
  induction l as [|e l IH]; [reflexivity|]. cbn [enemy_on existsb]. rewrite IH.
  destruct (wat e =? s), (wis_of g e), (wis_king e); reflexivity.
Qed.
Lemma empty_now_eq l s : empty_now l s = wempty l s.
Proof. induction l as [|e l IH]; [reflexivity|]. cbn. rewrite IH. now destruct (wat e =? s). Qed.

Lemma reach_not_never x s : ok (wat x) -> In s (wgoals x) -> wis_pawn x = false ->
  (masks.[way_index (hit_way (wside x) (wkind x)) (wat x) s] =? never) = false.
Proof.
  intros Ox Hs P. destruct (wgoals_in x s Ox Hs) as [Os G].
  destruct (mask_right (hit_way (wside x) (wkind x)) (wat x) s (hit_way_in _ _) Ox Os) as [-> _].
  unfold goal, goal_at in G. unfold wis_pawn in P. destruct (wkind x); try discriminate; rewrite orb_false_r in G; now rewrite G.
Qed.
Lemma officer_may_go_eq p o x s : ok (wat x) -> In s (wgoals x) -> wis_pawn x = false ->
  officer_may_go p o x s = wmay_go p o x s.
Proof.
  intros Ox Hs P. unfold officer_may_go, wmay_go, whits, open. rewrite (reach_not_never x s Ox Hs P), P.
  rewrite enemy_on_eq, empty_now_eq. cbv zeta.
  destruct (_ land o =? 0), (wempty (wmen p) s); cbn [andb orb]; rewrite ?orb_false_r; reflexivity.
Qed.

Lemma men_after_eq p x s k l :
  men_after p x s k l = flat_map (fun y => if wat y =? wat x then [WMan (wside x) k s]
                                           else if wcaptured p x s y then [] else [y]) l.
Proof.
  induction l as [|y l IH]; [reflexivity|]. cbn [men_after flat_map]. rewrite IH.
  destruct (wat y =? wat x); [reflexivity|]. now destruct (wcaptured p x s y).
Qed.
Lemma officer_after_eq p x s l : wis_pawn x = false ->
  officer_after (other (wturn p)) x s l = men_after p x s (wkind x) l.
Proof.
  intros P. induction l as [|y l IH]; [reflexivity|]. cbn [officer_after men_after]. rewrite IH.
  unfold wcaptured. rewrite P. destruct (wat y =? wat x), (wat y =? s), (wis_of (other (wturn p)) y); reflexivity.
Qed.

Definition words_to p x s :=
  filter (fun q => negb (win_check (wmen q) (wturn p))) (map (wplay p x s) (wbecomes x s)).
Lemma pawn_moves_eq p x s ks rest : wis_pawn x = true ->
  pawn_moves p x s ks rest = filter (fun q => negb (win_check (wmen q) (wturn p))) (map (wplay p x s) ks) ++ rest.
Proof.
  intros P. induction ks as [|k ks IH]; [reflexivity|]. cbn [pawn_moves map filter]. rewrite IH, attacked_eq.
  assert (E : wplay p x s k = WPos (other (wturn p)) (men_after p x s k (wmen p))
                                (if wdouble (wat x) s then (wat x + s) >> 1 else nowhere))
    by (unfold wplay; now rewrite P, men_after_eq).
  rewrite E. cbn [wmen]. now destruct (win_check _ (wturn p)).
Qed.
Lemma pawn_goes_eq p o x gs rest : wis_pawn x = true ->
  pawn_goes p o x gs rest = flat_map (words_to p x) (filter (wmay_go p o x) gs) ++ rest.
Proof.
  intros P. induction gs as [|s gs IH]; [reflexivity|]. cbn [pawn_goes filter]. rewrite IH, pawn_may_go_eq.
  destruct (wmay_go p o x s); [|reflexivity]. cbn [flat_map]. rewrite pawn_moves_eq by auto. now rewrite app_assoc.
Qed.
Lemma officer_goes_eq p o x rest : ok (wat x) -> wis_pawn x = false -> forall gs, incl gs (wgoals x) ->
  officer_goes p o x gs rest = flat_map (words_to p x) (filter (wmay_go p o x) gs) ++ rest.
Proof.
  intros Ox P. induction gs as [|s gs IH]; intros I; [reflexivity|]. cbn [officer_goes filter].
  rewrite IH by (intros a Ha; apply I; now right). rewrite officer_may_go_eq by (auto; apply I; now left).
  destruct (wmay_go p o x s); [|reflexivity]. cbn [flat_map].
  assert (E : words_to p x s = filter (fun q => negb (win_check (wmen q) (wturn p)))
                [WPos (other (wturn p)) (officer_after (other (wturn p)) x s (wmen p)) nowhere]).
  { unfold words_to, wbecomes, wplay. rewrite P, officer_after_eq, men_after_eq by auto. reflexivity. }
  rewrite E, attacked_eq. cbn [filter wmen]. now destruct (win_check _ (wturn p)).
Qed.

Lemma men_go_eq p o l : oks l -> men_go p o l =
  flat_map (fun x => flat_map (words_to p x) (filter (wmay_go p o x) (wgoals x))) (filter (wis_of (wturn p)) l).
Proof.
  induction l as [|x l IH]; intros O; [reflexivity|]. cbn [men_go filter].
  rewrite IH by (intros y Hy; apply O; now right). assert (ok (wat x)) by (apply O; now left).
  destruct (wis_of (wturn p) x); [|reflexivity]. cbn [flat_map].
  destruct (wis_pawn x) eqn:P; [now apply pawn_goes_eq|]. apply officer_goes_eq; auto. apply incl_refl.
Qed.
Theorem legal_moves_eq p : wf p -> legal_moves p = wmoves p.
Proof. intros [O _]. unfold legal_moves. now rewrite men_go_eq. Qed.

(** ** They are the laws *)
Theorem legal_moves_read p : wf p -> moves (read p) = map read (legal_moves p).
Proof. intros W. rewrite legal_moves_eq by auto. now apply moves_read. Qed.
Theorem legal_moves_wf p q : wf p -> In q (legal_moves p) -> wf q.
Proof. intros W. rewrite legal_moves_eq by auto. now apply moves_wf. Qed.
Theorem in_check_now_read p : wf p -> check (read p) = in_check_now p.
Proof. rewrite in_check_now_eq. apply check_read. Qed.
Theorem no_move_read p : wf p -> no_move (read p) = wno_move p.
Proof. intros W. unfold no_move, wno_move. rewrite legal_moves_read by auto. now destruct (legal_moves p). Qed.
Theorem mate_read p : wf p -> mate (read p) = wmate p.
Proof. intros W. unfold mate, wmate. now rewrite no_move_read, in_check_now_read. Qed.
Theorem stalemate_read p : wf p -> stalemate (read p) = wstalemate p.
Proof.
  intros W. unfold stalemate, wstalemate. rewrite no_move_read, in_check_now_read by auto. now destruct (in_check_now p).
Qed.
