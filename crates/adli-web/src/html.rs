//! HTML, in which nothing that somebody wrote becomes markup.
//!
//! Names of elements and attributes are constants of ours; everything else is escaped as it comes in. The one thing that is taken as it is
//! are our own drawings, whose type says so.

use adli_chess::{Diagram, Style};

/// A part of a page.
#[derive(Default)]
pub struct Html(String);

/// The attributes of an element.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

impl Html {
    /// What was written.
    pub fn finish(self) -> String {
        self.0
    }

    /// Words.
    pub fn text(&mut self, words: &str) -> &mut Html {
        for character in words.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                other => self.0.push(other),
            }
        }
        self
    }

    /// A sentence of ours, in which names stand between backticks.
    pub fn said(&mut self, sentence: &str) -> &mut Html {
        for (number, part) in sentence.split('`').enumerate() {
            if number % 2 == 0 {
                self.text(part)
            } else {
                self.put("code", &[], |html| {
                    html.text(part);
                })
            };
        }
        self
    }

    /// An element and what is in it.
    pub fn put(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Html),
    ) -> &mut Html {
        self.open(name, attributes);
        inside(self);
        self.0.push_str("</");
        self.0.push_str(name);
        self.0.push('>');
        self
    }

    /// An element of words alone.
    pub fn words(&mut self, name: &'static str, words: &str) -> &mut Html {
        self.put(name, &[], |html| {
            html.said(words);
        })
    }

    /// An element that has nothing in it.
    pub fn open(&mut self, name: &'static str, attributes: Attributes<'_>) -> &mut Html {
        self.0.push('<');
        self.0.push_str(name);
        for (attribute, value) in attributes {
            self.0.push(' ');
            self.0.push_str(attribute);
            self.0.push_str("=\"");
            self.text(value);
            self.0.push('"');
        }
        self.0.push('>');
        self
    }

    /// A link.
    pub fn link(&mut self, to: &str, words: &str) -> &mut Html {
        self.put("a", &[("href", to)], |html| {
            html.text(words);
        })
    }

    /// A diagram of ours.
    pub fn diagram(&mut self, diagram: &Diagram) -> &mut Html {
        self.0.push_str(&diagram.svg(Style::Colour));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_written_becomes_markup() {
        let mut html = Html::default();
        html.put("p", &[("title", "\"><script>")], |html| {
            html.text("<b>&'").said("a `<i>` b");
        });
        assert_eq!(
            html.finish(),
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt;&amp;&#39;a <code>&lt;i&gt;</code> b</p>"
        );
    }
}
