use adli_chess::*; use adli_tables::*; use std::collections::BTreeMap; use std::sync::Arc;
fn get(m:Material, known:&mut BTreeMap<Material,Arc<dyn Rows>>){
  if known.contains_key(&m){return;}
  for s in converts_into(m){get(s,known)}
  let r=solve(m,known,&Unwatched).unwrap();
  let off=r.layout().officers().len();
  for turn in Colour::ALL{ let mut out=Vec::new(); for sl in 0..r.layout().slices(){ for row in 0..r.layout().slice_rows(){
     let mut v=*r.row(turn,sl,row);
     if !m.has_pawns(){ // duplicates on the diagonal
       let per=r.layout().slice_rows()/10; let k=row/per; let diag=[0,4,7,9].contains(&k);
       if diag { for bk in 0..64{ let (f,rk)=(bk%8,bk/8); if rk>f {v[bk]=0;} } }
     }
     out.extend_from_slice(&v);
  }} if m.men()>2 {std::fs::write(format!("/tmp/raw/{m}.{}",if turn==Colour::White{'w'}else{'b'}),out).unwrap();} }
  let _=off;
  known.insert(m,Arc::new(r));
}
fn main(){ let mut known=BTreeMap::new();
 std::fs::create_dir_all("/tmp/raw").unwrap();
 for n in 2..=4 {for m in Material::all(n){get(m,&mut known);}}
}
