(* adli-verified lrat CLAUSES PROOF ..          pairs of files: are the clauses unsatisfiable by the proof?
   adli-verified tables FOLDER NAME .. [-- NAME ..]   are these tables right, if those after `--` are?
   Right means that every legal position has a score and that it is exact. A set of tables is right if each of them has been checked with all that
   captures and promotions lead to; those after `--` are checked in a run of their own.
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
let tables folder words =
  let names, others = split words in
  if names = [] then raise (Read_tables.Bad "no table is to be checked");
  let alone = List.tl names = [] in
  let ts = List.map (Read_tables.table folder alone) names in
  let all = ts @ List.map (Read_tables.table folder false) others in
  List.fold_left2 (fun right name t -> say name (Endgames.reduced_table_right 128 all (nat 3) t) && right) true names ts

let () =
  match
    match List.tl (Array.to_list Sys.argv) with
    | "lrat" :: (_ :: _ as files) -> lrat files
    | "tables" :: folder :: (_ :: _ as names) -> tables folder names
    | _ -> prerr_endline "usage: adli-verified lrat CLAUSES PROOF .. | adli-verified tables FOLDER NAME .. [-- NAME ..]"; exit 2
  with
  | true -> exit 0
  | false -> exit 1
  | exception (Read_lrat.Bad what | Read_tables.Bad what | Sys_error what) -> prerr_endline ("error: " ^ what); exit 2
