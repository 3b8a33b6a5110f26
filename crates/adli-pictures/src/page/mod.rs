//! A report as one page: verdicts, counts, pictures, failures with diagrams, what rests on what, the text, and how to do it again.
//!
//! The page needs nothing but itself: no script, no font, no picture from elsewhere, and it says so to the browser, which then loads and runs
//! nothing even if somebody changed the file. It is read by people who print it, who use a screen reader, in light and dark; so headings are
//! headings, tables have heads, and verdicts have a sign and a word beside their colour.

mod claims;
mod failures;
mod rests;
mod style;
mod text;

use adli_claims::{ClaimReport, Report, Verdict, counted};

use crate::frame::Picture;
use crate::markup::Markup;
use crate::plots::of_claim;
use text::Lines;

/// What a page shows.
pub struct Page<'a> {
    /// The verdicts.
    pub report: &'a Report,
    /// What the text says about itself in a sentence; nothing if it says nothing.
    pub about: &'a str,
    /// The words of the text.
    pub words: &'a str,
    /// Pictures that belong to no claim: distances of the endgame, boards.
    pub pictures: &'a [Picture],
    /// The version of the program.
    pub version: &'a str,
    /// The command that makes the page again.
    pub command: &'a str,
    /// What else is needed to get the same: digests, options, limits, each with what it is.
    pub made_from: &'a [(String, String)],
}

impl Page<'_> {
    /// The page as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let mut page = Markup::default();
        page.fixed("<!DOCTYPE html>\n");
        page.put("html", &[("lang", &"en"), ("xmlns", &"http://www.w3.org/1999/xhtml")], |html| {
            html.line();
            html.put("head", &[], |head| self.head(head));
            html.line();
            html.put("body", &[], |body| self.body(body));
            html.line();
        });
        page.line();
        page.finish()
    }

    fn head(&self, head: &mut Markup) {
        let generator = format!("adli {}", self.version);
        let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
        head.line();
        head.leaf("meta", &[("charset", &"utf-8")]);
        head.leaf("meta", &[("name", &"generator"), ("content", &generator)]);
        head.leaf("meta", &[("http-equiv", &"Content-Security-Policy"), ("content", &policy)]);
        head.leaf("meta", &[("name", &"viewport"), ("content", &"width=device-width, initial-scale=1")]);
        head.leaf("meta", &[("name", &"color-scheme"), ("content", &"light dark")]);
        head.line();
        head.say("title", &[], &format!("{}: {}", self.report.file, self.outcome()));
        head.line();
        head.put("style", &[], |css| {
            css.fixed(style::PAGE);
            css.fixed(crate::theme::STYLE);
        });
        head.line();
    }

    fn body(&self, body: &mut Markup) {
        let lines = Lines::of(self.words);
        body.put("header", &[], |header| {
            header.say("h1", &[], &self.report.file);
            if !self.about.is_empty() {
                header.put("p", &[("class", &"about")], |about| about.prose(self.about));
            }
            header.say("p", &[("class", &"outcome")], &self.outcome());
        });
        body.line();
        body.put("nav", &[("aria-label", &"Contents")], |nav| {
            nav.put("ul", &[], |list| {
                let parts = [
                    ("#verdicts", "Verdicts"),
                    ("#claims", "Claim by claim"),
                    ("#rests", "What rests on what"),
                    ("#text", "The text"),
                    ("#again", "How to do it again"),
                ];
                for (to, name) in parts {
                    list.put("li", &[], |item| item.say("a", &[("href", &to)], name));
                }
            });
        });
        body.line();
        body.put("main", &[], |main| {
            section(main, "verdicts", "Verdicts", |part| self.verdicts(part));
            section(main, "claims", "Claim by claim", |part| {
                let several = self.several();
                for (number, claim) in self.report.claims.iter().enumerate() {
                    let pictures = of_claim(claim, several);
                    claims::claim(part, (number, claim), &pictures, several, &lines);
                }
                figures(part, self.pictures);
            });
            section(main, "rests", "What rests on what", |part| rests::rests(part, self.report));
            section(main, "text", "The text", |part| lines.write(part, self.words));
            section(main, "again", "How to do it again", |part| self.again(part));
        });
        body.line();
        body.put("footer", &[], |footer| {
            let made = format!("Made by adli {}: chess-endgame strategies that are proved.", self.version);
            footer.say("p", &[], &made);
        });
    }

    /// Whether claims are about several materials.
    fn several(&self) -> bool {
        let first = self.report.claims.first().map(|claim| &claim.material);
        self.report.claims.iter().any(|claim| Some(&claim.material) != first)
    }

    /// How many claims came out how: each verdict for itself.
    fn outcome(&self) -> String {
        let claims = &self.report.claims;
        let is = |verdict: Verdict| claims.iter().filter(|claim| claim.verdict == verdict).count();
        let otherwise = claims.iter().filter(|claim| claim.as_claimed == Some(false)).count();
        let parts = [
            (is(Verdict::Proved), "proved or answered"),
            (is(Verdict::Unsatisfiable), "said to hold by solvers, without a certificate"),
            (is(Verdict::Refuted), "refuted"),
            (is(Verdict::Unknown), "unknown"),
            (is(Verdict::NotRun), "not run"),
            (is(Verdict::Internal), "failed a check of our own"),
        ];
        let told: Vec<String> = parts
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, what)| format!("{number} {what}"))
            .collect();
        let all = counted(claims.len() as u64, "claim");
        let as_said = match otherwise {
            0 => "all that were decided are as the text says".to_owned(),
            some => format!("{some} not as the text says"),
        };
        format!("{all}: {}; {as_said}", told.join(", "))
    }

    fn verdicts(&self, part: &mut Markup) {
        let several = self.several();
        let rows = self.report.claims.iter().enumerate();
        table(part, &["claim", "verdict", "#positions", "#at most", "method"], |body| {
            for (number, claim) in rows {
                body.put("tr", &[], |row| {
                    row.put("th", &[("scope", &"row")], |cell| {
                        let to = format!("#claim-{}", number + 1);
                        cell.say("a", &[("href", &to)], &title(claim, several));
                    });
                    row.put("td", &[], |cell| verdict(cell, claim));
                    let positions = claim.positions.map_or_else(String::new, adli_claims::grouped);
                    row.say("td", &[("class", &"number")], &positions);
                    let most = match (&claim.longest_moves, &claim.moves_by_size) {
                        (Some(moves), _) => counted((*moves).into(), "move"),
                        (None, Some(moves)) => moves.clone(),
                        (None, None) => String::new(),
                    };
                    row.say("td", &[("class", &"number")], &most);
                    row.say("td", &[], &claim.method);
                });
                body.line();
            }
        });
    }

    fn again(&self, part: &mut Markup) {
        part.put("p", &[], |line| {
            line.words("With adli ");
            line.words(self.version);
            line.words(" and the text above:");
        });
        part.put("pre", &[("tabindex", &"0")], |pre| pre.say("code", &[], self.command));
        table(part, &["what", "value"], |body| {
            for (what, value) in self.made_from {
                body.put("tr", &[], |row| {
                    row.say("th", &[("scope", &"row")], what);
                    row.put("td", &[], |cell| cell.say("code", &[], value));
                });
                body.line();
            }
        });
    }
}

/// What a claim is called.
fn title(claim: &ClaimReport, several: bool) -> String {
    let of = if several { format!(" ({})", claim.material) } else { String::new() };
    format!("{} {}{of}", claim.kind.word(), claim.name)
}

/// A verdict: sign, words and colour; and whether the text says so.
fn verdict(out: &mut Markup, claim: &ClaimReport) {
    let (class, sign) = match claim.verdict {
        Verdict::Proved => ("proved", "✓"),
        Verdict::Unsatisfiable => ("said", "≈"),
        Verdict::Refuted => ("refuted", "✗"),
        Verdict::Unknown => ("unknown", "?"),
        Verdict::NotRun => ("notrun", "–"),
        Verdict::Internal => ("internal", "!"),
    };
    let class = format!("verdict {class}");
    out.put("span", &[("class", &class)], |badge| {
        badge.say("span", &[("class", &"sign"), ("aria-hidden", &"true")], sign);
        badge.words(" ");
        badge.prose(&claim.headline());
    });
}

/// A part of the page with its heading.
fn section(out: &mut Markup, id: &'static str, heading: &str, inside: impl FnOnce(&mut Markup)) {
    let named = format!("{id}-heading");
    out.put("section", &[("id", &id), ("aria-labelledby", &named)], |part| {
        part.say("h2", &[("id", &named)], heading);
        part.line();
        inside(part);
    });
    out.line();
}

/// A table with a head, which scrolls where there is no room for it. Columns of numbers have a `#` before their name.
fn table(out: &mut Markup, head: &[&str], body: impl FnOnce(&mut Markup)) {
    out.put("div", &[("class", &"scrolls"), ("tabindex", &"0")], |around| {
        around.put("table", &[], |table| {
            table.put("thead", &[], |part| {
                part.put("tr", &[], |row| {
                    for name in head {
                        match name.strip_prefix('#') {
                            Some(name) => row.say("th", &[("scope", &"col"), ("class", &"number")], name),
                            None => row.say("th", &[("scope", &"col")], name),
                        }
                    }
                });
            });
            table.put("tbody", &[], body);
        });
    });
    out.line();
}

/// Pictures.
fn figures(out: &mut Markup, pictures: &[Picture]) {
    for picture in pictures {
        out.put("figure", &[], |figure| figure.svg(&picture.drawn()));
        out.line();
    }
}
