(** The two checkers as OCaml programs. Words become OCaml's integers, which have 63 bits as well; comparisons are of unsigned numbers, and
    a shift by 63 or more gives 0, as Coq has it. Arrays become OCaml's, with the default in the last place; they are changed in place, which is
    right because no program here looks at an array again that it has changed. Arrays that are constants ([places],
    [masks], [goals], [routes]) are not extracted, they are made at start-up by the functions that made them in Coq: see [tables.ml]. *)
From Coq Require Import Extraction ExtrOcamlBasic Uint63 PArray List ZArith.
From Adli Require Words Home Reduced Lrat.
Extract Constant int => "Stdlib.Int.t".
Extract Constant Uint63.lsl => "(fun x y -> if y >= 0 && y < 63 then x lsl y else 0)".
Extract Constant Uint63.lsr => "(fun x y -> if y >= 0 && y < 63 then x lsr y else 0)".
Extract Constant Uint63.land => "(land)".
Extract Constant Uint63.lor => "(lor)".
Extract Constant Uint63.lxor => "(lxor)".
Extract Constant Uint63.add => "(+)".
Extract Constant Uint63.sub => "(-)".
Extract Constant Uint63.mul => "( * )".
Extract Constant Uint63.eqb => "(fun (x : Stdlib.Int.t) y -> x = y)".
Extract Constant Uint63.ltb => "(fun (x : Stdlib.Int.t) y -> x lxor Stdlib.min_int < y lxor Stdlib.min_int)".
Extract Constant Uint63.leb => "(fun (x : Stdlib.Int.t) y -> x lxor Stdlib.min_int <= y lxor Stdlib.min_int)".
Extract Constant PArray.array "'a" => "'a Stdlib.Array.t".
Extract Constant PArray.make => "(fun n a -> Stdlib.Array.make (n + 1) a)".
Extract Constant PArray.get => "(fun t i -> let n = Stdlib.Array.length t - 1 in if i >= 0 && i < n then Stdlib.Array.unsafe_get t i else Stdlib.Array.unsafe_get t n)".
Extract Constant PArray.set => "(fun t i a -> let n = Stdlib.Array.length t - 1 in if i >= 0 && i < n then Stdlib.Array.unsafe_set t i a; t)".
Extraction Inline Uint63.lsl Uint63.lsr Uint63.land Uint63.lor Uint63.lxor Uint63.add Uint63.sub Uint63.mul
  Uint63.eqb Uint63.ltb Uint63.leb PArray.get PArray.set.
Extraction "startup.ml" Words.make_places Words.make_masks Words.make_goals.
Extract Constant Words.masks => "Tables.masks".
Extract Constant Words.goals => "Tables.goals".
Extract Constant Home.routes => "(Stdlib.Array.init 65 (fun s -> if s < 64 then to_triangle s else []))".
Extraction "endgames.ml" Home.to_triangle Home.slow_squares Reduced.reduced_right_on Reduced.reduced_table_right.
Extraction "lrat.ml" Lrat.check.
