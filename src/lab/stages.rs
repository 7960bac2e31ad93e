use super::sides::Sides;
use crate::codec::{Outcome, Representation, StageTrace, Value};
use crate::limits::TRACE_BYTES;
use crate::metadata::{Elements, delinear};
use crate::pipeline::{ChunkTrace, State};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkComparison {
    /// The stored bytes, then what each stage decodes to. A stage of both chains has one row.
    pub stages: Vec<StageComparison>,
    /// `None` where both chunks are the same, differ in their elements already, or are encoded by different chains.
    pub begins: Option<String>,
    pub same_chain: bool,
    /// Bytes of chunks of other shapes belong to other elements.
    pub same_shape: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageComparison {
    /// The name, and the position in `codecs`; `None` for the stored bytes, and where a side has no such stage.
    pub codecs: Sides<Option<(String, usize)>>,
    pub nbytes: Sides<Option<u64>>,
    pub gaps: Option<ByteGaps>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ByteGaps {
    /// Bytes that only the longer side has differ too.
    pub differ: u64,
    pub first: Option<u64>,
    /// The element of the first byte that differs, where both sides have one there.
    pub element: Option<Vec<u64>>,
}

impl StageComparison {
    pub fn is_equal(&self) -> bool {
        self.gaps.as_ref().is_some_and(|gaps| gaps.differ == 0)
    }

    pub fn is_stored(&self) -> bool {
        self.codecs.a.is_none() && self.codecs.b.is_none()
    }
}

/// Reads nothing: what was not kept in the traces is not compared.
pub fn compare(a: &ChunkTrace, b: &ChunkTrace) -> ChunkComparison {
    let chains = Sides { a: a.chain().meaning(), b: b.chain().meaning() };
    let same_chain = chains.are_same() && a.stages().len() == b.stages().len();
    let stored = Sides { a, b }.map(|trace| trace.trace.stored.as_deref());
    let gaps = match (stored.a, stored.b) {
        (Some(a), Some(b)) => Some(ByteGaps::between(a, b)),
        _ => None,
    };
    let nbytes = stored.map(|bytes| Some(bytes?.len() as u64));
    let mut stages = vec![StageComparison { codecs: Sides::default(), nbytes, gaps }];
    stages.extend(pairs(a, b, same_chain).into_iter().map(|(a, b)| compare_stage(a, b)));
    // Chains that end in different codecs have their last stages in two rows: one more is for the elements of both.
    let has_both = stages.last().is_some_and(|row| row.codecs.a.is_some() && row.codecs.b.is_some());
    if !has_both && let (Some(one), Some(other)) = (a.stages().last(), b.stages().last()) {
        stages.push(compare_stage(Some(one), Some(other)));
    }
    let are_stored = [a, b].iter().all(|trace| matches!(trace.state, State::Stored(_)));
    // The elements of a missing chunk are the fill value.
    let limit = TRACE_BYTES as u64 / 2;
    if !are_stored
        && let Some(last) = stages.last_mut()
        && last.codecs.a.is_some()
        && last.codecs.b.is_some()
        && let (Some(one), Some(other)) = (a.elements(limit), b.elements(limit))
    {
        let nbytes = |elements: &Elements| Some(elements.visible_bytes().len() as u64);
        last.nbytes = Sides { a: nbytes(&one), b: nbytes(&other) };
        last.gaps = Some(ByteGaps::of_elements(&one, &other, &a.decoded.shape));
    }
    let begins = if same_chain && are_stored { begins(&stages) } else { None };
    ChunkComparison { stages, begins, same_chain, same_shape: a.decoded.shape == b.decoded.shape }
}

/// Stages of the same codec share a row, counted from the elements.
fn pairs<'a>(
    a: &'a ChunkTrace,
    b: &'a ChunkTrace,
    same: bool,
) -> Vec<(Option<&'a StageTrace>, Option<&'a StageTrace>)> {
    let one = a.stages();
    let other = b.stages();
    if same {
        return one.iter().zip(other).map(|(a, b)| (Some(a), Some(b))).collect();
    }
    // Both go from the elements backwards, and the rows are turned round at the end.
    let mut rows = Vec::new();
    let mut rest = other.iter().rev();
    for stage in one.iter().rev() {
        let name = name(stage);
        let mut ahead = rest.clone();
        let Some(place) = ahead.position(|other| self::name(other) == name) else {
            rows.push((Some(stage), None));
            continue;
        };
        rows.extend(rest.by_ref().take(place).map(|own| (None, Some(own))));
        rows.push((Some(stage), rest.next()));
    }
    rows.extend(rest.map(|own| (None, Some(own))));
    rows.reverse();
    rows
}

fn name(stage: &StageTrace) -> &str {
    match stage.info.row() {
        Some(row) => row.same_as,
        None => &stage.info.codec.name,
    }
}

fn compare_stage(a: Option<&StageTrace>, b: Option<&StageTrace>) -> StageComparison {
    let sides = Sides { a, b };
    let codecs = sides.map(|stage| Some((stage?.info.codec.name.clone(), stage?.info.codec_index)));
    let nbytes = sides.map(|stage| match stage?.outcome {
        Outcome::Decoded(nbytes, _) => Some(nbytes),
        Outcome::Failed(_) | Outcome::NotReached => None,
    });
    let values = sides.map(|stage| match &stage?.outcome {
        Outcome::Decoded(_, value) => value.as_deref(),
        Outcome::Failed(_) | Outcome::NotReached => None,
    });
    let gaps = match (values.a, values.b) {
        (Some(Value::Array(one)), Some(Value::Array(other)))
            if let Some(stage) = a
                && let Representation::Array(array) = &stage.info.decoded =>
        {
            Some(ByteGaps::of_elements(one, other, &array.shape))
        }
        (Some(one), Some(other)) => Some(ByteGaps::between(one.visible_bytes(), other.visible_bytes())),
        _ => None,
    };
    StageComparison { codecs, nbytes, gaps }
}

impl ByteGaps {
    pub fn between(a: &[u8], b: &[u8]) -> Self {
        if a == b {
            return Self::default();
        }
        let common = a.len().min(b.len());
        let differ = a.iter().zip(b).filter(|(one, other)| one != other).count();
        let first = a.iter().zip(b).position(|(one, other)| one != other).unwrap_or(common);
        Self { differ: (differ + a.len().abs_diff(b.len())) as u64, first: Some(first as u64), element: None }
    }

    fn of_elements(one: &Elements, other: &Elements, shape: &[u64]) -> Self {
        let mut gaps = Self::between(one.visible_bytes(), other.visible_bytes());
        let data_type = one.data_type();
        if let Some(first) = gaps.first
            && data_type == other.data_type()
            && !data_type.is_variable()
        {
            gaps.element = Some(delinear(first / (data_type.nbytes() as u64).max(1), shape));
        }
        gaps
    }
}

fn begins(stages: &[StageComparison]) -> Option<String> {
    // Backwards is the way of encoding: each row is what goes into its codec, and the row before it what comes out.
    for (before, after) in stages.iter().rev().zip(stages.iter().rev().skip(1)) {
        if !before.is_equal() {
            return None;
        }
        if !after.is_equal() {
            let (name, _) = before.codecs.a.as_ref()?;
            return Some(name.clone());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::fixture::array;

    fn trace(codecs: &str, stored: &[u8]) -> ChunkTrace {
        let array = array(&[2, 2], &[2, 2], codecs, [("0.0".to_owned(), stored.to_vec())]);
        array.trace_within(&vec![0, 0].into(), &crate::codec::DecodeOptions::default(), usize::MAX).unwrap()
    }

    const TRANSPOSED: &str = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes"]"#;

    #[test]
    fn the_first_byte_that_differs_is_in_another_place_in_front_of_a_codec() {
        let found = compare(&trace(TRANSPOSED, &[1, 2, 3, 4]), &trace(TRANSPOSED, &[1, 9, 3, 4]));
        let firsts: Vec<Option<u64>> = found.stages.iter().map(|stage| stage.gaps.clone()?.first).collect();
        assert_eq!(firsts, [Some(1), Some(1), Some(2)]);
        assert_eq!(found.stages[2].gaps.as_ref().unwrap().element, Some(vec![1, 0]));
        assert_eq!((found.same_chain, found.begins), (true, None));
    }

    #[test]
    fn stages_of_the_same_codec_are_in_one_row() {
        let found = compare(
            &trace(TRANSPOSED, &[1, 3, 2, 4]),
            &trace(r#"["bytes", "crc32c"]"#, &[1, 2, 3, 4, 0xf4, 0x8c, 0x30, 0x29]),
        );
        let rows: Vec<Sides<Option<&str>>> = found
            .stages
            .iter()
            .map(|stage| stage.codecs.as_ref().map(|codec| codec.as_ref().map(|(name, _)| name.as_str())))
            .collect();
        let row = |a, b| Sides { a, b };
        assert_eq!(
            rows,
            [
                row(None, None),
                row(None, Some("crc32c")),
                row(Some("bytes"), Some("bytes")),
                row(Some("transpose"), None),
                // The elements of both.
                row(Some("transpose"), Some("bytes"))
            ]
        );
        assert!(!found.same_chain && found.stages[3].gaps.is_none());
        assert!(found.stages[4].is_equal());
    }

    #[test]
    fn a_missing_chunk_is_its_fill_value() {
        let (zeros, others) = (trace("[\"bytes\"]", &[0; 4]), trace("[\"bytes\"]", &[0, 0, 7, 0]));
        let mut missing = trace("[\"bytes\"]", &[0; 4]);
        missing.state = State::Missing;
        (missing.trace.stored, missing.trace.stages[0].outcome) = (None, Outcome::NotReached);
        let last = |other: &ChunkTrace| compare(&missing, other).stages[1].gaps.clone().unwrap();
        assert_eq!(last(&zeros), ByteGaps::default());
        assert_eq!(last(&others), ByteGaps { differ: 1, first: Some(2), element: Some(vec![1, 0]) });
        assert_eq!(compare(&missing, &zeros).begins, None, "nothing is encoded on one side");
    }

    #[test]
    fn bytes_that_only_one_side_has_differ() {
        let gaps = |a: &[u8], b: &[u8]| ByteGaps::between(a, b);
        assert_eq!(gaps(b"abc", b"abcd"), ByteGaps { differ: 1, first: Some(3), element: None });
        assert_eq!(gaps(b"", b""), ByteGaps::default());
    }
}
