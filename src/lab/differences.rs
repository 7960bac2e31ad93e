use std::ops::Range;

const BLOCK: u64 = 4096;

/// The runs themselves are not kept: the caller has them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    blocks: Vec<u64>,
    size: u64,
}

impl Differences {
    pub fn between(a: &[u8], b: &[u8]) -> Self {
        Self::noted(a.len().max(b.len()) as u64, |range| part(a, &range) != part(b, &range))
    }

    pub fn of(size: u64, differ: impl Fn(u64) -> bool) -> Self {
        Self::noted(size, |mut range| range.any(&differ))
    }

    fn noted(size: u64, differ: impl Fn(Range<u64>) -> bool) -> Self {
        let mut found = Self { blocks: Vec::new(), size };
        for block in 0..size.div_ceil(BLOCK) {
            if differ(found.range(block)) {
                found.blocks.push(block);
            }
        }
        found
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn next(&self, from: u64, differ: impl Fn(u64) -> bool) -> Option<u64> {
        let first = self.blocks.partition_point(|block| *block < from / BLOCK);
        let mut blocks = self.blocks.get(first..).unwrap_or_default().iter();
        blocks.find_map(|block| self.range(*block).find(|at| *at >= from && differ(*at)))
    }

    pub fn previous(&self, before: u64, differ: impl Fn(u64) -> bool) -> Option<u64> {
        let end = self.blocks.partition_point(|block| *block <= before / BLOCK);
        let mut blocks = self.blocks.get(..end).unwrap_or_default().iter().rev();
        blocks.find_map(|block| self.range(*block).rfind(|at| *at < before && differ(*at)))
    }

    fn range(&self, block: u64) -> Range<u64> {
        block * BLOCK..(block + 1).saturating_mul(BLOCK).min(self.size)
    }
}

fn part<'a>(bytes: &'a [u8], range: &Range<u64>) -> &'a [u8] {
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
    bytes.get(place(range.start)..place(range.end)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difference_is_found_in_both_directions() {
        let (mut a, b) = (vec![7_u8; 10_000], vec![7_u8; 9_999]);
        let places = [0, 1, 4095, 4096, 8191, 9_999];
        for place in places.iter().take(5) {
            a[*place] = 8;
        }
        let found = Differences::between(&a, &b);
        let differ = |at: u64| {
            let at = usize::try_from(at).unwrap();
            a.get(at) != b.get(at)
        };
        let mut on = Vec::new();
        while let Some(next) = found.next(on.last().map_or(0, |last| last + 1), differ) {
            on.push(next);
        }
        assert_eq!(on, places.map(|place| place as u64));
        let mut back = vec![10_000];
        while let Some(before) = found.previous(back[back.len() - 1], differ) {
            back.push(before);
        }
        assert_eq!(back, [10_000, 9_999, 8_191, 4_096, 4_095, 1, 0]);
        assert!(
            Differences::between(&b, &b).is_empty() && Differences::default().next(0, |_| true).is_none()
        );
    }
}
