//! The laws themselves do not change in a mirror: here the page of them. Of the fast moves `adli-position` shows it.

use adli_lang::{Program, Sources, check};

use super::{Context, Mirror, Symmetries};

fn program(header: &str) -> Program {
    let mut sources = Sources::library();
    let source = sources.add("test", &format!("endgame E {header}"));
    check(&sources, source, &[]).programs.into_iter().next().unwrap()
}

// With pawns the page compares a square with that for taking in passing, which may be (0, 0); there the comparison of
// the fast moves has to do.
const HEADERS: [&str; 4] =
    ["White K R v Black k", "White K Q v Black k r", "White K B N v Black k", "White K N N v Black k b"];

#[test]
fn the_page_of_the_laws_is_related_to_itself_by_the_rules() {
    for header in HEADERS {
        let program = program(header);
        let mut symmetries = Symmetries::new(&program, &[]);
        for &mirror in Mirror::of(program.endgame.has_pawns()) {
            for rule in &program.laws.moves {
                let mut context = Context::default();
                symmetries.suppose(&mut context, rule.may_move, true);
                let context = symmetries.context(context);
                let nothing = symmetries.context(Context::default());
                let mut terms = vec![rule.may_move, rule.targets, rule.when, rule.promotes];
                terms.extend(rule.captures.iter().map(|(_, condition)| *condition));
                for term in terms {
                    assert!(
                        symmetries.relate(mirror, term, term, context).same,
                        "{header} {mirror:?} {rule:?}"
                    );
                }
                assert!(symmetries.relate(mirror, rule.provided, rule.provided, nothing).same, "{header}");
            }
        }
    }
}
