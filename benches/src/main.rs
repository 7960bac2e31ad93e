//! Measurements of zarrscope, each beside a peer in the same run: `cargo run --release -- [elements]`.
//!
//! Nothing here is a test: what is printed depends on the machine, so that only the ratios are compared.

mod elements;
mod measure;
mod programs;
mod throughput;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let all: [(&str, fn()); 2] = [("elements", elements::run), ("throughput", throughput::run_all)];
    for (name, run) in all {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            run();
        }
    }
}
