(* Tables as raw bytes, see docs/proofs.md. NAME.raw has for White to move, then for Black to move, one score for each placement of the men in
   the order of the name. Without pawns the first man has the ten squares of the triangle a1 d1 d4; with pawns the first pawn has the
   squares of the files a to d and the ranks 2 to 7, and his squares change slowest. The place of a score is a sum: what each man adds is in an array of his.

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

(* Who has few squares: the first pawn, or the first man if there is no pawn. A slice is what is there for one of them. *)
let few name = match String.index_opt name 'P' with Some i -> (i, pawn_half) | None -> (0, triangle)

(* What each man adds, as Coq has arrays, with the default in the last place; a man on a square without a place takes the sum below 0. *)
let adds name =
  let n = String.length name in
  let who, squares = few name in
  List.init n (fun i ->
      let adds = Array.make 65 (-(1 lsl 48)) in
      let later = if i < who then n - i - 2 else n - i - 1 in      (* how many men change faster *)
      if i = who then List.iteri (fun j s -> adds.(s) <- j lsl (6 * (n - 1))) squares
      else List.iter (fun s -> adds.(s) <- s lsl (6 * later)) all;
      adds)

(* The slices of a file are mapped into memory as they are asked for. A table that [alone] is checked is asked for one square of its slow man after the
   other; so with pawns, who do not go far, all slices are let go when they are many. The others are asked here and there. *)
let most = 1 lsl 27
let cells file name alone =
  let who, squares = few name in
  let slices = List.length squares and bits = 6 * (String.length name - 1) in
  let size = 1 lsl bits in
  let fd = try Unix.openfile file [ Unix.O_RDONLY ] 0 with Unix.Unix_error (e, _, _) -> raise (Bad (file ^ ": " ^ Unix.error_message e)) in
  if (Unix.fstat fd).Unix.st_size <> 2 * slices * size then raise (Bad (file ^ ": not as long as a table of these men"));
  let most = if alone && name.[who] = 'P' then max 8 (most / size) else 2 * slices in
  let none = Bigarray.Array1.create Bigarray.int8_unsigned Bigarray.c_layout 0 in
  let mapped = Array.make (2 * slices) none and count = ref 0 in
  let map slice =
    if !count = most then begin
      Array.fill mapped 0 (2 * slices) none;
      Gc.full_major ();
      count := 0
    end;
    let pos = Int64.mul (Int64.of_int slice) (Int64.of_int size) in
    let bytes = Bigarray.array1_of_genarray (Unix.map_file fd ~pos Bigarray.int8_unsigned Bigarray.c_layout false [| size |]) in
    incr count;
    mapped.(slice) <- bytes;
    bytes in
  let score first i =
    if i < 0 then 0
    else begin
      let slice = first + (i lsr bits) in
      let bytes = mapped.(slice) in
      let bytes = if Bigarray.Array1.dim bytes = 0 then map slice else bytes in
      Bigarray.Array1.get bytes (i land (size - 1))
    end in
  let white i = score 0 i and black i = score slices i in
  fun g -> match g with White -> white | Black -> black

let table folder alone name =
  { table_shape = shape name; adds = adds name; cell = cells (Filename.concat folder (name ^ ".raw")) name alone }
