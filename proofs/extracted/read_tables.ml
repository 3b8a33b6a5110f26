(* Tables as raw bytes, see docs/proofs.md. NAME.raw has for White to move, then for Black to move, one score for each placement of the men in
   the order of the name. Without pawns the first man has the ten squares of the triangle a1 d1 d4; with pawns the first pawn has the
   squares of the files a to d and the ranks 2 to 7. The place of a score is a sum: what each man adds is in an array of his.

   Nothing here has to be right for a table to be right: whatever number comes out for a placement is what is checked. *)
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

let all = List.init 64 Fun.id
let triangle = [ 0; 1; 2; 3; 9; 10; 11; 18; 19; 27 ]
let pawn_half = List.filter (fun s -> s land 7 < 4 && s >= 8 && s < 56) all

(* The squares of each man that have a place: the first pawn has few, or the first man if there is no pawn, and the others have all. *)
let places_of name =
  let few, some = match String.index_opt name 'P' with Some i -> (i, pawn_half) | None -> (0, triangle) in
  List.init (String.length name) (fun i -> if i = few then some else all)

(* What each man adds, and how many scores there are; a man on a square without a place takes the sum below 0. *)
let weights name =
  List.fold_right (fun squares (found, step) ->
      let adds = Array.make 64 min_int in
      List.iteri (fun i s -> adds.(s) <- i * step) squares;
      (adds :: found, step * List.length squares))
    (places_of name) ([], 1)
let rec place sum weights men = match weights, men with
  | adds :: weights, x :: men ->
      let more = Array.get adds x.wat in
      if more < 0 then -1 else place (sum + more) weights men
  | _ -> sum

let table folder name =
  let sh = shape name in
  let weights, cells = weights name in
  let file = Filename.concat folder (name ^ ".raw") in
  let fd = try Unix.openfile file [ Unix.O_RDONLY ] 0 with Unix.Unix_error (e, _, _) -> raise (Bad (file ^ ": " ^ Unix.error_message e)) in
  if (Unix.fstat fd).Unix.st_size <> 2 * cells then raise (Bad (file ^ ": not as long as a table of these men"));
  let bytes = Bigarray.array1_of_genarray (Unix.map_file fd Bigarray.int8_unsigned Bigarray.c_layout false [| 2 * cells |]) in
  Unix.close fd;
  { table_shape = sh;
    score_at = (fun g men ->
      let i = place (match g with White -> 0 | Black -> cells) weights men in
      if i < 0 then 0 else Bigarray.Array1.get bytes i) }
