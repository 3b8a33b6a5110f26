//! Scratch.
use adli_chess::*; use adli_tables::*; use std::sync::Arc;
fn cpu()->f64{ let s=std::fs::read_to_string("/proc/self/stat").unwrap(); let f:Vec<&str>=s.rsplit(')').next().unwrap().split_whitespace().collect(); (f[11].parse::<f64>().unwrap()+f[12].parse::<f64>().unwrap())/100.0 }
fn get(m:Material, known:&mut Known){
  if known.get(m).is_some(){return;}
  for s in converts_into(m){get(s,known)}
  let t=cpu();
  let r=solve(m,known,&Unwatched).unwrap();
  let t1=cpu()-t; 
  known.insert(Arc::new(r));
  let t=cpu();
  let a=audit(known,m,&Unwatched).unwrap();
  println!("{m:8} solve {t1:.2} audit {:.2} {a:?}",cpu()-t);
}
fn main(){ let mut known=Known::default(); let t=cpu();
 let args:Vec<String>=std::env::args().skip(1).collect();
 if args.is_empty(){ for n in 2..=4 {for m in Material::all(n){get(m,&mut known);}} } else {for a in args{get(a.parse::<Material>().unwrap().canonical(),&mut known);}}
 println!("total {}",cpu()-t);
}
