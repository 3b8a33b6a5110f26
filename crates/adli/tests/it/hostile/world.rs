//! Texts, tables and folders that are right, to begin with.

use std::fs;
use std::path::{Path, PathBuf};

use adli_lang::TEXTS;
use tempfile::TempDir;

use super::child;

/// A text with a lemma that is proved in no time, so that there are certificates.
const LEMMAS: &str = "endgame KRK White K R v Black k
use geometry
strategy come for White to win
  step mate_now: move R where mate'
  step nearer: move K where steps(K', k') < steps(K, k)
  step wait: move
lemma apart: in every position where White to move: steps(K, k) > 1
lemma met: for play p0 .. p1 of come given home throughout and come.step at p0 = nearer show steps(K, k) at p1 < steps(K, k) at p0
";

/// A strategy with advice, for trees.
const ADVICE: &str = "endgame KRK White K R v Black k
use geometry
def split = steps(R, K) <= steps(R, k) and (inside(R.file, K.file, k.file) or inside(R.rank, K.rank, k.rank))
advice divide for White to win
  move R where check' else any
  reach after us: split' and steps(K', k') <= steps(K at root, k at root)
  hold after them: alive(R)'
  within 3 plies, quickest
advice mate_soon for White to win reach after us: mate' within 3 plies
strategy s for White to win
  try mate_soon
  when not split try divide
  step wait: move least steps(K', k')
theorem t: s reaches mate within 40 moves from White to move
lemma l: in every position where White to move: can divide or split
query q: count positions where White to move and s.step = wait
";

/// A recogniser, for exports and suggestions.
const RECOGNISER: &str = "endgame KRK White K R v Black k
use geometry
recogniser r
  when k in ring(R) and R not in ring(K) and Black to move => draw
  when Black to move and k in corner { when steps(K, k) > 2 => at_most_draw otherwise => unknown }
  otherwise => unknown
theorem right: r sound
query open: share r.answer = unknown where White to move
";

pub struct World {
    folder: TempDir,
    pub texts: Vec<String>,
    /// Files with their contents, and the arguments of commands that read them.
    pub files: Vec<(PathBuf, Vec<u8>, Vec<Vec<String>>)>,
}

impl World {
    pub fn new() -> World {
        let folder = tempfile::tempdir().unwrap();
        let small = |(_, text): &&(&str, &str)| text.len() < 6_000;
        let mut texts: Vec<String> = TEXTS.iter().filter(small).map(|(_, text)| (*text).to_owned()).collect();
        let page = include_str!("../../../../../docs/language.md");
        let blocks = page.split("```adv\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        texts.extend(blocks.map(|block| match block.contains("endgame") {
            true => block.to_owned(),
            false => format!("endgame KRK White K R v Black k\nuse geometry\n{block}"),
        }));
        // The small ones are quick, and so are asked more often.
        for _ in 0..8 {
            texts.extend([LEMMAS, ADVICE, RECOGNISER].map(str::to_owned));
        }
        let mut world = World { folder, texts, files: Vec::new() };
        world.solve();
        world.certify();
        world.compile();
        world
    }

    pub fn tables(&self) -> PathBuf {
        self.folder.path().join("tables")
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn must(&self, args: &[&str]) {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let ended = child::run(self.path(), &self.tables(), &args);
        assert!(matches!(ended.code, Some(0 | 1)), "adli {args:?}: {:?}\n{}", ended.code, ended.stderr);
    }

    /// Adds a file to those that are damaged, with the commands that read it: `FILE` and `FOLDER` stand for it.
    fn add(&mut self, path: &Path, commands: &[&[&str]]) {
        let bytes = fs::read(path).unwrap();
        let commands =
            commands.iter().map(|args| args.iter().map(|arg| (*arg).to_owned()).collect()).collect();
        self.files.push((path.to_owned(), bytes, commands));
    }

    fn solve(&mut self) {
        self.must(&["solve", "KRK", "KPK"]);
        let fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1";
        let probe = ["--tables", "FOLDER", "probe", fen];
        let audit = ["--tables", "FOLDER", "audit", "--only", "KRK"];
        let stats = ["--tables", "FOLDER", "stats", "KRK", "--format", "json"];
        let line = ["--tables", "FOLDER", "line", fen];
        let table = self.tables().join("KRK.adt");
        self.add(&table, &[&probe, &audit, &stats, &line]);
    }

    fn certify(&mut self) {
        fs::write(self.path().join("lemmas.adv"), LEMMAS).unwrap();
        self.must(&["prove", "lemmas.adv", "--by", "sat", "--certificates", "proofs"]);
        let mut files: Vec<_> =
            fs::read_dir(self.path().join("proofs")).unwrap().map(|f| f.unwrap().path()).collect();
        files.sort();
        for file in files {
            self.add(&file, &[&["verify", "FOLDER"], &["verify", "FOLDER", "--format", "json"]]);
        }
    }

    fn compile(&mut self) {
        self.must(&["compile", "kqk", "-o", "queen.moves"]);
        let fen = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1";
        let explain = ["explain", "kqk", fen, "--compiled", "FILE"];
        let play = ["play", "kqk", fen, "--compiled", "FILE", "--format", "json"];
        self.add(&self.path().join("queen.moves"), &[&explain, &play]);
    }
}
