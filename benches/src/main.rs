//! Measurements of zarrscope, each beside a peer in the same run: `cargo run --release -- [elements] [explorer]`.
//!
//! Nothing here is a test: what is printed depends on the machine, so that only the ratios are compared.

mod elements;
mod explorer;
mod measure;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let all: [(&str, fn()); 2] = [("elements", elements::run), ("explorer", explorer::run)];
    for (name, run) in all {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            run();
        }
    }
}
