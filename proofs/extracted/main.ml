(* adli-verified lrat CLAUSES PROOF ..          pairs of files: are the clauses unsatisfiable by the proof?
   adli-verified tables [-j N] FOLDER NAME .. [-- NAME ..]   are these tables right, if those after `--` are?
   Right means that every legal position has a score and that it is exact. A set of tables is right if each of them has been checked with all that
   captures and promotions lead to (theorem `together`); those after `--` are checked in a run of their own. With `tables -j N` N processes share the work on each table.
   Exit code 0: everything is right; 1: something is not; 2: bad input. *)
let say name right = Printf.printf "%s: %s\n%!" name (if right then "right" else "refused"); right

let rec lrat = function
  | [] -> true
  | cnf :: proof :: rest -> let one = say proof (Read_lrat.accepted cnf proof) in let all = lrat rest in one && all
  | [ _ ] -> raise (Read_lrat.Bad "clauses without a proof")

(* every table is checked; what a right to capture in passing is worth is worked out through two double steps *)
let rec nat n = if n = 0 then Endgames.O else Endgames.S (nat (n - 1))
let rec split = function
  | [] -> ([], [])
  | "--" :: others -> ([], others)
  | name :: rest -> let names, others = split rest in (name :: names, others)
(* A table is right if it is right on each square of its slow man: every process takes some of the squares, and ends when nobody waits for it. *)
let right_in_parts parts all t =
  let right = Endgames.reduced_right_on 128 all (nat 3) t in
  let squares = Endgames.slow_squares t.Endgames.table_shape in
  let parent = Unix.getpid () in
  let right_if_asked s = if Unix.getppid () <> parent then Stdlib.exit 2 else right s in
  let start part =
    match Unix.fork () with
    | 0 -> Stdlib.exit (if List.for_all right_if_asked (List.filteri (fun i _ -> i mod parts = part) squares) then 0 else 1)
    | child -> child in
  let children = List.init parts start in
  let ends = List.map (fun child -> snd (Unix.waitpid [] child)) children in
  List.for_all (fun code -> code = Unix.WEXITED 0 || code = Unix.WEXITED 1 || raise (Read_tables.Bad "a part of the work was ended")) ends
  && List.for_all (fun code -> code = Unix.WEXITED 0) ends
let table_right parts all t =
  if parts = 1 then Endgames.reduced_table_right 128 all (nat 3) t else right_in_parts parts all t

let tables parts folder words =
  let names, others = split words in
  if names = [] then raise (Read_tables.Bad "no table is to be checked");
  let alone = List.tl names = [] in
  let ts = List.map (Read_tables.table folder alone) names in
  let all = ts @ List.map (Read_tables.table folder false) others in
  List.fold_left2 (fun right name t -> say name (table_right parts all t) && right) true names ts

let () =
  match
    match List.tl (Array.to_list Sys.argv) with
    | "lrat" :: (_ :: _ as files) -> lrat files
    | "tables" :: "-j" :: number :: folder :: (_ :: _ as names) ->
        let parts = match int_of_string_opt number with Some n when n > 0 && n <= 64 -> n | _ -> raise (Read_tables.Bad "-j needs a number from 1 to 64") in
        tables parts folder names
    | "tables" :: folder :: (_ :: _ as names) -> tables 1 folder names
    | _ -> prerr_endline "usage: adli-verified lrat CLAUSES PROOF .. | adli-verified tables [-j N] FOLDER NAME .. [-- NAME ..]"; exit 2
  with
  | true -> exit 0
  | false -> exit 1
  | exception (Read_lrat.Bad what | Read_tables.Bad what | Sys_error what) -> prerr_endline ("error: " ^ what); exit 2
