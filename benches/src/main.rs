//! Measurements of zarrscope, each beside a peer in the same run: `cargo run --release -- [--against README.md] [NAME …]`.
//!
//! Nothing here is a test: what is printed depends on the machine, so that only the ratios are compared.

mod against;
mod elements;
mod encoding;
mod explorer;
mod growth;
mod measure;
mod programs;
mod stores;
mod throughput;
mod traced;

/// Each measurement, by its name.
const ALL: [(&str, fn()); 6] = [
    ("elements", elements::run),
    ("encoding", encoding::run),
    ("throughput", throughput::run_all),
    ("traced", traced::run_all),
    ("growth", growth::run_all),
    ("explorer", explorer::run),
];

fn main() {
    measure::keep_buffers();
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let [first, recorded, names @ ..] = wanted.as_slice()
        && first == "--against"
    {
        return against::run(recorded, names);
    }
    for (name, run) in ALL {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            println!("\n## {name}\n");
            run();
        }
    }
}
