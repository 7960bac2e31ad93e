//! Which of many are looked at: spread over all of them, and the same ones in every run.

/// Chooses `wanted` of `count` numbers: one of each of as many parts of the same length, at a place within it that differs
/// from part to part, and from one `turn` to the next. At regular steps all of them could lie in one column of a grid.
pub(in super::super) fn spread(count: u64, wanted: u64, turn: u64) -> Vec<u64> {
    if wanted >= count {
        return (0..count).collect();
    }
    let bound = |part: u64| {
        let place = u128::from(part) * u128::from(count) / u128::from(wanted);
        u64::try_from(place).unwrap_or(count)
    };
    let pick = |part: u64| {
        let (start, end) = (bound(part), bound(part + 1));
        start + mixed(part.wrapping_add(turn.wrapping_mul(wanted))) % (end - start).max(1)
    };
    (0..wanted).map(pick).collect()
}

/// A number without a pattern (splitmix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_are_in_order_and_one_of_each_part() {
        assert_eq!(spread(3, 8, 0), [0, 1, 2]);
        assert_eq!(spread(0, 8, 0), Vec::<u64>::new());
        let picks = spread(64, 8, 0);
        let parts: Vec<u64> = picks.iter().map(|pick| pick / 8).collect();
        assert_eq!(parts, [0, 1, 2, 3, 4, 5, 6, 7]);
        let columns: std::collections::BTreeSet<u64> = picks.iter().map(|pick| pick % 8).collect();
        assert!(columns.len() > 2, "{picks:?}");
        assert_ne!(spread(64, 1, 0), spread(64, 1, 1), "the same place in each shard would be none of many");
        assert!(spread(u64::MAX, 3, 7).is_sorted());
    }
}
