//! Colours, said once.
//!
//! Every shape carries the colours of the light theme as plain attributes, so that any program that reads SVG shows it. In a browser the style
//! sheet goes before attributes: it takes the colours from custom properties, which follow the reader's light or dark theme, and which
//! a page may set otherwise. The rules of a file that stands alone are inside `@media all`: simple readers, which know neither custom properties
//! nor queries, pass over it.
//!
//! Colours are those of Okabe and Ito's palette, which people tell apart whatever colours they see, darkened for paper and lightened for
//! dark screens. Nothing is said by colour alone: parts are labelled, or differ in lightness and outline.

/// What a shape or a word is drawn in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// The background.
    Paper,
    /// Words.
    Ink,
    /// Words beside: axes, units.
    Faint,
    /// Lines of the grid.
    Rule,
    /// What the picture is about: the strategy.
    Main,
    /// The same with luck: lighter.
    Light,
    /// What it is compared with: best play.
    Other,
    /// Squares with figures on them, which are read on it in either theme.
    Heat,
}

impl Tone {
    /// The class in the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Tone::Paper => "paper",
            Tone::Ink => "ink",
            Tone::Faint => "faint",
            Tone::Rule => "rule",
            Tone::Main => "main",
            Tone::Light => "light",
            Tone::Other => "other",
            Tone::Heat => "heat",
        }
    }

    /// The colour in the light theme.
    pub(crate) fn colour(self) -> &'static str {
        match self {
            Tone::Paper => "#ffffff",
            Tone::Ink => "#1d2226",
            Tone::Faint => "#59636b",
            Tone::Rule => "#d5dade",
            Tone::Main => "#00609c",
            Tone::Light => "#8cbbdc",
            Tone::Other => "#b9530a",
            Tone::Heat => "#56b4e9",
        }
    }
}

/// The rules for pictures that stand in a page. Whoever serves a page puts them into its style sheet, and may set the custom properties
/// on `.adli-picture` otherwise.
pub const STYLE: &str = concat!(
    ".adli-picture{--adli-paper:#ffffff;--adli-ink:#1d2226;--adli-faint:#59636b;--adli-rule:#d5dade;\
     --adli-main:#00609c;--adli-light:#8cbbdc;--adli-other:#b9530a;--adli-heat:#56b4e9;\
     font-family:system-ui,sans-serif;font-variant-numeric:tabular-nums}\n\
     @media (prefers-color-scheme:dark){.adli-picture{--adli-paper:#15191d;--adli-ink:#e8ebee;--adli-faint:#a3adb5;\
     --adli-rule:#39424a;--adli-main:#6bbbf0;--adli-light:#2f6a92;--adli-other:#f0a24a;--adli-heat:#1b6aa5}}\n",
    ".adli-picture .paper{fill:var(--adli-paper)}",
    ".adli-picture .ink{fill:var(--adli-ink)}",
    ".adli-picture .faint{fill:var(--adli-faint)}",
    ".adli-picture .rule{stroke:var(--adli-rule)}",
    ".adli-picture .main{fill:var(--adli-main)}",
    ".adli-picture .light{fill:var(--adli-light)}",
    ".adli-picture .other{fill:var(--adli-other)}",
    ".adli-picture .heat{fill:var(--adli-heat)}\n",
);
