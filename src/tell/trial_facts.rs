use crate::lab::{BestChains, StageSize, Trial, TrialChain, TrialFigures, TrialOrigin, TrialSample};
use crate::metadata::text::escape;
use crate::pipeline::ChunkAddress;
use crate::tell::trials::{loss, short, times};
use crate::tell::words::{count, shape, size, time};

const NAMED: usize = 4;

pub const COLUMNS: [&str; 6] = ["chain", "stored", "ratio", "encode", "decode", "error"];

pub fn cells(chain: &TrialChain, figures: &TrialFigures) -> [String; 6] {
    [
        named(chain),
        size(figures.stored_nbytes),
        times(figures.ratio()),
        figures.encode.as_ref().map_or("–".to_owned(), |elapsed| time(*elapsed)),
        time(figures.decode),
        loss(figures.loss.is_exact, figures.loss.error(), figures.loss.lost),
    ]
}

pub fn named(chain: &TrialChain) -> String {
    let text = escape(&chain.in_full()).into_owned();
    match chain.origin {
        TrialOrigin::InForce => format!("in force: {text}"),
        TrialOrigin::InForceElsewhere => format!("the same on these values: {text}"),
        TrialOrigin::Proposed | TrialOrigin::Given => text,
    }
}

pub const FASTEST: &str = "fastest to read that saves";

pub fn marks(best: BestChains, place: usize) -> Vec<&'static str> {
    let mut marks = Vec::new();
    if best.smallest == Some(place) {
        marks.push("smallest");
    }
    if best.fastest == Some(place) {
        marks.push(FASTEST);
    }
    marks
}

pub fn entropy(stage: &StageSize) -> String {
    stage.entropy.map_or("–".to_owned(), |bits| format!("{} bits for a byte", short(bits)))
}

pub fn figures_text(trial: &Trial, figures: &TrialFigures) -> String {
    let [_, stored, ratio, encode, decode, error] = cells(&trial.chain, figures);
    let of = size(figures.decoded_nbytes);
    let error = if figures.loss.is_exact { error } else { format!("error {error}") };
    format!("{stored} of {of}, {ratio} · encode {encode} · decode {decode} · {error}")
}

pub fn values_text(sample: &TrialSample) -> String {
    let chunks = sample.chunks.len();
    let is_inner = sample.chunks.iter().any(|chunk| chunk.address.is_inner());
    let taken = match sample.stored {
        Some(stored) if is_inner => {
            format!("{} of {}", count(chunks as u128, "inner chunk"), count(stored.into(), "stored shard"))
        }
        Some(stored) => format!("{chunks} of {}", count(stored.into(), "stored chunk")),
        None if is_inner => count(chunks as u128, "inner chunk"),
        None => count(chunks as u128, "chunk"),
    };
    let named: Vec<String> = sample.chunks.iter().take(NAMED).map(|own| coords_text(&own.address)).collect();
    let more = if chunks > NAMED { " …" } else { "" };
    let mut text = format!("{taken}: {}{more}; {} decoded", named.join(", "), size(sample.nbytes()));
    // Chunks that are too large to be decoded as they are have no coordinates in the sample.
    if chunks == 0 {
        text = format!("stored ones; {} decoded", size(sample.nbytes()));
    }
    if let Some(values) = sample.values.first()
        && sample.is_regrouped
    {
        let chunks = count(sample.values.len() as u128, "chunk");
        text = format!("{chunks} of shape {} around {text}", shape(&values.decoded.shape));
    }
    text
}

fn coords_text(address: &ChunkAddress) -> String {
    address.levels().map(|coords| shape(coords)).collect::<Vec<_>>().join("/")
}

pub fn chunk_text(address: &ChunkAddress) -> String {
    let thing = if address.is_inner() { "inner chunk" } else { "chunk" };
    format!("{thing} {}", coords_text(address))
}
