(** What the theorems rest on. Nothing is imported, so that names are printed in full. *)
From Coq Require Uint63 PArray.
From Krk Require Mates AsPrinted.
Print Assumptions Krk.Mates.mate_exactly.
Print Assumptions Krk.Mates.one_exactly.
Print Assumptions Krk.Mates.two_exactly.
Print Assumptions Krk.Mates.three_exactly.
Print Assumptions Krk.Mates.two_leads_to_one.
Print Assumptions Krk.Mates.three_leads_to_two.
Print Assumptions Krk.Mates.printed_mate_misses.
Print Assumptions Krk.AsPrinted.divides_into_stalemate.
Print Assumptions Krk.AsPrinted.never_mates.
