//! Commands that write are killed at random moments: nothing earlier is lost, nothing is half-written, and after the next run nothing is left
//! behind. With all tests one kill for each command; `ADLI_KILLS` says how many in all.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::chance::Chance;
use super::scenes::{Stage, Units, commands, from_environment, half_written, left_behind, units};

/// A folder that is made for what is to be written may be there, and empty.
fn with_files(mut units: Units) -> Units {
    units.retain(|_, files| !files.is_empty());
    units
}

#[test]
fn killed_while_writing() {
    let stage = Stage::new();
    let commands = commands(std::env::var_os("ADLI_KILLS").is_some());
    let kills = from_environment("ADLI_KILLS", commands.len());
    let mut chance = Chance(from_environment("ADLI_FUZZ_SEED", 1) as u64);
    let known: Vec<_> = commands
        .iter()
        .map(|args| {
            let (known, folder) = (stage.undisturbed(args), stage.copy());
            let begun = Instant::now();
            stage.command(folder.path(), args).output().unwrap();
            (known, begun.elapsed())
        })
        .collect();
    // Those that came to their end before they were killed do not count.
    let (mut tries, mut killed, mut left) = (0, 0, 0);
    while killed < kills {
        tries += 1;
        assert!(tries < 5 * kills + 100, "only {killed} of {tries} were killed before their end");
        let which = tries % commands.len();
        let (args, ((code, before, after), whole)) = (commands[which], &known[which]);
        let folder = stage.copy();
        let mut command = stage.command(folder.path(), args);
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Most of the writing is towards the end.
        let moment = whole.as_micros() as usize;
        let moment =
            if chance.below(3) == 0 { chance.below(moment) } else { moment - chance.below(moment / 2 + 1) };
        sleep(Duration::from_micros(moment as u64));
        process.kill().unwrap();
        let is_killed = process.wait().unwrap().code().is_none();
        killed += usize::from(is_killed);
        left += usize::from(!left_behind(folder.path()).is_empty());
        let torn = half_written(&with_files(before.clone()), after, &with_files(units(folder.path())));
        assert!(torn.is_none(), "{args:?}, killed after {moment} us: {torn:?}");
        let output = stage.command(folder.path(), args).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(*code), "{args:?}, after a kill at {moment} us: {stderr}");
        assert_eq!(half_written(after, after, &units(folder.path())), None, "{args:?}, run again");
        let left = left_behind(folder.path());
        assert!(left.is_empty(), "{args:?}, killed after {moment} us and run again: {left:?}");
    }
    eprintln!("{killed} processes killed of {tries}, {left} left something for the next run to remove");
}
