use std::time::{Duration, Instant};

use super::number::{NumberReader, NumberType, ReadNumbers, element};
use super::{Array, ChunkAddress, ChunkTrace, Fault, Overhang, State, bins::Countable};
use crate::codec::{DecodeOptions, Silent, Statistics, recycle};
use crate::metadata::{Elements, Scalar};
use crate::store::{ByteSource, Slice};

/// Numbers are looked at in blocks that stay in the processor's first cache.
const BLOCK: usize = 1024;
/// Ample for the bytes of an inner chunk's stages, because only small chunks are decoded unasked.
const KEPT: usize = 64 << 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkNumbers {
    pub elements: u64,
    pub nan: u64,
    /// The least and the greatest of the others, also infinite ones; `None` where there are none, or they have no order.
    pub range: Option<[Scalar; 2]>,
    pub decoded_nbytes: u64,
    pub time: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgedChunk {
    pub verdict: ChunkVerdict,
    pub numbers: Option<ChunkNumbers>,
}

impl ChunkNumbers {
    /// `None` where a trace does not tell all: the chunk is missing, does not decode, or is too large.
    pub fn of_trace(trace: &ChunkTrace, statistics: &Statistics) -> Option<Self> {
        let counted = statistics.elements.as_ref()?;
        let is_whole = counted.looked_at.saturating_add(counted.overhang) >= counted.size;
        if !is_whole || trace.state == State::Missing || trace.trace.fault.is_some() {
            return None;
        }
        Some(Self {
            elements: counted.looked_at,
            nan: counted.nan,
            range: counted.range.clone().map(|(least, greatest)| [least, greatest]),
            decoded_nbytes: statistics.nbytes,
            time: trace.elapsed(),
        })
    }

    fn count(elements: &Elements, overhang: Option<&Overhang>, time: Duration) -> Self {
        let decoded_nbytes = elements.visible_bytes().len() as u64;
        let data_type = elements.data_type();
        let is_used = |index: u64| overhang.is_none_or(|overhang| !overhang.is_past(index));
        let used = || (0..).zip(elements.each()).filter(|(index, _)| is_used(*index)).map(|(_, own)| own);
        let Some(of) = NumberType::of(data_type) else {
            let mut size = 0;
            let mut nan = 0;
            for own in used() {
                size += 1;
                if let Some(Scalar::Complex(parts)) = data_type.scalar(own) {
                    nan += u64::from(parts.iter().any(|part| part.value().is_nan()));
                }
            }
            return Self { elements: size, nan, range: None, decoded_nbytes, time };
        };
        let packed: Vec<u8>;
        let bytes = match overhang {
            None => elements.bytes(),
            Some(_) => {
                packed = used().flatten().copied().collect();
                &packed
            }
        };
        let (size, nan, range) = match NumberReader::of(of) {
            NumberReader::Signed(read) => extremes(of, &read, of.none(), bytes),
            NumberReader::Unsigned(read) => extremes(of, &read, None, bytes),
            NumberReader::Real(read) => extremes(of, &read, None, bytes),
        };
        Self { elements: size, nan, range, decoded_nbytes, time }
    }
}

fn extremes<L: Countable>(
    of: NumberType,
    read: &ReadNumbers<L>,
    none: Option<L>,
    bytes: &[u8],
) -> (u64, u64, Option<[Scalar; 2]>) {
    let mut size = 0;
    let mut nan = 0;
    let mut range: Option<(L, L)> = None;
    let mut numbers = Vec::with_capacity(BLOCK);
    for block in bytes.chunks(BLOCK * read.nbytes.max(1)) {
        numbers.clear();
        read.read(block, &mut numbers);
        size += numbers.len() as u64;
        for number in numbers.iter().copied() {
            if Some(number) == none || number.real().is_nan() {
                nan += 1;
                continue;
            }
            let (least, greatest) = range.unwrap_or((number, number));
            range = Some((
                if number < least { number } else { least },
                if number > greatest { number } else { greatest },
            ));
        }
    }
    let scalar = |number: L| element(of, number.whole(), number.real());
    (size, nan, range.and_then(|(least, greatest)| Some([scalar(least)?, scalar(greatest)?])))
}

type Judged = Result<Option<JudgedChunk>, Fault>;

#[doc(hidden)]
impl Array {
    pub fn judge_numbers(&self, address: &ChunkAddress, options: &DecodeOptions) -> Option<JudgedChunk> {
        let judged = if address.is_inner() {
            self.judge_inner(address, options)
        } else {
            self.judge_whole(address, options)
        };
        match judged {
            Ok(judged) => judged,
            Err(fault) if fault.is_unknown() => {
                Some(JudgedChunk { verdict: ChunkVerdict::Unknown, numbers: None })
            }
            Err(_) => Some(JudgedChunk { verdict: ChunkVerdict::Faulty, numbers: None }),
        }
    }

    fn judge_whole(&self, address: &ChunkAddress, options: &DecodeOptions) -> Judged {
        let chain = self.chain_at(&address.chunk)?;
        let Some(file) = self.open_whole(&chain, &address.chunk, options)? else { return Ok(None) };
        let stored = file.read_all()?;
        let start = Instant::now();
        let decoded = chain.decode(&Slice(&stored), options, &mut Silent);
        let time = start.elapsed();
        let elements = decoded.map_err(|fault| self.placed(address, &chain, fault))?;
        let mut judged = self.counted(address, &elements, time);
        recycle(elements);
        if judged.verdict == ChunkVerdict::Sound
            && let Some(inner) = self.missing_in(&chain, &Slice(&stored), &address.chunk, options)?
            && inner.missing > 0
        {
            judged.verdict = ChunkVerdict::PartlyFilled;
        }
        Ok(Some(judged))
    }

    fn judge_inner(&self, address: &ChunkAddress, options: &DecodeOptions) -> Judged {
        let trace = self.trace_within(address, options, KEPT)?;
        if let Some(fault) = &trace.trace.fault {
            return Err(fault.clone().into());
        }
        if let Some(elements) = trace.trace.result() {
            return Ok(Some(self.counted(address, elements, trace.elapsed())));
        }
        if trace.state == State::Missing {
            return Ok(None);
        }
        Ok(Some(JudgedChunk { verdict: ChunkVerdict::Faulty, numbers: None }))
    }

    fn counted(&self, address: &ChunkAddress, elements: &Elements, time: Duration) -> JudgedChunk {
        let numbers = ChunkNumbers::count(elements, self.overhang(address).as_ref(), time);
        JudgedChunk { verdict: self.verdict(address, elements), numbers: Some(numbers) }
    }

    pub fn judge(&self, coords: &[u64], options: &DecodeOptions) -> Result<Option<ChunkVerdict>, Fault> {
        let Some(elements) = self.decode(coords, options)? else { return Ok(None) };
        Ok(Some(self.verdict(&coords.into(), &elements)))
    }

    pub(super) fn verdict(&self, address: &ChunkAddress, elements: &Elements) -> ChunkVerdict {
        let Some(fill) = self.defined_fill() else { return ChunkVerdict::Sound };
        if elements.size() == 0 {
            return ChunkVerdict::Sound;
        }
        let fill = fill.bytes(elements.data_type());
        let overhang = self.overhang(address);
        let is_past = |index| overhang.as_ref().is_some_and(|overhang| overhang.is_past(index));
        let is_all_fill = (0..).zip(elements.each()).all(|(index, own)| own == fill || is_past(index));
        if is_all_fill { ChunkVerdict::AllFill } else { ChunkVerdict::Sound }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkVerdict {
    Sound,
    AllFill,
    PartlyFilled,
    Doubtful,
    Faulty,
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::{DataType, delinear};

    fn elements(data_type: &str, bytes: impl IntoIterator<Item = Vec<u8>>) -> Elements {
        Elements::new(DataType::from_name(data_type).unwrap(), bytes.into_iter().flatten().collect())
    }

    fn shown(elements: &Elements, overhang: Option<&Overhang>) -> (u64, u64, Option<[String; 2]>) {
        let counted = ChunkNumbers::count(elements, overhang, Duration::ZERO);
        (counted.elements, counted.nan, counted.range.map(|range| range.map(|own| own.to_string())))
    }

    fn ends(least: &str, greatest: &str) -> [String; 2] {
        [least.to_owned(), greatest.to_owned()]
    }

    #[test]
    fn the_least_and_the_greatest_are_those_of_numpy_without_nan() {
        let floats = [2.5_f32, f32::NAN, -1.0, 7.25].map(|own| own.to_le_bytes().to_vec());
        assert_eq!(shown(&elements("float32", floats), None), (4, 1, Some(ends("-1.0", "7.25"))));
        let infinite = [1.0_f64, f64::NEG_INFINITY].map(|own| own.to_le_bytes().to_vec());
        assert_eq!(shown(&elements("float64", infinite), None), (2, 0, Some(ends("-Infinity", "1.0"))));
        let large = [u64::MAX, 3].map(|own| own.to_le_bytes().to_vec());
        assert_eq!(shown(&elements("uint64", large), None), (2, 0, Some(ends("3", "18446744073709551615"))));
        let small = [-128_i8, 127].map(|own| own.to_le_bytes().to_vec());
        assert_eq!(shown(&elements("int8", small), None), (2, 0, Some(ends("-128", "127"))));
    }

    #[test]
    fn what_is_all_nan_or_has_no_order_has_no_least() {
        let nan = [f64::NAN, f64::NAN].map(|own| own.to_le_bytes().to_vec());
        assert_eq!(shown(&elements("float64", nan), None), (2, 2, None));
        let complex = [f32::NAN, 1.0, 2.0, 3.0].map(|own| own.to_le_bytes().to_vec());
        assert_eq!(shown(&elements("complex64", complex), None), (2, 1, None));
        let texts = Elements::variable(DataType::from_name("string").unwrap(), [&b"b"[..], b"a"]);
        assert_eq!(shown(&texts, None), (2, 0, None));
    }

    #[test]
    fn overhang_is_not_counted() {
        // A chunk of 2×3 elements, of which the last column lies past the array.
        let overhang = Overhang { shape: vec![2, 3], used: vec![0..2, 0..2], origin: vec![0, 0] };
        assert_eq!(delinear(2, &overhang.shape), [0, 2]);
        let bytes = [[5_u8], [6], [0], [7], [8], [255]].map(|own| own.to_vec());
        assert_eq!(shown(&elements("uint8", bytes), Some(&overhang)), (4, 0, Some(ends("5", "8"))));
    }
}
