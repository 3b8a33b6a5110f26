use adli_chess::*; use adli_tables::*; use std::collections::BTreeMap; use std::sync::Arc;
fn cpu()->f64{ let s=std::fs::read_to_string("/proc/self/stat").unwrap(); let f:Vec<&str>=s.rsplit(')').next().unwrap().split_whitespace().collect(); (f[11].parse::<f64>().unwrap()+f[12].parse::<f64>().unwrap())/100.0 }
fn get(m:Material, known:&mut BTreeMap<Material,Arc<dyn Rows>>){
  if known.contains_key(&m){return;}
  for s in converts_into(m){get(s,known)}
  let t=cpu(); let w=std::time::Instant::now();
  let r=solve(m,known,&Unwatched).unwrap();
  let mut max=[0;2];let mut cnt=[[0usize;4];2];
  let t1=cpu()-t; let w=w.elapsed();
  for turn in Colour::ALL{ for sl in 0..r.layout().slices(){ for row in 0..r.layout().slice_rows(){ for &b in r.row(turn,sl,row){ let s=Score(b); match s.value(){None=>cnt[turn.index()][0]+=1,Some(Value::Win(n))=>{cnt[turn.index()][1]+=1;max[turn.index()]=max[turn.index()].max(n)},Some(Value::Draw)=>cnt[turn.index()][2]+=1,Some(Value::Loss(n))=>{cnt[turn.index()][3]+=1;max[turn.index()]=max[turn.index()].max(n)}}}}}}
  println!("{m:8} {t1:.2}s wall {w:.2?} max {max:?} {cnt:?}");
  known.insert(m,Arc::new(r));
}
fn main(){ let mut known=BTreeMap::new(); let t=cpu();
 let args:Vec<String>=std::env::args().skip(1).collect();
 if args.is_empty(){ for n in 2..=4 {for m in Material::all(n){get(m,&mut known);}} } else {for a in args{get(a.parse::<Material>().unwrap().canonical(),&mut known);}}
 println!("total {}",cpu()-t);
}
