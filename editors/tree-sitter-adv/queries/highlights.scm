; No two patterns want the same node of a text without mistakes: editors differ in which of two comes first.

(comment) @comment
(string) @string
(number) @number
(square) @constant
(file) @constant
(position) @constant
(truth) @boolean

; What begins a declaration

[
  "advice" "change" "def" "endgame" "lemma" "moves" "option" "query" "recogniser" "strategy" "theorem" "use"
] @keyword

; What joins conditions and numbers

[
  "and" "div" "iff" "implies" "in" "is" "mod" "not" "or" "subset"
] @keyword.operator

; What chooses

[
  "case" "else" "if" "otherwise" "then" "try" "when"
] @keyword.conditional

; All other words of the language

[
  "after" "always" "at" "count" "every" "expect" "for" "from" "given" "impossible" "least" "let" "most" "move" "of" "show"
  "some" "step" "sum" "throughout" "to" "under" "up" "where" "with" "within"
] @keyword

; Words that mean something only in their place

[
  "against" "any" "by" "can" "captures" "classes" "complete" "draw" "each" "exact" "except" "falls" "fifty" "file"
  "first" "hold" "keeps" "leads" "list" "longest" "mate" "one" "optimal" "over" "pass" "passing" "play" "plies" "ply"
  "position" "positions" "promotes" "provided" "quickest" "rank" "reach" "reaches" "replies" "reported" "rule" "safe"
  "share" "size" "sound" "steps" "symmetric" "symmetry" "tally" "the" "them" "us" "uses" "v" "value" "win"
] @keyword

[ "=" "/=" "<" "<=" ">" ">=" "+" "-" "*" "&" "|" "'" "=>" ".." ] @operator
[ "(" ")" "{" "}" ] @punctuation.bracket
[ "," ":" "." ] @punctuation.delimiter

; Names where they are given

(definition name: (name) @function)
(strategy name: (name) @function)
(advice name: (name) @function)
(recogniser name: (name) @function)
(step name: (name) @label)
(lemma name: (name) @label)
(theorem name: (name) @label)
(query name: (name) @label)
(option name: (name) @constant)
(parameter name: (name) @variable.parameter)
(endgame name: (name) @type)
(side name: (name) @type)
(use text: (name) @module)

; Names where they are used

(call name: (name) @function)
(asked name: (name) @function)
(theorem about: (name) @function)
(along_play strategy: (name) @function)
(question strategy: (name) @function)
(side_to_move side: (name) @type)
(part part: (name) @property)
(setting option: (name) @constant)
(place) @constant
(man) @constant
(type) @type
(verdict_name) @constant

; Words that are there already, as values

((name) @variable.builtin
  (#any-of? @variable.builtin
    "board" "check" "corner" "edge" "home" "left" "legal" "mate" "men" "moves_to_mate" "no_move" "nowhere"
    "passing" "ply" "size" "stalemate" "to_move" "xcorner"))

; Reserved words cannot be names

((name) @error
  (#any-of? @error
    "advice" "after" "always" "and" "at" "case" "change" "count" "def" "div" "else" "endgame" "every" "expect" "false"
    "for" "from" "given" "if" "iff" "implies" "impossible" "in" "is" "least" "lemma" "let" "mod" "most" "move" "moves"
    "not" "of" "option" "or" "otherwise" "query" "recogniser" "show" "some" "step" "strategy" "subset" "sum" "then"
    "theorem" "throughout" "to" "true" "try" "under" "up" "use" "when" "where" "with" "within"))
