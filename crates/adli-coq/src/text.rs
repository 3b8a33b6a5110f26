//! Coq text with as few brackets as Coq needs.

/// How tightly a text holds together: the levels of Coq's grammar.
pub(crate) const ATOM: u8 = 0;
pub(crate) const APPLIED: u8 = 10;
pub(crate) const TIMES: u8 = 40;
pub(crate) const PLUS: u8 = 50;
pub(crate) const COMPARED: u8 = 70;
pub(crate) const AND: u8 = 40;
pub(crate) const OR: u8 = 50;
pub(crate) const LOOSE: u8 = 200;

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    text: String,
    level: u8,
}

impl Text {
    pub(crate) fn new(text: impl Into<String>, level: u8) -> Text {
        Text { text: text.into(), level }
    }

    /// A name or a number.
    pub(crate) fn atom(text: impl Into<String>) -> Text {
        Text::new(text, ATOM)
    }

    /// A function with its arguments; a name alone if there are none.
    pub(crate) fn applied(function: &str, arguments: impl IntoIterator<Item = Text>) -> Text {
        let mut text = function.to_owned();
        for argument in arguments {
            text += " ";
            text += &argument.within(ATOM);
        }
        let level = if text.len() == function.len() { ATOM } else { APPLIED };
        Text { text, level }
    }

    /// Two numbers with something between them, which leans to the left.
    pub(crate) fn joined(a: Text, sign: &str, b: Text, level: u8) -> Text {
        let (a, b) = (a.within(level), b.within(level - 1));
        Text::new(format!("{a} {sign} {b}"), level)
    }

    /// All of these, or one of these.
    pub(crate) fn all(parts: Vec<Text>, sign: &str, level: u8) -> Text {
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else {
            return Text::atom(if level == AND { "true" } else { "false" });
        };
        parts.fold(first, |all, part| Text::joined(all, sign, part, level))
    }

    pub(crate) fn and(parts: Vec<Text>) -> Text {
        Text::all(parts, "&&", AND)
    }

    pub(crate) fn or(parts: Vec<Text>) -> Text {
        Text::all(parts, "||", OR)
    }

    pub(crate) fn negb(self) -> Text {
        Text::applied("negb", [self])
    }

    /// A function of one argument.
    pub(crate) fn function(name: &str, body: Text) -> Text {
        Text::new(format!("fun {name} => {}", body.within(LOOSE)), LOOSE)
    }

    /// The text where only what holds together at least so tightly may stand.
    pub(crate) fn within(self, level: u8) -> String {
        if self.level > level { format!("({})", self.text) } else { self.text }
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }
}

/// How long a line of a printed file is.
const WIDTH: usize = 120;

/// The same text in lines that fit a page: broken at spaces, which mean nothing to Coq, where as few brackets as possible are open.
pub(crate) fn in_lines(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let mut rest = line.to_owned();
        while rest.len() > WIDTH {
            let Some(at) = best_break(&rest, indent) else { break };
            lines.push(rest[..at].to_owned());
            rest = format!("{}{}", " ".repeat(indent + 2), &rest[at + 1..]);
        }
        lines.push(rest);
    }
    lines.join("\n")
}

/// The space at which a line is broken: in its second half as far as it fits, and the last of those within the fewest brackets.
fn best_break(line: &str, indent: usize) -> Option<usize> {
    let mut open = 0u32;
    let mut best: Option<(u32, usize)> = None;
    let mut later = None;
    for (at, letter) in line.char_indices() {
        match letter {
            '(' | '[' => open += 1,
            ')' | ']' => open = open.saturating_sub(1),
            ' ' if at > WIDTH => {
                later = later.or(Some(at));
            }
            ' ' if at > indent + WIDTH / 2 && best.is_none_or(|(fewest, _)| open <= fewest) => {
                best = Some((open, at));
            }
            _ => {}
        }
    }
    best.map(|(_, at)| at).or(later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stand_where_coq_needs_them() {
        let n = |name: &str| Text::atom(name);
        let less = Text::joined(n("a"), "<?", n("b"), COMPARED);
        let both = Text::and(vec![less.clone(), n("c"), Text::or(vec![n("d"), n("e")])]);
        assert_eq!(both.clone().within(LOOSE), "(a <? b) && c && (d || e)");
        assert_eq!(Text::or(vec![both, n("f")]).within(LOOSE), "(a <? b) && c && (d || e) || f");
        let sum = Text::joined(n("a"), "-", Text::joined(n("b"), "+", n("c"), PLUS), PLUS);
        assert_eq!(Text::joined(n("x"), "*", sum, TIMES).within(LOOSE), "x * (a - (b + c))");
        assert_eq!(less.negb().within(LOOSE), "negb (a <? b)");
    }

    #[test]
    fn a_long_line_is_broken_and_says_the_same() {
        let long = format!("  Definition x := {}.", ["abcdefghi"; 40].join(" && "));
        let broken = in_lines(&long);
        assert!(broken.lines().count() > 3 && broken.lines().all(|line| line.len() <= WIDTH));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&broken), words(&long));
    }
}
