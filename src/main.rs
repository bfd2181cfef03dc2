fn main() {
    for p in std::env::args().skip(1) {
        let t = std::fs::read_to_string(&p).unwrap();
        let (f, d) = gridlog::syntax::parse::parse(0, &t);
        println!("{p}: {} statements", f.statements.len());
        for x in d {
            println!("   {} {} {:?}", x.code, x.title, x.span());
        }
    }
}
