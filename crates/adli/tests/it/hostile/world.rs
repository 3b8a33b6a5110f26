//! Texts, tables and folders that are right, to begin with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use adli_lang::TEXTS;
use tempfile::TempDir;

use super::child;

/// A text with a lemma that is proved in no time, so that there are certificates.
pub const LEMMAS: &str = "endgame KRK White K R v Black k
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
pub const RECOGNISER: &str = "endgame KRK White K R v Black k
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
        world.draw();
        world.collect();
        world
    }

    /// Puts a file with these bytes into a folder, among the good ones that belong to it; the arguments of one of its commands.
    pub fn beside(&self, folder: &Path, which: usize, bytes: &[u8], command: usize) -> Vec<String> {
        let (path, _, commands) = &self.files[which];
        let beside = folder.join("damaged");
        let _ = fs::remove_dir_all(&beside);
        fs::create_dir_all(&beside).unwrap();
        let around = fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
        for entry in around.filter(|path| path.is_file()) {
            fs::copy(&entry, beside.join(entry.file_name().unwrap())).unwrap();
        }
        let file = beside.join(path.file_name().unwrap());
        fs::write(&file, bytes).unwrap();
        let place = |arg: &String| match arg.as_str() {
            "FILE" => file.display().to_string(),
            "FOLDER" => beside.display().to_string(),
            _ => arg.clone(),
        };
        commands[command].iter().map(place).collect()
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
        for (by, folder) in [("sat", "proofs"), ("smt", "lines")] {
            self.must(&["prove", "lemmas.adv", "--by", by, "--certificates", folder, "--claim", "apart"]);
            let mut files: Vec<_> =
                fs::read_dir(self.path().join(folder)).unwrap().map(|f| f.unwrap().path()).collect();
            files.sort();
            for file in files {
                self.add(&file, &[&["verify", "FOLDER"], &["verify", "FOLDER", "--format", "json"]]);
            }
        }
    }

    fn compile(&mut self) {
        self.must(&["compile", "kqk", "-o", "queen.moves"]);
        let fen = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1";
        let explain = ["explain", "kqk", fen, "--compiled", "FILE"];
        let play = ["play", "kqk", fen, "--compiled", "FILE", "--format", "json"];
        self.add(&self.path().join("queen.moves"), &[&explain, &play]);
    }

    fn draw(&mut self) {
        fs::write(self.path().join("set.adv"), format!("{RECOGNISER}def near = k in ring(R)\n")).unwrap();
        // What is written is read again, so that for a moment there are two managers of diagrams, each with a stack of a gibibyte of addresses:
        // more than a child may have.
        let mut command = Command::new(env!("CARGO_BIN_EXE_adli"));
        command.args(["set", "set.adv", "near", "--dddmp", "near.dddmp"]).current_dir(self.path());
        assert!(command.output().unwrap().status.success());
        let read = ["set", "FILE"];
        self.add(&self.path().join("near.dddmp"), &[&read, &["set", "FILE", "--format", "json"]]);
    }

    fn collect(&mut self) {
        let folder = self.path().join("collected");
        fs::create_dir(&folder).unwrap();
        let (suite, games) = (folder.join("suite.epd"), folder.join("games.pgn"));
        let lines = [
            "8/8/8/8/8/k1K5/8/1R6 w - - id \"one\";",
            "8/8/8/3k4/8/3K4/3P4/8 b - -",
            "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
        ];
        fs::write(&suite, lines.join("\n")).unwrap();
        fs::write(&games, "[FEN \"8/8/8/8/8/k1K5/8/1R6 w - - 0 1\"]\n\n1. Rb2 Ka4 2. Rb8 { so } Ka3 *\n")
            .unwrap();
        self.add(&suite, &[&["probe", "--epd", "FILE", "--format", "json"], &["probe", "--epd", "FILE"]]);
        self.add(&games, &[&["annotate", "FILE", "--by", "krk", "--format", "json"]]);
    }
}
