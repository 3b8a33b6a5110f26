(** What the theorems rest on; nothing is imported, so that names are printed as in [assumptions.txt]. *)
From Coq Require Uint63 PArray.
From Printed Require ThreeMen Longest.
Print Assumptions Printed.ThreeMen.KR_K_black.
Print Assumptions Printed.ThreeMen.right.
Print Assumptions Printed.Longest.KR_K_16.
