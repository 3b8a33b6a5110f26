//! The style sheet of a page: light and dark, wide and narrow, screen and paper.

/// The rules.
pub(super) const PAGE: &str = "\
:root{--paper:#fff;--ink:#1d2226;--faint:#59636b;--rule:#d5dade;--tint:#f3f5f6;--link:#00609c;\
--proved:#0b6b3a;--refuted:#a8320a;--unknown:#7a5200;--notrun:#59636b;--said:#5b4a9c;--internal:#8c0d3f;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--paper:#15191d;--ink:#e8ebee;--faint:#a3adb5;--rule:#39424a;--tint:#1e242a;--link:#6bbbf0;\
--proved:#5fd08f;--refuted:#ff9b78;--unknown:#f0c25a;--notrun:#a3adb5;--said:#b9a8ff;--internal:#ff8fb3}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem 1.25rem 4rem;max-width:62rem;background:var(--paper);color:var(--ink);\
font:1rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
h1{font-size:1.7rem;margin:.5rem 0}h2{font-size:1.3rem;margin:2.5rem 0 .75rem;border-bottom:1px solid var(--rule)}
h3{font-size:1.1rem;margin:2rem 0 .5rem}h4,h5{font-size:1rem;margin:1.25rem 0 .4rem}
a{color:var(--link)}p{margin:.4rem 0}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
.about,.outcome{max-width:48rem}.outcome{font-weight:600}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;list-style:none}
.scrolls{overflow-x:auto;margin:.75rem 0}
table{border-collapse:collapse}th,td{padding:.25rem .9rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}
thead th{color:var(--faint);font-weight:600}tbody th{font-weight:400}.number{text-align:right}
.verdict{font-weight:600;white-space:normal}.sign{display:inline-block;min-width:1.1em;text-align:center}
.proved{color:var(--proved)}.refuted{color:var(--refuted)}.unknown{color:var(--unknown)}.notrun{color:var(--notrun)}\
.said{color:var(--said)}.internal{color:var(--internal)}
h3 .verdict{margin-left:.5rem}
figure{margin:1rem 0}figure>svg{max-width:100%;height:auto}
.failure{border-left:3px solid var(--refuted);padding-left:1rem;margin:1.25rem 0}
.boards{display:flex;flex-wrap:wrap;gap:1rem}.board{margin:.25rem 0;width:15rem}.board>svg{width:100%;height:auto}
figcaption{color:var(--faint);font-size:.85rem}
.line{display:flex;flex-wrap:wrap;gap:.15rem 1rem;padding:0;margin:.5rem 0;list-style:none}
.ply{color:var(--faint)}.rule-name{font-size:.9em}
.cycle{border:2px dashed var(--refuted);border-radius:.5rem;padding:.25rem .75rem;margin:.5rem 0}
pre{overflow-x:auto;padding:.75rem;background:var(--tint);border-radius:.4rem}
.line-number{display:inline-block;width:3.2em;padding-right:1em;text-align:right;color:var(--faint);text-decoration:none;user-select:none}
.text-line:target,.claim:target>h3{background:var(--tint);outline:2px solid var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
footer{margin-top:3rem;color:var(--faint);font-size:.9rem}
@media print{:root{--paper:#fff;--ink:#000;--faint:#444;--rule:#bbb;--tint:#fff;--link:#000;--proved:#000;--refuted:#000;--unknown:#000;\
--notrun:#000;--said:#000;--internal:#000}body{max-width:none;padding:0;font-size:10pt}nav{display:none}\
figure,.failure,tr{break-inside:avoid}h2,h3,h4,h5{break-after:avoid}a{text-decoration:none}pre{white-space:pre-wrap;border:1px solid var(--rule)}}
";
