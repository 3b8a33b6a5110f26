(* Reads clauses (DIMACS text) and a proof (LRAT, text or binary) and asks the verified checker.
   What has to be believed of this file is that [clauses] returns the clauses of the DIMACS file. The proof may be
   misread: then it is not accepted, or it is a proof all the same. *)
exception Bad of string
let bad file what = raise (Bad (file ^ ": " ^ what))

let whole file =
  let ic = open_in_bin file in
  Fun.protect ~finally:(fun () -> close_in ic) (fun () -> really_input_string ic (in_channel_length ic))

let literal file n =
  if n = 0 || abs n > 1_000_000_000 then bad file "a literal is out of range";
  (2 * abs n) + if n < 0 then 1 else 0

(* words of a text, with line comments that begin with [c] left out *)
let words text =
  let lines = String.split_on_char '\n' text in
  List.concat_map (fun line ->
    if line <> "" && line.[0] = 'c' then []
    else List.filter (fun w -> w <> "") (String.split_on_char ' ' line)) lines
let number file w = match int_of_string_opt w with Some n -> n | None -> bad file ("`" ^ w ^ "` is not a number")

let clauses file =
  match words (whole file) with
  | "p" :: "cnf" :: variables :: count :: rest ->
      let variables = number file variables and count = number file count in
      let rec go clause found = function
        | [] -> if clause <> [] then bad file "the last clause has no end" else List.rev found
        | w :: rest ->
            let n = number file w in
            if n = 0 then go [] (List.rev clause :: found) rest
            else if abs n > variables then bad file "a variable is more than the header says"
            else go (literal file n :: clause) found rest in
      let found = go [] [] rest in
      if List.length found <> count then bad file "not as many clauses as the header says";
      (variables, found)
  | _ -> bad file "this is not a DIMACS file"

(* one step: number, literals and hints of an added clause; or numbers of deleted ones *)
let text_steps file text =
  let step line =
    match List.filter (fun w -> w <> "") (String.split_on_char ' ' line) with
    | [] -> None
    | w :: _ when w.[0] = 'c' -> None
    | id :: "d" :: rest ->
        ignore (number file id);
        Some (Lrat.Del (List.filter (fun n -> n <> 0) (List.map (number file) rest)))
    | id :: rest ->
        let rec split c = function
          | [] -> bad file "a step has no end"
          | 0 :: hints -> (List.rev c, hints)
          | n :: rest -> split (literal file n :: c) rest in
        let clause, hints = split [] (List.map (number file) rest) in
        let hints = List.filter (fun n -> n <> 0) hints in
        if List.exists (fun n -> n < 0) hints then bad file "RAT steps are not accepted";
        Some (Lrat.Add (number file id, clause, hints)) in
  List.filter_map step (String.split_on_char '\n' text)

let binary_steps file text =
  let at = ref 0 and n = String.length text in
  let byte () = if !at >= n then bad file "the proof is cut off" else (let b = Char.code text.[!at] in incr at; b) in
  let rec value shift a =
    if shift > 56 then bad file "a number is too long";
    let b = byte () in
    let a = a lor ((b land 127) lsl shift) in if b >= 128 then value (shift + 7) a else a in
  let rec up_to_0 make found = match value 0 0 with 0 -> List.rev found | v -> up_to_0 make (make v :: found) in
  let hint v = if v land 1 = 1 then bad file "RAT steps are not accepted" else v / 2 in
  let rec go steps =
    if !at >= n then List.rev steps
    else match byte () with
      | 0x61 ->
          let id = value 0 0 / 2 in
          let clause = up_to_0 (fun v -> if v < 2 then bad file "a literal is out of range" else v) [] in
          let hints = up_to_0 hint [] in go (Lrat.Add (id, clause, hints) :: steps)
      | 0x64 -> go (Lrat.Del (up_to_0 hint []) :: steps)
      | _ -> bad file "neither an added nor a deleted clause" in
  go []

let steps file =
  let text = whole file in
  if String.length text > 0 && (text.[0] = 'a' || text.[0] = 'd') then binary_steps file text else text_steps file text

let limit = 4_194_303     (* the longest array of Coq *)
let accepted cnf proof =
  let variables, f = clauses cnf and p = steps proof in
  let largest = List.fold_left (fun a -> function Lrat.Add (id, _, _) -> max a id | Lrat.Del _ -> a) (List.length f) p in
  if largest + 1 > limit || 2 * variables + 2 > limit then bad proof "too many clauses or variables for this checker";
  Lrat.check (largest + 1) (2 * variables + 2) f p
