use super::super::markdown::{Markdown, code};
use super::super::words::{count, shape};
use crate::codec::{Chain, Outcome, Representation, StageInfo, StageTrace};
use crate::metadata::fill_value;
use crate::pipeline::{ChunkTrace, State};

const NOTES: usize = 8;

pub(super) fn chain(chain: &Chain, page: &mut Markdown) {
    page.heading(3, "Codecs, in encoding order");
    let first = Representation::Array(chain.decoded().clone());
    let first = [String::new(), "chunk".to_owned(), String::new(), code(&first.to_string()), fill(&first)];
    let mut rows = vec![first];
    rows.extend(chain.stages().map(row));
    codecs(&rows, page);
    let Some(sharding) = chain.sharding() else { return };
    page.paragraph(&format!("Codecs of the inner chunks, {}:", shape(&sharding.inner().decoded().shape)));
    codecs(&sharding.inner().stages().map(row).collect::<Vec<_>>(), page);
    page.paragraph("Codecs of the shard index:");
    codecs(&sharding.index().stages().map(row).collect::<Vec<_>>(), page);
}

fn codecs(rows: &[[String; 5]], page: &mut Markdown) {
    page.table(["", "codec", "kind", "encodes to", "fill value"], rows);
}

fn row(stage: &StageInfo) -> [String; 5] {
    let encoded = match &stage.fault {
        Some(fault) => format!("✗ {}", code(&fault.to_string())),
        None => code(&stage.encoded.to_string()),
    };
    let number = stage.codec_index.to_string();
    [number, code(&stage.codec.name), code(&stage.part()), encoded, fill(&stage.encoded)]
}

fn fill(representation: &Representation) -> String {
    representation.fill_value().map(|fill| code(&fill_value::write(fill).to_string())).unwrap_or_default()
}

pub(super) fn trace(trace: &ChunkTrace, page: &mut Markdown) {
    page.heading(3, "Trace, in decoding order");
    match trace.state {
        State::Stored(nbytes) => page.paragraph(&format!("Stored in {}.", count(nbytes.into(), "byte"))),
        State::Missing => page.paragraph("It is missing: every element is the fill value."),
        State::Unread(Some(nbytes)) => {
            page.paragraph(&format!("Stored in {}, which could not be read.", count(nbytes.into(), "byte")));
        }
        State::Unread(None) => {}
    }
    let rows: Vec<_> = trace.trace.stages.iter().map(stage).collect();
    page.table(["codec", "kind", "in", "out", "notes"], &rows);
}

fn stage(stage: &StageTrace) -> [String; 5] {
    let nbytes = |nbytes: u64| count(nbytes.into(), "byte");
    let input = match (&stage.info.encoded, stage.input_nbytes) {
        (_, None) => String::new(),
        (Representation::Array(array), Some(_)) => code(&array.to_string()),
        (_, Some(input)) => nbytes(input),
    };
    let output = match &stage.outcome {
        Outcome::Decoded(given, _) => match &stage.info.decoded {
            Representation::Array(array) if array.nbytes() == Some(*given) => {
                format!("✓ {}", code(&array.to_string()))
            }
            _ => format!("✓ {}", nbytes(*given)),
        },
        Outcome::Failed(error) => format!("✗ {}", code(&error.to_string())),
        Outcome::NotReached => "not reached".to_owned(),
    };
    let notes = stage.notes.iter().take(NOTES);
    let mut notes: Vec<_> = notes.map(|note| format!("{} {}", note.name, code(&note.value))).collect();
    if stage.notes.len() > NOTES {
        notes.push("…".to_owned());
    }
    [code(&stage.info.codec.name), code(&stage.info.part()), input, output, notes.join(", ")]
}
