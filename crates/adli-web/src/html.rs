//! Pages, written with the writer of reports ([`Markup`]), in which nothing that somebody wrote becomes markup; here it is said in chains.

use adli_chess::Diagram;
use adli_pictures::{Markup, Svg};

/// A part of a page.
#[derive(Default)]
pub struct Html(Markup);

/// The attributes of an element.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

impl Html {
    /// What was written.
    pub fn finish(self) -> String {
        self.0.finish()
    }

    /// Words.
    pub fn text(&mut self, words: &str) -> &mut Html {
        self.0.words(words);
        self
    }

    /// A sentence of ours, in which names stand between backticks.
    pub fn said(&mut self, sentence: &str) -> &mut Html {
        self.0.prose(sentence);
        self
    }

    /// An element and what is in it.
    pub fn put(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Html),
    ) -> &mut Html {
        let attributes = displayed(attributes);
        self.0.put(name, &attributes, |markup| {
            let mut html = Html(std::mem::take(markup));
            inside(&mut html);
            *markup = html.0;
        });
        self
    }

    /// An element of words alone.
    pub fn words(&mut self, name: &'static str, words: &str) -> &mut Html {
        self.0.put(name, &[], |markup| markup.prose(words));
        self
    }

    /// An element that has nothing in it.
    pub fn open(&mut self, name: &'static str, attributes: Attributes<'_>) -> &mut Html {
        self.0.leaf(name, &displayed(attributes));
        self
    }

    /// A link.
    pub fn link(&mut self, to: &str, words: &str) -> &mut Html {
        self.0.say("a", &[("href", &to)], words);
        self
    }

    /// A diagram of ours.
    pub fn diagram(&mut self, diagram: &Diagram) -> &mut Html {
        self.0.svg(&Svg::board(diagram));
        self
    }
}

fn displayed<'a>(attributes: Attributes<'a>) -> Vec<(&'static str, &'a dyn std::fmt::Display)> {
    attributes.iter().map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect()
}
