(** * Swift: the best move, without making a list of the moves

    [from_moves] makes the list of all positions after a move and looks up each of them. Most moves neither take a man nor turn the board, so
    that the position stays in its table, and what one man adds to the number of its cell is all that changes. Here that
    number is worked out for those moves, and the best score is kept while they are found; only for the others is a position made. The result is the
    same ([swift_eq]). *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Adli Require Import Games Laws Words Same Run Legal Quick Tables Home.
Import ListNotations.
Open Scope uint63_scope.

Fixpoint apart_now (l : list wman) : bool :=
  match l with [] => true | x :: l => if empty_now l (wat x) then apart_now l else false end.
Definition after p x s := WPos (other (wturn p)) (officer_after (other (wturn p)) x s (wmen p)) nowhere.

Section Swift.
Variable half : int.
Variable value : wpos -> int.

(** The best of [a] and of the moves of one man: [c] has the scores of the table for the opponent, [base] is what the others add, [w] what the man
    adds. 0: a position after a move is not known. *)
Fixpoint freely_best (c take : int -> int) p (row o : int) (w : array int) (base : int) (goals : list int) (a : int) : int :=
  match goals with
  | [] => a
  | s :: goals =>
      if masks.[row + s] land o =? 0 then
        if empty_now (wmen p) s then
          let v := c (base + w.[s]) in
          if valid half v then freely_best c take p row o w base goals (at_least a (seen_by_opponent half v)) else 0
        else if enemy_on (wmen p) (other (wturn p)) s then
          let v := take s in
          if valid half v then freely_best c take p row o w base goals (at_least a (seen_by_opponent half v)) else 0
        else freely_best c take p row o w base goals a
      else freely_best c take p row o w base goals a
  end.
Fixpoint king_best (c take : int -> int) (hit : int -> bool) p (row o : int) (w : array int) (base : int) (goals : list int) (a : int) : int :=
  match goals with
  | [] => a
  | s :: goals =>
      if masks.[row + s] land o =? 0 then
        if empty_now (wmen p) s then
          if hit s then king_best c take hit p row o w base goals a
          else
            let v := c (base + w.[s]) in
            if valid half v then king_best c take hit p row o w base goals (at_least a (seen_by_opponent half v)) else 0
        else if enemy_on (wmen p) (other (wturn p)) s then
          if hit s then king_best c take hit p row o w base goals a
          else
            let v := take s in
            if valid half v then king_best c take hit p row o w base goals (at_least a (seen_by_opponent half v)) else 0
        else king_best c take hit p row o w base goals a
      else king_best c take hit p row o w base goals a
  end.
(** [anchored]: the table is without pawns, and the man is the first, to whom the board is turned. [before] is what the men before him add. *)
Fixpoint men_best (c : int -> int) p (o : int) (anchored : bool) (before : int) (ws : list (array int)) (l : list wman) (a : int) {struct l} : int :=
  match l with
  | [] => a
  | x :: l' =>
      match ws with
      | [] => best_score half value a (men_go_quickly p o l)
      | w :: ws =>
          let b :=
            if wis_of (wturn p) x then
              if wis_pawn x then best_score half value a (pawn_goes p o x (wgoals x) [])
              else
                let row := (hit_way (wside x) (wkind x) << 12) + (wat x << 6) in
                let others := without (wat x) (wmen p) in
                if wis_king x then
                  if has_king (wturn p) others then best_score half value a (watched_goes p o x (wgoals x) [])
                  else
                    let stand := occupied_now others in
                    if anchored then best_score half value a (king_goes p o x others stand (wgoals x) [])
                    else king_best c (fun s => value (after p x s)) (fun s => hit_now others (other (wturn p)) (stand lor (1 << s)) s)
                           p row o w (place_from before ws l') (wgoals x) a
                else if attacked_now others (wturn p) then best_score half value a (watched_goes p o x (wgoals x) [])
                else if anchored then best_score half value a (freely_goes p o x (wgoals x) [])
                else freely_best c (fun s => value (after p x s)) p row o w (place_from before ws l') (wgoals x) a
            else a in
          if b =? 0 then 0 else men_best c p o false (before + w.[wat x]) ws l' b
      end
  end.
Definition swift_score t p : int :=
  let a := men_best (cell t (other (wturn p))) p (occupied_now (wmen p)) (pawn_square (wmen p) =? nowhere) 0 (adds t) (wmen p) 1 in
  if a =? 1 then if in_check_now p then 1 else half else a.

(** ** One man *)
Lemma at_least_not_0 a v : (a =? 0) = false -> (at_least a v =? 0) = false.
Proof.
  unfold at_least. intros A. destruct (ltbP a v) as [L|L]; [|exact A]. apply eqb_false_spec. intros ->.
  change (to_Z 0) with 0%Z in L. pose proof (to_Z_bounded a). lia.
Qed.
Lemma freely_best_eq c p o x w base rest gs :
  (forall s, In s gs -> empty_now (wmen p) s = true -> c (base + w.[s]) = value (after p x s)) -> forall a, (a =? 0) = false ->
  best_score half value a (freely_goes p o x gs rest) =
    let b := freely_best c (fun s => value (after p x s)) p ((hit_way (wside x) (wkind x) << 12) + (wat x << 6)) o w base gs a in
    if b =? 0 then 0 else best_score half value b rest.
Proof.
  cbv zeta. induction gs as [|s gs IH]; intros H a A; cbn [freely_goes freely_best]; [now rewrite A|].
  assert (H' : forall s, In s gs -> empty_now (wmen p) s = true -> c (base + w.[s]) = value (after p x s)) by (intros; apply H; [now right|auto]).
  unfold officer_may_go. fold (after p x s). fold (way_index (hit_way (wside x) (wkind x)) (wat x) s). specialize (IH H').
  destruct (masks.[_] land o =? 0); [|now apply IH]. destruct (empty_now (wmen p) s) eqn:E.
  - cbn [best_score]. rewrite (H s (or_introl eq_refl) E). destruct (valid half _); [|reflexivity]. apply IH. now apply at_least_not_0.
  - destruct (enemy_on _ _ s); [|now apply IH].
    cbn [best_score]. destruct (valid half _); [|reflexivity]. apply IH. now apply at_least_not_0.
Qed.
Lemma king_best_eq c p o x w base others stand rest gs :
  (forall s, In s gs -> empty_now (wmen p) s = true -> c (base + w.[s]) = value (after p x s)) -> forall a, (a =? 0) = false ->
  best_score half value a (king_goes p o x others stand gs rest) =
    let b := king_best c (fun s => value (after p x s)) (fun s => hit_now others (other (wturn p)) (stand lor (1 << s)) s)
               p ((hit_way (wside x) (wkind x) << 12) + (wat x << 6)) o w base gs a in
    if b =? 0 then 0 else best_score half value b rest.
Proof.
  cbv zeta. induction gs as [|s gs IH]; intros H a A; cbn [king_goes king_best]; [now rewrite A|].
  assert (H' : forall s, In s gs -> empty_now (wmen p) s = true -> c (base + w.[s]) = value (after p x s)) by (intros; apply H; [now right|auto]).
  unfold officer_may_go. fold (after p x s). fold (way_index (hit_way (wside x) (wkind x)) (wat x) s). specialize (IH H').
  destruct (masks.[_] land o =? 0); [|now apply IH]. destruct (empty_now (wmen p) s) eqn:E.
  - destruct (hit_now _ _ _ s); [now apply IH|].
    cbn [best_score]. rewrite (H s (or_introl eq_refl) E). destruct (valid half _); [|reflexivity]. apply IH. now apply at_least_not_0.
  - destruct (enemy_on _ _ s); [|now apply IH]. destruct (hit_now _ _ _ s); [now apply IH|].
    cbn [best_score]. destruct (valid half _); [|reflexivity]. apply IH. now apply at_least_not_0.
Qed.

(** ** Lists one after the other *)
Lemma best_score_app l m : forall a, (a =? 0) = false ->
  best_score half value a (l ++ m) = let b := best_score half value a l in if b =? 0 then 0 else best_score half value b m.
Proof.
  cbv zeta. induction l as [|q l IH]; intros a A; cbn [app best_score]; [now rewrite A|].
  destruct (valid half (value q)); [|reflexivity]. apply IH. now apply at_least_not_0.
Qed.
Lemma watched_app p o x gs rest : watched_goes p o x gs rest = watched_goes p o x gs [] ++ rest.
Proof.
  induction gs as [|s gs IH]; [reflexivity|]. cbn [watched_goes]. rewrite IH. destruct (officer_may_go p o x s); [|reflexivity].
  cbv zeta. now destruct (attacked_now _ _).
Qed.
Lemma freely_app p o x gs rest : freely_goes p o x gs rest = freely_goes p o x gs [] ++ rest.
Proof. induction gs as [|s gs IH]; [reflexivity|]. cbn [freely_goes]. rewrite IH. now destruct (officer_may_go p o x s). Qed.
Lemma king_app p o x others stand gs rest : king_goes p o x others stand gs rest = king_goes p o x others stand gs [] ++ rest.
Proof.
  induction gs as [|s gs IH]; [reflexivity|]. cbn [king_goes]. rewrite IH. destruct (officer_may_go p o x s); [|reflexivity].
  now destruct (hit_now _ _ _ s).
Qed.
Lemma pawn_app p o x gs rest : wis_pawn x = true -> pawn_goes p o x gs rest = pawn_goes p o x gs [] ++ rest.
Proof. intros P. rewrite !(pawn_goes_eq _ _ _ _ _ P). now rewrite app_nil_r. Qed.

(** ** Numbers of cells *)
Lemma place_app wpre : forall pre ws l b, List.length wpre = List.length pre ->
  place_from b (wpre ++ ws) (pre ++ l) = place_from (place_from b wpre pre) ws l.
Proof.
  induction wpre as [|w wpre IH]; intros [|x pre] ws l b E; try discriminate; [reflexivity|]. cbn. apply IH. now injection E.
Qed.
Lemma place_add ws : forall l b c, place_from (b + c) ws l = place_from b ws l + c.
Proof.
  induction ws as [|w ws IH]; intros [|x l] b c; try reflexivity. cbn [place_from].
  now rewrite <- IH, <- !add_assoc, (add_comm c).
Qed.
Lemma after_quiet h x s pre post : empty_now (pre ++ x :: post) s = true -> (forall y, In y (pre ++ post) -> (wat y =? wat x) = false) ->
  officer_after h x s (pre ++ x :: post) = pre ++ WMan (wside x) (wkind x) s :: post.
Proof.
  intros E A. assert (B : forall l, empty_now l s = true -> (forall y, In y l -> (wat y =? wat x) = false) -> officer_after h x s l = l).
  { induction l as [|y l IH]; [reflexivity|]. cbn [empty_now officer_after]. destruct (wat y =? s); [discriminate|]. intros E' A'.
    rewrite (A' y (or_introl eq_refl)), IH; auto. intros z Hz. apply A'. now right. }
  induction pre as [|y pre IH].
  - cbn [app officer_after]. rewrite eqb_refl. f_equal. apply B; [|exact A]. cbn [app empty_now] in E. now destruct (wat x =? s).
  - cbn [app officer_after empty_now] in *. rewrite (A y (or_introl eq_refl)). destruct (wat y =? s); [discriminate|].
    f_equal. apply IH; [exact E|]. intros z Hz. apply A. now right.
Qed.
Lemma empty_now_in l s y : empty_now l s = true -> In y l -> (wat y =? s) = false.
Proof.
  induction l as [|z l IH]; [intros _ []|]. cbn [empty_now]. destruct (wat z =? s) eqn:E; [discriminate|]. intros H [<-|I]; auto.
Qed.
Lemma apart_from x post pre : apart_now (pre ++ x :: post) = true -> forall y, In y (pre ++ post) -> (wat y =? wat x) = false.
Proof.
  induction pre as [|z pre IH]; cbn [app apart_now]; intros H y Hy.
  - destruct (empty_now post (wat x)) eqn:E; [|discriminate]. now apply (empty_now_in post).
  - destruct (empty_now (pre ++ x :: post) (wat z)) eqn:E; [|discriminate]. destruct Hy as [<-|Hy]; [|now apply IH].
    assert (X : (wat x =? wat z) = false) by (apply (empty_now_in _ _ x E); apply in_or_app; right; now left).
    apply eqb_false_spec in X. apply eqb_false_spec. congruence.
Qed.

(** ** All men *)
Variable ts : list table.
Variable t : table.
Variable p : wpos.
Hypothesis looked_up : forall g l, value (WPos g l nowhere) = entry_of ts g l.
Hypothesis apart : apart_now (wmen p) = true.
Hypothesis fit : first_fit ts (wmen p) = Some t.
Hypothesis turned : route (wmen p) = [].
Notation c := (cell t (other (wturn p))).

Lemma pawn_square_same x y pre post : wis_pawn x = false -> wis_pawn y = false -> pawn_square (pre ++ x :: post) = pawn_square (pre ++ y :: post).
Proof. intros X Y. induction pre as [|z pre IH]; cbn [app pawn_square]; [now rewrite X, Y|]. now rewrite IH. Qed.
Lemma quiet_move pre x post wpre w ws s : wmen p = pre ++ x :: post -> adds t = wpre ++ w :: ws -> List.length wpre = List.length pre ->
  wis_pawn x = false -> pre <> [] \/ (pawn_square (wmen p) =? nowhere) = false -> empty_now (wmen p) s = true ->
  c (place_from (place_from 0 wpre pre) ws post + w.[s]) = value (after p x s).
Proof.
  intros M W L P F E. unfold after. rewrite looked_up.
  assert (A : officer_after (other (wturn p)) x s (wmen p) = pre ++ WMan (wside x) (wkind x) s :: post).
  { rewrite M in *. apply after_quiet; auto. now apply apart_from. }
  rewrite A. rewrite (entry_at_home ts _ _ t).
  - unfold score_in. rewrite W, place_app by auto. cbn [place_from wat]. now rewrite place_add.
  - rewrite <- fit, M. apply first_fit_same. unfold wmaterial. now rewrite !map_app.
  - rewrite <- turned. unfold route. cbv zeta. rewrite M in *. rewrite (pawn_square_same _ x) by (exact P).
    destruct F as [F| ->]; [|reflexivity]. now destruct pre.
Qed.

Lemma men_best_eq o l : forall pre wpre ws anchored a, wmen p = pre ++ l -> adds t = wpre ++ ws -> List.length wpre = List.length pre ->
  anchored = true \/ pre <> [] \/ (pawn_square (wmen p) =? nowhere) = false -> (a =? 0) = false ->
  men_best c p o anchored (place_from 0 wpre pre) ws l a = best_score half value a (men_go_quickly p o l).
Proof.
  induction l as [|x l IH]; intros pre wpre ws anchored a M W L F A; [reflexivity|]. cbn [men_best]. destruct ws as [|w ws]; [reflexivity|].
  assert (N : forall b, (b =? 0) = false ->
    men_best c p o false (place_from 0 wpre pre + w.[wat x]) ws l b = best_score half value b (men_go_quickly p o l)).
  { intros b B. replace (place_from 0 wpre pre + w.[wat x]) with (place_from 0 (wpre ++ [w]) (pre ++ [x])) by (rewrite place_app by auto; reflexivity).
    apply IH; auto.
    - now rewrite <- app_assoc.
    - now rewrite <- app_assoc.
    - rewrite !app_length. cbn. lia.
    - right. left. now destruct pre. }
  cbn [men_go_quickly]. destruct (wis_of (wturn p) x) eqn:G; [|cbv beta iota zeta; rewrite A; now apply N]. destruct (wis_pawn x) eqn:P.
  - cbv beta iota zeta. rewrite (pawn_app p o x _ (men_go_quickly p o l) P), best_score_app by auto. cbv beta iota zeta.
    destruct (best_score half value a (pawn_goes p o x (wgoals x) []) =? 0) eqn:B; [reflexivity|now apply N].
  - assert (Q : anchored = false -> forall s, In s (wgoals x) -> empty_now (wmen p) s = true ->
      c (place_from (place_from 0 wpre pre) ws l + w.[s]) = value (after p x s)).
    { intros -> s _ E. apply quiet_move; auto. destruct F as [F|F]; [discriminate|exact F]. }
    cbv beta iota zeta. destruct (wis_king x); cbv iota.
    + destruct (has_king _ _); cbv iota.
      * rewrite (watched_app p o x _ (men_go_quickly p o l)), best_score_app by auto. cbv beta iota zeta.
        destruct (best_score half value a (watched_goes p o x (wgoals x) []) =? 0) eqn:B; [reflexivity|now apply N].
      * destruct anchored; cbv iota.
        -- rewrite (king_app p o x _ _ _ (men_go_quickly p o l)), best_score_app by auto. cbv beta iota zeta. destruct (best_score half value a (king_goes _ _ _ _ _ _ []) =? 0) eqn:B; [reflexivity|now apply N].
        -- rewrite (king_best_eq c p o x w _ _ _ _ _ (Q eq_refl)) by auto. cbv beta iota zeta. destruct (king_best _ _ _ _ _ _ _ _ _ _ =? 0) eqn:B; [reflexivity|now apply N].
    + destruct (attacked_now _ _); cbv iota.
      * rewrite (watched_app p o x _ (men_go_quickly p o l)), best_score_app by auto. cbv beta iota zeta.
        destruct (best_score half value a (watched_goes p o x (wgoals x) []) =? 0) eqn:B; [reflexivity|now apply N].
      * destruct anchored; cbv iota.
        -- rewrite (freely_app p o x _ (men_go_quickly p o l)), best_score_app by auto. cbv beta iota zeta. destruct (best_score half value a (freely_goes _ _ _ _ []) =? 0) eqn:B; [reflexivity|now apply N].
        -- rewrite (freely_best_eq c p o x w _ _ _ (Q eq_refl)) by auto. cbv beta iota zeta. destruct (freely_best _ _ _ _ _ _ _ _ _ =? 0) eqn:B; [reflexivity|now apply N].
Qed.

(** ** No move at all: then, and only then, is the best score 1 *)
Hypothesis fine : (2 <= to_Z half <= 1048576)%Z.
Lemma zero_not_one : 0 <> 1.
Proof. intros X. apply (f_equal to_Z) in X. discriminate X. Qed.
Lemma best_score_more l : forall a, (2 <= to_Z a)%Z -> best_score half value a l <> 1.
Proof.
  induction l as [|q l IH]; intros a A; cbn [best_score]; [intros ->; change (to_Z 1) with 1%Z in A; lia|].
  destruct (valid half (value q)); [|exact zero_not_one]. apply IH. unfold at_least. destruct (ltbP a (seen_by_opponent half (value q))); lia.
Qed.
Lemma best_score_one l : best_score half value 1 l = 1 -> l = [].
Proof.
  destruct l as [|q l]; [reflexivity|]. cbn [best_score]. intros E. exfalso. revert E. destruct (valid half (value q)) eqn:V; [|exact zero_not_one].
  apply best_score_more. destruct (valid_spec half fine _ V) as [R _]. pose proof (opponent_spec half fine _ R) as S.
  unfold in_range in R. assert (X : (2 <= to_Z (seen_by_opponent half (value q)))%Z) by (rewrite S; destruct (Z.leb_spec (to_Z (value q)) (to_Z half)); lia).
  unfold at_least. destruct (ltbP 1 (seen_by_opponent half (value q))) as [L|L]; [exact X|]. change (to_Z 1) with 1%Z in L. lia.
Qed.
Theorem swift_eq : swift_score t p = from_moves half value p.
Proof.
  unfold swift_score, from_moves, quick_moves. cbv zeta.
  rewrite (men_best_eq (occupied_now (wmen p)) (wmen p) [] [] (adds t)); auto.
  - destruct (men_go_quickly p (occupied_now (wmen p)) (wmen p)) as [|q l] eqn:M; [reflexivity|].
    destruct (best_score half value 1 (q :: l) =? 1) eqn:B; [|reflexivity]. apply eqb_spec in B. apply best_score_one in B. discriminate.
  - destruct (pawn_square (wmen p) =? nowhere); auto.
Qed.
End Swift.
