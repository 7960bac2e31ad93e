use super::CodecError;
use crate::metadata::delinear;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    count: u64,
    first: Option<(u64, String)>,
    bits: Vec<u64>,
}

const WORD: u64 = u64::BITS as u64;

impl Marks {
    pub(super) fn mark(&mut self, index: u64, size: Option<usize>, reason: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.is_none() {
            self.first = Some((index, reason()));
        }
        let Some(size) = size else { return };
        if self.bits.is_empty() {
            self.bits = vec![0; size.div_ceil(u64::BITS as usize)];
        }
        if let Some(word) = usize::try_from(index / WORD).ok().and_then(|word| self.bits.get_mut(word)) {
            *word |= 1 << (index % WORD);
        }
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn contains(&self, index: u64) -> bool {
        let word = usize::try_from(index / WORD).ok().and_then(|word| self.bits.get(word));
        word.is_some_and(|word| word >> (index % WORD) & 1 == 1)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        let bits = |word: u64| (0..WORD).filter(move |bit| word >> bit & 1 == 1);
        self.bits.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(move |(place, word)| {
            bits(*word).map(move |bit| (place as u64).saturating_mul(WORD) + bit)
        })
    }

    pub(super) fn error(&self, shape: &[u64]) -> Option<CodecError> {
        let (index, reason) = self.first.clone()?;
        let coords = delinear(index, shape);
        Some(CodecError::Element { coords, count: self.count, reason, in_array: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_elements_are_found_again_in_both_directions() {
        let mut marks = Marks::default();
        for index in [3, 63, 64, 200] {
            marks.mark(index, Some(201), || format!("number {index}"));
        }
        assert_eq!(marks.iter().collect::<Vec<_>>(), [3, 63, 64, 200]);
        assert_eq!(marks.iter().rev().collect::<Vec<_>>(), [200, 64, 63, 3]);
        assert!(marks.contains(64) && !marks.contains(65) && !marks.contains(100_000));
        assert_eq!(marks.count(), 4);
        let error = marks.error(&[3, 67]).unwrap();
        assert_eq!(error.to_string(), "element (0, 3), the first of 4: number 3");
    }

    #[test]
    fn nothing_is_kept_of_them_where_only_their_number_counts() {
        let mut marks = Marks::default();
        marks.mark(7, None, || "seven".to_owned());
        assert_eq!((marks.count(), marks.contains(7)), (1, false));
        assert_eq!(marks.error(&[8]).unwrap().to_string(), "element (7): seven");
    }
}
