[
  (definition)
  (moves)
  (strategy)
  (advice)
  (recogniser)
  (lemma)
  (theorem)
  (query)
  (case_when)
  (case_of)
] @fold
