//! A chunk that is built by hand, small enough to read every byte of it, and run through the chains of the explorer.

use std::{collections::BTreeSet, error::Error};

use serde_json::{Value, json};

use crate::codec::{
    Chain, CodecKind, CodecRow, DecodeOptions, Outcome, Trace, Value as StageValue, ValueTraits, completed,
    hex, in_full, proposals, tried_out,
};
use crate::metadata::text::escape_json;
use crate::metadata::{ArrayRepresentation, CodecMetadata, DataType, Elements, Json, Scalar, fill_value};

pub const EDGE: usize = 4;

const DATA_TYPES: &[&str] = &["int16", "uint8", "int32", "float32", "float64"];

/// Sixteen numbers take far fewer bytes, whatever is configured.
const KEPT: usize = 1 << 20;

#[derive(Debug, Clone, PartialEq)]
pub struct Bench {
    data_type: usize,
    pub numbers: Vec<String>,
    pub codecs: Vec<Value>,
    pub flipped: BTreeSet<(usize, u8)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchFill {
    Ramp,
    /// The number at a place, everywhere.
    Constant(usize),
    /// From 0 to 99, others for each seed.
    Random(u64),
}

#[derive(Debug, Clone)]
pub struct BenchRun {
    pub rows: Vec<BenchRow>,
    pub stored: Vec<u8>,
    pub changed: BTreeSet<usize>,
    pub outcome: BenchOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchRow {
    pub name: String,
    pub written: StageShown,
    pub read: StageShown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StageShown {
    Numbers(String),
    Bytes(usize, String),
    Failed(String),
    Nothing,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BenchOutcome {
    Refused(String),
    Same,
    /// So many numbers come back as others, and no stage notices.
    Different(usize),
    Noticed {
        codec: String,
        message: String,
    },
}

impl Bench {
    pub fn with(codecs: &[&CodecRow]) -> Self {
        let numbers = (1..=EDGE * EDGE).map(|number| number.to_string()).collect();
        let mut bench = Self { data_type: 0, numbers, codecs: Vec::new(), flipped: BTreeSet::new() };
        // The first proposal for any data type is what keeps the numbers as they are.
        if let Ok(decoded) = bench.decoded()
            && let Some(Value::Array(plain)) =
                proposals(&decoded.data_type, &ValueTraits::default()).into_iter().next()
        {
            bench.codecs = plain;
        }
        for row in codecs {
            bench.add(row, bench.codecs.len());
        }
        bench
    }

    pub fn data_type(&self) -> &'static str {
        DATA_TYPES.get(self.data_type).copied().unwrap_or("int16")
    }

    pub fn next_data_type(&mut self, back: bool) {
        let by = if back { DATA_TYPES.len() - 1 } else { 1 };
        self.data_type = (self.data_type + by) % DATA_TYPES.len();
    }

    pub fn fill(&mut self, fill: BenchFill) {
        let mut state = 0;
        if let BenchFill::Random(seed) = fill {
            state = seed;
        }
        for place in 0..EDGE * EDGE {
            let number = match fill {
                BenchFill::Ramp => (place + 1).to_string(),
                BenchFill::Constant(from) => self.numbers.get(from).cloned().unwrap_or_default(),
                BenchFill::Random(_) => {
                    // Knuth's linear congruential generator, of which the high bits are the better ones.
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    ((state >> 33) % 100).to_string()
                }
            };
            if let Some(own) = self.numbers.get_mut(place) {
                *own = number;
            }
        }
    }

    /// What makes the same chunk with zarr-python, and prints its stored bytes.
    ///
    /// # Errors
    /// A number that the data type does not have.
    pub fn python(&self) -> Result<String, String> {
        let mut numbers = Vec::new();
        for place in 0..EDGE * EDGE {
            let number = fill_value::write(&self.scalar(place)?);
            numbers.push(match number.as_str() {
                None => number.to_string(),
                Some("Infinity") => "numpy.inf".to_owned(),
                Some("-Infinity") => "-numpy.inf".to_owned(),
                Some(_) => "numpy.nan".to_owned(),
            });
        }
        let rows: Vec<String> =
            numbers.chunks(EDGE).map(|row| format!("    [{}],", row.join(", "))).collect();
        let document = json!({
            "zarr_format": 3,
            "node_type": "array",
            "shape": [EDGE, EDGE],
            "data_type": self.data_type(),
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [EDGE, EDGE]}},
            "chunk_key_encoding": {"name": "default"},
            "fill_value": 0,
            "codecs": completed(Value::Array(self.codecs.clone())),
        });
        let document = format!("{document:#}");
        Ok(format!(
            "import pathlib\n\nimport numpy\nimport zarr\n\nfolder = pathlib.Path(\"bench.zarr\")\nfolder.mkdir(exist_ok=True)\n\
             (folder / \"zarr.json\").write_text(r\"\"\"{}\"\"\")\n\
             zarr.open_array(folder, mode=\"r+\")[:] = numpy.array([\n{}\n], dtype=\"{}\")\n\
             print((folder / \"c/0/0\").read_bytes().hex(\" \"))\n",
            escape_json(&document),
            rows.join("\n"),
            self.data_type(),
        ))
    }

    fn decoded(&self) -> Result<ArrayRepresentation, &'static str> {
        let data_type = DataType::from_name(self.data_type()).ok_or("there is no such data type")?;
        let fill_value = Scalar::zero(&data_type);
        Ok(ArrayRepresentation { shape: vec![EDGE as u64; 2], data_type, fill_value })
    }

    pub fn scalar(&self, place: usize) -> Result<Scalar, String> {
        let text = self.numbers.get(place).map_or("", |text| text.trim());
        let value: Value = serde_json::from_str(text).unwrap_or(Value::from(text));
        fill_value::read(&Json::root(&value), &self.decoded()?.data_type)
            .map_err(|fault| format!("{text}: expected {}, found {}", fault.expected, fault.found))
    }

    fn elements(&self) -> Result<Elements, String> {
        let decoded = self.decoded()?;
        let mut bytes = Vec::new();
        for place in 0..EDGE * EDGE {
            self.scalar(place)?.append(&decoded.data_type, &mut bytes);
        }
        Ok(Elements::new(decoded.data_type, bytes))
    }

    fn chain(&self) -> Result<Chain, Box<dyn Error>> {
        let codecs = completed(Value::Array(self.codecs.clone()));
        let codecs = Json::at(&codecs, "/codecs".to_owned()).list("codecs", CodecMetadata::read)?;
        let chain = Chain::build(&codecs, "/codecs", self.decoded()?)?;
        match chain.fault() {
            Some(fault) => Err(fault.clone().into()),
            None => Ok(chain),
        }
    }

    pub fn add(&mut self, row: &CodecRow, selected: usize) -> usize {
        let Ok(decoded) = self.decoded() else { return selected };
        add_codec(&mut self.codecs, row, tried_out(row, &decoded), selected).0
    }

    pub fn flip(&mut self, byte: usize, bit: u8) {
        if !self.flipped.remove(&(byte, bit)) {
            self.flipped.insert((byte, bit));
        }
    }

    pub fn run(&self) -> BenchRun {
        let options = DecodeOptions::default();
        let (elements, chain) = match (self.elements(), self.chain()) {
            (Ok(elements), Ok(chain)) => (elements, chain),
            (Err(reason), _) => return self.refused(reason),
            (_, Err(reason)) => return self.refused(reason.to_string()),
        };
        let forward = Trace::record_encoding(&chain, &elements, &options, KEPT);
        if let Some(fault) = &forward.fault {
            let run = self.refused(format!("{}: {}", fault.stage.codec.name, fault.error));
            return BenchRun { rows: rows(self.first_row(Some(&elements)), &forward, None), ..run };
        }
        let mut stored = forward.stored.clone().unwrap_or_default();
        let mut changed = BTreeSet::new();
        for (place, bit) in &self.flipped {
            if let Some(byte) = stored.get_mut(*place) {
                *byte ^= 1_u8.checked_shl(u32::from(*bit)).unwrap_or(0);
                changed.insert(*place);
            }
        }
        let back = Trace::record(&chain, stored.clone(), &options, KEPT);
        let outcome = match (&back.fault, back.result()) {
            (Some(fault), _) => BenchOutcome::Noticed {
                codec: fault.stage.codec.name.clone(),
                message: fault.error.to_string(),
            },
            (None, Some(result)) => {
                match elements.each().zip(result.each()).filter(|(one, other)| one != other).count() {
                    0 => BenchOutcome::Same,
                    count => BenchOutcome::Different(count),
                }
            }
            (None, None) => BenchOutcome::Refused("nothing came back".to_owned()),
        };
        let rows = rows(self.first_row(Some(&elements)), &forward, Some(&back));
        BenchRun { rows, stored, changed, outcome }
    }

    fn first_row(&self, elements: Option<&Elements>) -> BenchRow {
        let name = format!("{} numbers, {}", EDGE * EDGE, self.data_type());
        BenchRow { name, written: elements.map_or(StageShown::Nothing, listed), read: StageShown::Nothing }
    }

    fn refused(&self, reason: String) -> BenchRun {
        let mut rows = vec![self.first_row(self.elements().ok().as_ref())];
        for codec in &self.codecs {
            let name = codec["name"].as_str().unwrap_or_default().to_owned();
            rows.push(BenchRow { name, written: StageShown::Nothing, read: StageShown::Nothing });
        }
        let outcome = BenchOutcome::Refused(reason);
        BenchRun { rows, stored: Vec::new(), changed: BTreeSet::new(), outcome }
    }
}

/// Where the codec's kind fits. Only one codec turns elements into bytes: a new one replaces it, and the old one is returned.
pub fn add_codec(codecs: &mut Vec<Value>, row: &CodecRow, entry: Value, at: usize) -> (usize, Option<Value>) {
    let mut kinds = Vec::new();
    for codec in &*codecs {
        let name = codec.as_str().or_else(|| codec.get("name")?.as_str()).unwrap_or_default();
        kinds.push(CodecRow::find(name).map(CodecRow::kind));
    }
    let makes_bytes = kinds.iter().position(|kind| *kind == Some(CodecKind::ArrayToBytes));
    if let (CodecKind::ArrayToBytes, Some(place)) = (row.kind(), makes_bytes) {
        return (place, codecs.get_mut(place).map(|old| std::mem::replace(old, entry)));
    }
    // An unknown codec (`None`) may have any kind.
    let last = kinds.iter().rposition(|kind| *kind <= Some(row.kind()));
    let mut place = 0;
    if kinds.get(at) == Some(&Some(row.kind())) {
        place = at + 1;
    } else if let Some(last) = last {
        place = last + 1;
    }
    codecs.insert(place, entry);
    (place, None)
}

/// Read back, a row has what the stage below gives, and the last row has what is stored.
fn rows(numbers: BenchRow, forward: &Trace, back: Option<&Trace>) -> Vec<BenchRow> {
    let read = |codec_index: usize| {
        let Some(back) = back else { return StageShown::Nothing };
        match back.stages.iter().find(|stage| stage.info.codec_index == codec_index) {
            Some(stage) => match shown(&stage.outcome) {
                StageShown::Failed(why) => StageShown::Failed(format!("{}: {why}", stage.info.codec.name)),
                other => other,
            },
            None => match &back.stored {
                Some(stored) => dump(stored),
                None => StageShown::Nothing,
            },
        }
    };
    let mut rows = vec![BenchRow { read: read(0), ..numbers }];
    for stage in &forward.stages {
        rows.push(BenchRow {
            name: in_full(std::slice::from_ref(stage.info.codec.as_ref())),
            written: shown(&stage.outcome),
            read: read(stage.info.codec_index + 1),
        });
    }
    rows
}

fn shown(outcome: &Outcome) -> StageShown {
    match outcome {
        Outcome::Decoded(_, Some(value)) => match value.as_ref() {
            StageValue::Array(elements) => listed(elements),
            StageValue::Bytes(bytes) => dump(bytes),
        },
        Outcome::Decoded(..) | Outcome::NotReached => StageShown::Nothing,
        Outcome::Failed(error) => StageShown::Failed(error.to_string()),
    }
}

fn listed(elements: &Elements) -> StageShown {
    StageShown::Numbers(elements.iter().map(|scalar| scalar.to_string()).collect::<Vec<_>>().join(" "))
}

fn dump(bytes: &[u8]) -> StageShown {
    StageShown::Bytes(bytes.len(), hex(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn bench(codecs: &Value) -> Bench {
        Bench { codecs: codecs.as_array().unwrap().clone(), ..Bench::with(&[]) }
    }

    #[test]
    fn numbers_go_there_and_back() {
        let run = bench(&json!([
            {"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "bytes", "configuration": {"endian": "big"}},
            {"name": "crc32c"}
        ]))
        .run();
        assert_eq!(run.outcome, BenchOutcome::Same);
        let written: Vec<&StageShown> = run.rows.iter().map(|row| &row.written).collect();
        let StageShown::Numbers(transposed) = written[1] else { panic!("{written:?}") };
        assert_eq!(transposed, "1 5 9 13 2 6 10 14 3 7 11 15 4 8 12 16");
        let StageShown::Bytes(32, bytes) = written[2] else { panic!("{written:?}") };
        assert!(bytes.starts_with("00 01 00 05 00 09"), "{bytes}");
        assert!(matches!(written[3], StageShown::Bytes(36, _)), "{written:?}");
        assert_eq!(run.stored.len(), 36);
        // Read back, each row has what it had when it was written.
        for row in &run.rows {
            assert_eq!(row.written, row.read, "{}", row.name);
        }
    }

    #[test]
    fn a_bit_is_noticed_by_a_checksum_and_by_nobody_else() {
        let mut plain = bench(&json!([{"name": "bytes", "configuration": {"endian": "little"}}]));
        plain.flip(0, 1);
        let run = plain.run();
        assert_eq!((run.outcome, run.stored[0]), (BenchOutcome::Different(1), 3));
        assert!(matches!(&run.rows[0].read, StageShown::Numbers(text) if text.starts_with("3 2 3")));
        let mut checked =
            bench(&json!([{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]));
        checked.flip(0, 1);
        let BenchOutcome::Noticed { codec, .. } = checked.run().outcome else {
            panic!("{:?}", checked.run().outcome)
        };
        assert_eq!(codec, "crc32c");
        checked.flip(0, 1);
        assert_eq!(checked.run().outcome, BenchOutcome::Same);
    }

    #[test]
    fn the_numbers_are_filled_as_a_ramp_with_one_number_or_at_random() {
        let mut bench = Bench::with(&[]);
        bench.fill(BenchFill::Constant(6));
        assert_eq!(bench.numbers, vec!["7"; 16]);
        bench.fill(BenchFill::Random(1));
        let random = bench.numbers.clone();
        assert!(random.iter().collect::<BTreeSet<_>>().len() > 8, "{random:?}");
        bench.fill(BenchFill::Random(1));
        assert_eq!(bench.numbers, random);
        bench.fill(BenchFill::Ramp);
        assert_eq!(bench, Bench::with(&[]));
    }

    #[test]
    fn the_python_code_has_the_document_and_the_numbers() {
        let mut bench = bench(&json!([{"name": "bytes", "configuration": {"endian": "big"}}]));
        bench.next_data_type(true);
        bench.numbers[1] = "NaN".to_owned();
        let code = bench.python().unwrap();
        assert!(code.contains("    [1.0, numpy.nan, 3.0, 4.0],\n"), "{code}");
        let document = code.split("\"\"\"").nth(1).unwrap();
        let document: Value = serde_json::from_str(document).unwrap();
        assert_eq!(
            (&document["data_type"], &document["codecs"]),
            (&json!("float64"), &Value::Array(bench.codecs))
        );
        let mut bench = Bench::with(&[]);
        bench.numbers[1] = "x".to_owned();
        assert!(bench.python().unwrap_err().starts_with("x: expected"));
    }

    #[test]
    fn what_cannot_be_stored_says_why() {
        let mut bench = Bench::with(&[]);
        bench.numbers[3] = "70000".to_owned();
        assert!(
            matches!(bench.run().outcome, BenchOutcome::Refused(reason) if reason.starts_with("70000: expected"))
        );
        let bench = super::Bench { codecs: vec![json!({"name": "crc32c"})], ..Bench::with(&[]) };
        assert!(matches!(bench.run().outcome, BenchOutcome::Refused(_)));
        let cast = json!([
            {"name": "cast_value", "configuration": {"data_type": "uint8"}},
            {"name": "bytes"}
        ]);
        let mut bench = self::bench(&cast);
        bench.numbers[0] = "-1".to_owned();
        let run = bench.run();
        assert!(
            matches!(&run.outcome, BenchOutcome::Refused(reason) if reason.starts_with("cast_value: ")),
            "{run:?}"
        );
        assert!(matches!(&run.rows[1].written, StageShown::Failed(_)));
    }

    #[test]
    fn codecs_are_added_where_they_belong() {
        let find = |name: &str| CodecRow::find(name).unwrap();
        let bench = Bench::with(&[find("crc32c"), find("transpose"), find("zstd"), find("scale_offset")]);
        let names: Vec<&str> = bench.codecs.iter().filter_map(|codec| codec["name"].as_str()).collect();
        assert_eq!(names, ["transpose", "scale_offset", "bytes", "crc32c", "zstd"]);
        assert_eq!(bench.run().outcome, BenchOutcome::Same);
    }

    #[test]
    fn every_data_type_and_codec_runs_without_a_panic() {
        for row in crate::codec::CODECS {
            let mut bench = Bench::with(&[row]);
            for _ in 0..DATA_TYPES.len() {
                bench.next_data_type(false);
                bench.flip(2, 7);
                let _ = bench.run();
            }
        }
    }
}
