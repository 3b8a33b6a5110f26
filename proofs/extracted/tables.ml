(* The arrays that the laws need, made as in Coq. *)
let places = Startup.make_places ()
let place i = places.(i)
let masks = Startup.make_masks place
let goals = Startup.make_goals place
