use adli_lang::{Sources, check};
fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap();
    let dir = args.next().unwrap();
    let only: Vec<String> = args.collect();
    let mut sources = Sources::library();
    let source = if name.ends_with(".adv") { let t = std::fs::read_to_string(&name).unwrap(); sources.add(&name, &t) } else { sources.find(&name).unwrap() };
    let checked = check(&sources, source, &[]);
    for d in &checked.diagnostics { println!("{}", d.render(&sources)); }
    for program in &checked.programs {
        for claim in &program.claims {
            if !only.is_empty() && !only.contains(&claim.name) { continue; }
            let begun = std::time::Instant::now();
            match adli_sat::dump(program, claim) {
                Ok((aig, e)) => {
                    println!("{}: gates {} vars {} clauses {} literals {} in {:?}", claim.name, aig.len(), e.cnf.variables, e.cnf.len(), e.cnf.literals(), begun.elapsed());
                    let mut f = std::io::BufWriter::new(std::fs::File::create(format!("{dir}/{}.cnf", claim.name)).unwrap());
                    e.cnf.write_dimacs(&mut f).unwrap();
                }
                Err(e) => println!("{}: {e}", claim.name),
            }
        }
    }
}
