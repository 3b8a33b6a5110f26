(** What the theorems rest on; nothing is imported, so that names are printed as in [assumptions.txt]. *)
From Coq Require Uint63 PArray.
From Printed Require Claim.
Print Assumptions Printed.Claim.krk.
