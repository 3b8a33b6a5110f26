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

(* The next number of a text, from place [!at] on; [None] at the end of the text, or of the line if [within_line]. *)
let rec next_number file text at within_line =
  let n = String.length text in
  while !at < n && (text.[!at] = ' ' || text.[!at] = '\r' || text.[!at] = '\t') do incr at done;
  if !at >= n then None
  else if text.[!at] = '\n' then
    if within_line then None
    else begin
      incr at;
      if !at < n && text.[!at] = 'c' then skip_line text at;
      next_number file text at within_line
    end
  else begin
    let negative = text.[!at] = '-' in
    if negative then incr at;
    let from = !at and value = ref 0 in
    while !at < n && text.[!at] >= '0' && text.[!at] <= '9' && !at - from < 18 do
      value := (10 * !value) + Char.code text.[!at] - 48; incr at done;
    let ended = !at >= n || text.[!at] = ' ' || text.[!at] = '\n' || text.[!at] = '\r' || text.[!at] = '\t' in
    if !at = from || not ended then bad file "something is not a number";
    Some (if negative then - !value else !value)
  end
and skip_line text at = while !at < String.length text && text.[!at] <> '\n' do incr at done

let clauses file =
  let text = whole file in
  let at = ref 0 in
  while !at < String.length text && text.[!at] = 'c' do skip_line text at; incr at done;
  let header = "p cnf " in
  let h = String.length header in
  if String.length text < !at + h || String.sub text !at h <> header then bad file "this is not a DIMACS file";
  at := !at + h;
  match next_number file text at true, next_number file text at true with
  | Some variables, Some count ->
      let rec go clause found =
        match next_number file text at false with
        | None -> if clause <> [] then bad file "the last clause has no end" else found
        | Some 0 -> go [] (List.rev clause :: found)
        | Some n ->
            if abs n > variables then bad file "a variable is more than the header says"
            else go (literal file n :: clause) found in
      let found = go [] [] in
      if List.length found <> count then bad file "not as many clauses as the header says";
      (variables, List.rev found)
  | _ -> bad file "the header has no numbers"

(* [number literals 0 hints 0] adds a clause, [number d numbers 0] deletes some; one step on each line *)
let text_steps file text =
  let at = ref 0 and n = String.length text in
  let rec up_to_0 make found = match next_number file text at true with
    | None -> bad file "a step has no end"
    | Some 0 -> List.rev found
    | Some v -> up_to_0 make (make v :: found) in
  let hint v = if v < 0 then bad file "RAT steps are not accepted" else v in
  let rec go steps =
    if !at >= n then List.rev steps
    else if text.[!at] = 'c' then (skip_line text at; incr at; go steps)
    else match next_number file text at true with
      | None -> incr at; go steps
      | Some id ->
          while !at < n && text.[!at] = ' ' do incr at done;
          if !at < n && text.[!at] = 'd' then begin
            incr at;
            go (Lrat.Del (up_to_0 hint []) :: steps)
          end else begin
            let clause = up_to_0 (literal file) [] in
            let hints = up_to_0 hint [] in
            go (Lrat.Add (id, clause, hints) :: steps)
          end in
  go []

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
