[
  (definition)
  (advice)
  (quantified)
  (such_that)
  (let)
] @local.scope

(parameter name: (name) @local.definition)
(quantified name: (name) @local.definition)
(such_that name: (name) @local.definition)
(let name: (name) @local.definition)

(name) @local.reference
