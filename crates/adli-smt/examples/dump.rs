fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut sources = adli_lang::Sources::library();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let source = sources.add("dev", &text);
    let checked = adli_lang::check(&sources, source, &[]);
    for d in &checked.diagnostics { eprintln!("{}", d.render(&sources)); }
    for program in &checked.programs {
        for claim in &program.claims {
            if !args[2].split(',').any(|n| n == claim.name) { continue; }
            match adli_smt::dump(program, claim) {
                Ok(texts) => for (i, t) in texts.iter().enumerate() { std::fs::write(format!("{}/{}{}.smt2", args[3], claim.name, i), t).unwrap(); },
                Err(e) => eprintln!("{}: {e:?}", claim.name),
            }
        }
    }
}
