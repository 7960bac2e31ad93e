use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Range;

use super::{ByteSource, Slice, StoreError};

/// The most bytes that are read together: worth much more than a request, and little to hold for each thread.
const TOGETHER: u64 = 4 << 20;
const HELD: u64 = 8 << 20;

/// A source whose ranges near each other are read by one request, when the first of them is wanted.
pub struct JoinedRanges<'a> {
    source: &'a dyn ByteSource,
    spans: Vec<Range<u64>>,
    read: RefCell<ReadSpans>,
}

#[derive(Default)]
struct ReadSpans {
    /// No span is read twice: after it was let go, its ranges are read one by one.
    begun: Vec<bool>,
    held: VecDeque<(usize, Vec<u8>)>,
}

impl<'a> JoinedRanges<'a> {
    pub fn new(source: &'a dyn ByteSource, wanted: impl Iterator<Item = Range<u64>>) -> Self {
        let gap = source.joined_gap();
        // Without a gap nothing can be joined.
        let mut spans = if gap == 0 { Vec::new() } else { spans(wanted, source.nbytes(), gap) };
        // A range without neighbours is read when it is wanted.
        spans.retain(|(_, is_joined)| *is_joined);
        let spans: Vec<_> = spans.into_iter().map(|(span, _)| span).collect();
        let read = ReadSpans { begun: vec![false; spans.len()], held: VecDeque::new() };
        Self { source, spans, read: RefCell::new(read) }
    }

    /// What is read of a source for these ranges, each at one time.
    pub fn reads(source: &dyn ByteSource, wanted: impl Iterator<Item = Range<u64>>) -> Vec<Range<u64>> {
        spans(wanted, source.nbytes(), source.joined_gap()).into_iter().map(|(span, _)| span).collect()
    }

    fn joined(&self, wanted: &Range<u64>) -> Result<Option<Vec<u8>>, StoreError> {
        let after = self.spans.partition_point(|span| span.start <= wanted.start);
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let span = match self.spans.get(number) {
            Some(span) if wanted.end <= span.end => span,
            _ => return Ok(None),
        };
        let mut read = self.read.borrow_mut();
        if let Some(begun) = read.begun.get_mut(number)
            && !*begun
        {
            *begun = true;
            let bytes = self.source.read_range(span.start, span.end - span.start)?.into_owned();
            read.held.push_back((number, bytes));
            // The oldest are let go.
            while read.held.len() > 1 && read.held.iter().map(|(_, own)| own.len() as u64).sum::<u64>() > HELD
            {
                read.held.pop_front();
            }
        }
        let Some((_, bytes)) = read.held.iter().find(|(own, _)| *own == number) else { return Ok(None) };
        Ok(Some(Slice(bytes).range(wanted.start - span.start, wanted.end - wanted.start)?.to_vec()))
    }
}

/// Ranges with smaller gaps are read together, up to a limit; and whether a span is of more than one. Without a gap nothing is.
fn spans(wanted: impl Iterator<Item = Range<u64>>, nbytes: u64, gap: u64) -> Vec<(Range<u64>, bool)> {
    let mut wanted: Vec<Range<u64>> = wanted.filter(|own| !own.is_empty() && own.end <= nbytes).collect();
    wanted.sort_unstable_by_key(|range| (range.start, range.end));
    let mut spans: Vec<(Range<u64>, bool)> = Vec::new();
    for range in wanted {
        if gap > 0
            && let Some((last, is_joined)) = spans.last_mut()
        {
            let end = last.end.max(range.end);
            if range.start < last.end.saturating_add(gap) && end - last.start <= TOGETHER {
                last.end = end;
                *is_joined = true;
                continue;
            }
            if range.start < last.end {
                continue;
            }
        }
        spans.push((range, false));
    }
    spans
}

impl ByteSource for JoinedRanges<'_> {
    fn nbytes(&self) -> u64 {
        self.source.nbytes()
    }

    fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
        if let Some(end) = offset.checked_add(nbytes)
            && let Some(bytes) = self.joined(&(offset..end))?
        {
            return Ok(Cow::Owned(bytes));
        }
        self.source.read_range(offset, nbytes)
    }

    fn joined_gap(&self) -> u64 {
        self.source.joined_gap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes behind requests, which are counted.
    struct Requests {
        bytes: Vec<u8>,
        asked: RefCell<Vec<Range<u64>>>,
    }

    impl ByteSource for Requests {
        fn nbytes(&self) -> u64 {
            self.bytes.len() as u64
        }

        fn read_range(&self, offset: u64, nbytes: u64) -> Result<Cow<'_, [u8]>, StoreError> {
            self.asked.borrow_mut().push(offset..offset.saturating_add(nbytes));
            Slice(&self.bytes).range(offset, nbytes).map(Cow::Borrowed)
        }

        fn joined_gap(&self) -> u64 {
            10
        }
    }

    fn requests(nbytes: usize) -> Requests {
        Requests { bytes: (0..=255).cycle().take(nbytes).collect(), asked: RefCell::default() }
    }

    /// Reads ranges in their order, compares each with the bytes that are there, and gives what was asked for.
    fn asked(nbytes: usize, ranges: &[Range<u64>]) -> Vec<Range<u64>> {
        let source = requests(nbytes);
        let joined = JoinedRanges::new(&source, ranges.iter().cloned());
        for range in ranges {
            let found = joined.read_range(range.start, range.end - range.start).unwrap();
            let [start, end] = [range.start, range.end].map(|place| usize::try_from(place).unwrap());
            assert_eq!(found.as_ref(), &source.bytes[start..end], "{range:?}");
        }
        source.asked.into_inner()
    }

    #[test]
    fn near_ranges_are_one_request_and_far_ones_are_their_own() {
        assert_eq!(asked(100, &[20..25, 0..5, 14..16, 80..90]), [0..25, 80..90]);
        assert_eq!(asked(100, &[0..5, 15..20]), [0..5, 15..20], "ten bytes between them");
        assert_eq!(asked(100, &[0..5, 14..20, 50..51]), [0..20, 50..51]);
    }

    #[test]
    fn ranges_that_overlap_are_read_once() {
        assert_eq!(asked(100, &[0..50, 10..20, 0..50, 40..60, 90..91]), [0..60, 90..91]);
    }

    #[test]
    fn not_too_much_is_read_at_once_and_nothing_twice_together() {
        let each = TOGETHER / 2;
        let four: Vec<Range<u64>> = (0..4).map(|number| number * each..(number + 1) * each).collect();
        let nbytes = usize::try_from(each * 8).unwrap();
        assert_eq!(asked(nbytes, &four), [0..each * 2, each * 2..each * 4]);
        // Three spans, of which two are held: what was let go is asked for by itself.
        let six: Vec<Range<u64>> = [0, 2, 4, 1, 3, 5].map(|number| number * each..(number + 1) * each).into();
        let found = asked(nbytes, &six);
        assert_eq!(found, [0..each * 2, each * 2..each * 4, each * 4..each * 6, each..each * 2]);
    }

    #[test]
    fn what_lies_outside_is_an_error_of_its_own() {
        let source = requests(30);
        let joined = JoinedRanges::new(&source, [0..5, 8..40, 9..12].into_iter());
        assert_eq!(joined.read_range(9, 3).unwrap().as_ref(), [9, 10, 11]);
        assert_eq!(joined.read_range(8, 32), Err(StoreError::OutOfRange { offset: 8, nbytes: 32, end: 30 }));
        assert_eq!(joined.read_range(u64::MAX, 2).map_err(|_| ()), Err(()));
    }
}
