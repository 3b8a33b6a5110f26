//! Names for Coq: the user's, changed only where Coq or the printed files have another use for them.

use std::collections::HashSet;

/// What printed files themselves are written with: the words of Coq, and the names of `Language.v` and its neighbours that a printed
/// definition may use.
#[rustfmt::skip]
const TAKEN: &[&str] = &[
    "as", "at", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "in", "is", "let", "match", "mod",
    "return", "then", "using", "where", "with", "by", "Prop", "Set", "Type", "SProp",
    "Definition", "Theorem", "Lemma", "Proof", "Qed", "Step", "Left", "White", "Black", "King", "Queen", "Rook", "Bishop", "Knight", "Pawn",
    "bool", "true", "false", "negb", "int", "list", "array", "nat", "shape", "strategy", "wpos", "p", "q", "s",
    "abs", "max", "min", "lt", "le", "iff", "implies", "size", "point", "file", "rank", "the", "here", "the_one_of", "has_one", "kind_of_one", "moved", "other", "length",
    "some_square", "every_square", "count_squares", "sum_squares", "some_move", "every_move", "count_moves", "passed",
    "white_to_move", "black_to_move", "up_to_symmetry", "up_to_reflection", "legal_now", "wmate", "wstalemate", "wno_move", "in_check_now",
    "some_of", "every_of", "count_of", "most_of", "mate_by", "stalemate_by", "moves_of", "moves_of_White", "moves_of_Black", "moves_to", "White_to_move", "Black_to_move",
    "White_to_move_without_a_man", "Black_to_move_without_a_man", "memory_of", "positions_of", "remembered", "step_of", "chosen", "worth", "mate_in", "next", "gather", "at_last", "said", "Nothing_said", "Shown", "Then", "option", "Some", "None", "fst", "snd", "fits", "wmen", "wturn", "same_side", "on_the_board", "most_move", "fold_left", "legal_moves", "filter", "map", "app", "nil", "cons",
];

/// The names that have been given so far.
pub(crate) struct Names {
    /// What stands for one thing in the whole file.
    taken: HashSet<String>,
    /// What stands for something within a definition, and may do so in several.
    locals: HashSet<String>,
}

impl Names {
    pub(crate) fn new() -> Names {
        Names { taken: TAKEN.iter().map(|&name| name.to_owned()).collect(), locals: HashSet::new() }
    }

    /// A name like this one that nothing else has.
    pub(crate) fn new_name(&mut self, like: &str) -> String {
        let found = first_free(like, |name| self.taken.contains(name) || self.locals.contains(name));
        self.taken.insert(found.clone());
        found
    }

    /// Keeps a name for use within definitions.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// A name for use within a definition: like this one, and not among the others there.
    pub(crate) fn local(&mut self, like: &str, others: &[String]) -> String {
        let found =
            first_free(like, |name| self.taken.contains(name) || others.iter().any(|other| other == name));
        self.locals.insert(found.clone());
        found
    }
}

fn first_free(like: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let name = plain(like);
    let numbered = (2u32..).map(|number| format!("{name}_{number}"));
    let names = [name.clone(), format!("{name}_")].into_iter().chain(numbered);
    names.into_iter().find(|name| !is_taken(name) && !is_bound(name)).unwrap_or_default()
}

/// Names of squares and positions that quantifiers and plays bind: `s1`, `q2`, `r3`, `p4`.
fn is_bound(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|c| "sqrp".contains(c))
        && name.len() > 1
        && letters.all(|c| c.is_ascii_digit())
}

/// Letters, digits and lines below, beginning with a letter: `hits[R]` is `hits_R`.
fn plain(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.trim_end_matches(']').chars().map(letter).collect();
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if begins_well { name } else { format!("a_{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_changed_only_where_it_must_be() {
        let mut names = Names::new();
        assert_eq!(names.new_name("room"), "room");
        assert_eq!(names.new_name("room"), "room_");
        assert_eq!(names.new_name("room"), "room_2");
        assert_eq!(names.new_name("forall"), "forall_");
        assert_eq!(names.new_name("s1"), "s1_");
        assert_eq!(names.local("room", &[]), "room_3");
        assert_eq!(names.local("line", &[]), "line");
        assert_eq!(names.local("line", &["line".into()]), "line_");
        assert_eq!(names.new_name("line"), "line_2");
        assert_eq!(names.new_name("hits[R]"), "hits_R");
        assert_eq!(names.new_name("\u{fc}ber *) Axiom"), "a__ber____Axiom");
    }
}
