(* Literals of extracted programs. *)
let of_int (x : int) = x
