//! What somebody wrote stays text.

use adli_pictures::Markup;

#[test]
fn nothing_that_is_written_becomes_markup() {
    let mut out = Markup::default();
    out.put("p", &[("title", &"\"><script>")], |p| {
        p.words("<b>&'");
        p.prose("a `<i>` b, and ` alone");
        p.prose("a `<i>` b");
    });
    assert_eq!(
        out.finish(),
        "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt;&amp;&#39;a `&lt;i&gt;` b, and ` alonea <code>&lt;i&gt;</code> b</p>"
    );
}
