(* Tables as raw bytes, see docs/proofs.md: NAME.raw has for White to move, then for Black to move, one score for each placement of
   the men in the order of the name; six bits for each man's square, a1 = 0, b1 = 1, .., h8 = 63, the first man's the highest. *)
open Endgames
exception Bad of string

let man side c =
  (side, match c with
  | 'K' -> King | 'Q' -> Queen | 'R' -> Rook | 'B' -> Bishop | 'N' -> Knight | 'P' -> Pawn
  | _ -> raise (Bad (Printf.sprintf "`%c` is not a man" c)))
(* KRKN: the second K begins Black's men *)
let shape name =
  let second = try String.index_from name 1 'K' with Not_found | Invalid_argument _ -> raise (Bad ("`" ^ name ^ "` is not an endgame")) in
  List.init (String.length name) (fun i -> man (if i < second then White else Black) name.[i])

let table folder name =
  let men = String.length name in
  let sh = shape name in
  let cells = 1 lsl (6 * men) in
  let file = Filename.concat folder (name ^ ".raw") in
  let fd = try Unix.openfile file [ Unix.O_RDONLY ] 0 with Unix.Unix_error (e, _, _) -> raise (Bad (file ^ ": " ^ Unix.error_message e)) in
  if (Unix.fstat fd).Unix.st_size <> 2 * cells then raise (Bad (file ^ ": not as long as a table of these men"));
  let bytes = Bigarray.array1_of_genarray (Unix.map_file fd Bigarray.int8_unsigned Bigarray.c_layout false [| 2 * cells |]) in
  Unix.close fd;
  let rec place i = function [] -> i | x :: l -> place ((i lsl 6) lor x.wat) l in
  { table_shape = sh;
    score_at = (fun g l -> Bigarray.Array1.get bytes (place (match g with White -> 0 | Black -> 1) l)) }
