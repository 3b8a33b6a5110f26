//! Lines of moves as people write them.

use adli_chess::Colour;

/// A move of a line, with the rule by which it was played if a strategy played it.
pub struct Shown<'a> {
    pub san: &'a str,
    pub rule: Option<&'a str>,
}

/// Moves with their numbers and rules, a line for each pair; `skip` plies have been shown already.
pub fn numbered(turn: Colour, number: u16, moves: &[Shown<'_>], skip: usize) -> Vec<String> {
    let rules = moves.iter().filter_map(|mv| mv.rule);
    let width = rules.map(|rule| rule.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    let first = usize::from(turn == Colour::Black);
    // White's column, where Black begins: with rules if White plays by rules.
    let ruled = moves.iter().skip(first).step_by(2).any(|mv| mv.rule.is_some());
    let column = if ruled { 8 + width } else { 7 };
    for (ply, mv) in moves.iter().enumerate().skip(skip) {
        let shown = match mv.rule {
            Some(rule) => format!("{:<7} {rule:<width$}", mv.san),
            None => format!("{:<7}", mv.san),
        };
        let is_white = (ply + first).is_multiple_of(2);
        let number = usize::from(number) + (ply + first) / 2;
        match lines.last_mut() {
            _ if is_white => lines.push(format!("{number:>3}. {shown}")),
            None => lines.push(format!("{number:>3}. {:<column$}  {shown}", "...")),
            Some(line) => *line = format!("{line}  {shown}"),
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_moves_and_names_rules() {
        let moves = [("Rb3", Some("squeeze")), ("Kc4", None), ("Kb2", Some("near"))];
        let moves = moves.map(|(san, rule)| Shown { san, rule });
        let all = numbered(Colour::White, 1, &moves, 0);
        assert_eq!(all, ["  1. Rb3     squeeze  Kc4", "  2. Kb2     near"]);
        assert_eq!(numbered(Colour::White, 1, &moves, 2), ["  2. Kb2     near"]);
        assert_eq!(numbered(Colour::Black, 7, &moves[1..2], 0), ["  7. ...      Kc4"]);
        let black_first = numbered(Colour::Black, 7, &moves[1..], 0);
        assert_eq!(black_first, ["  7. ...           Kc4", "  8. Kb2     near"]);
        let black_rules = numbered(Colour::Black, 7, &moves, 0);
        assert_eq!(black_rules, ["  7. ...      Rb3     squeeze", "  8. Kc4      Kb2     near"]);
    }
}
