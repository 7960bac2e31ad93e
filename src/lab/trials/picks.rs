//! Which of many are looked at: spread over all of them, and the same ones in every run.

/// From so many times what is wanted on, one is chosen of each part; parts of one or two would go along with a grid.
const FEW_TIMES: u64 = 4;

/// Chooses `wanted` of `count` numbers: one of each of as many parts of the same length, at a place within it that differs
/// from part to part, and from one `turn` to the next. At regular steps all of them could lie in one column of a grid. Of few
/// numbers any are chosen, as if they were shuffled.
pub(in super::super) fn spread(count: u64, wanted: u64, turn: u64) -> Vec<u64> {
    if wanted >= count {
        return (0..count).collect();
    }
    if count / wanted.max(1) < FEW_TIMES {
        let mut shuffled: Vec<u64> = (0..count).collect();
        shuffled.sort_by_key(|number| mixed(number ^ mixed(turn)));
        let mut chosen: Vec<u64> =
            shuffled.into_iter().take(usize::try_from(wanted).unwrap_or(usize::MAX)).collect();
        chosen.sort_unstable();
        return chosen;
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
        assert_ne!(spread(64, 1, 0), spread(64, 1, 1), "the same place in each shard would be none of many");
        assert!(spread(u64::MAX, 3, 7).is_sorted());
    }

    #[test]
    fn of_few_every_column_of_a_grid_may_be_chosen() {
        for (count, columns) in [(12, 3), (16, 2), (24, 3), (30, 2), (31, 3)] {
            let picks = spread(count, 8, 0);
            let of: std::collections::BTreeSet<u64> = picks.iter().map(|pick| pick % columns).collect();
            assert!(picks.len() == 8 && picks.is_sorted() && of.len() as u64 > columns / 2, "{picks:?}");
        }
    }
}
