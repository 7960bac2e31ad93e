use std::ops::Range;

pub fn lengths(region: &[Range<u64>]) -> Vec<u64> {
    region.iter().map(|range| range.end - range.start).collect()
}

pub fn starts(region: &[Range<u64>]) -> Vec<u64> {
    region.iter().map(|range| range.start).collect()
}

pub fn common(one: &[Range<u64>], other: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut common = Vec::with_capacity(one.len());
    for (one, other) in one.iter().zip(other) {
        let start = one.start.max(other.start);
        common.push(start..one.end.min(other.end).max(start));
    }
    common
}

pub fn covers(region: &[Range<u64>], wanted: &[Range<u64>]) -> bool {
    let mut along = region.iter().zip(wanted);
    along.all(|(own, wanted)| own.start <= wanted.start && wanted.end <= own.end)
}

/// In coordinates that begin where `origin` begins.
pub fn seen_from(region: &[Range<u64>], origin: &[Range<u64>]) -> Vec<Range<u64>> {
    let mut seen = Vec::with_capacity(region.len());
    for (range, origin) in region.iter().zip(origin) {
        seen.push(range.start.saturating_sub(origin.start)..range.end.saturating_sub(origin.start));
    }
    seen
}

/// Covers all of a grid but the coordinates `held`, which come in C order, each once. Boxes do not overlap.
pub fn boxes_between<'a>(held: impl Iterator<Item = &'a [u64]>, shape: &[u64]) -> Vec<Vec<Range<u64>>> {
    let mut boxes = Vec::new();
    if shape.contains(&0) {
        return boxes;
    }
    // All that begins with the coordinates `of` before an axis, has a range there, and is whole behind it.
    let mut add = |of: &[u64], axis: usize, range: Range<u64>| {
        if range.start >= range.end {
            return;
        }
        let mut found: Vec<Range<u64>> = Vec::with_capacity(shape.len());
        found.extend(of.iter().take(axis).map(|coord| *coord..coord.saturating_add(1)));
        found.push(range);
        found.extend(shape.iter().skip(axis + 1).map(|edge| 0..*edge));
        boxes.push(found);
    };
    let mut before: Option<&[u64]> = None;
    for coords in held {
        let mut from = 0;
        if let Some(before) = before {
            // What lies between the two is what follows the first within its rows, then the rows between, then what comes
            // before the second within its rows.
            let Some(apart) = before.iter().zip(coords).position(|(one, other)| one != other) else {
                continue;
            };
            for (axis, (coord, edge)) in before.iter().zip(shape).enumerate().skip(apart + 1).rev() {
                add(before, axis, coord.saturating_add(1)..*edge);
            }
            for (one, other) in before.iter().zip(coords).skip(apart).take(1) {
                add(before, apart, one.saturating_add(1)..*other);
            }
            from = apart + 1;
        }
        for (axis, coord) in coords.iter().enumerate().skip(from) {
            add(coords, axis, 0..*coord);
        }
        before = Some(coords);
    }
    match before {
        Some(before) => {
            for (axis, (coord, edge)) in before.iter().zip(shape).enumerate().rev() {
                add(before, axis, coord.saturating_add(1)..*edge);
            }
        }
        None => boxes.push(shape.iter().map(|edge| 0..*edge).collect()),
    }
    boxes
}

pub fn product(shape: &[u64]) -> Option<u64> {
    shape.iter().try_fold(1_u64, |size, edge| size.checked_mul(*edge))
}

pub fn linear(coords: &[u64], shape: &[u64]) -> Option<u64> {
    if coords.len() != shape.len() {
        return None;
    }
    let mut index: u64 = 0;
    for (coord, edge) in coords.iter().zip(shape) {
        if coord >= edge {
            return None;
        }
        index = index.checked_mul(*edge)?.checked_add(*coord)?;
    }
    Some(index)
}

pub fn delinear(mut index: u64, shape: &[u64]) -> Vec<u64> {
    let mut coords = vec![0; shape.len()];
    for (coord, edge) in coords.iter_mut().zip(shape).rev() {
        *coord = index % (*edge).max(1);
        index /= (*edge).max(1);
    }
    coords
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_within_another() {
        let (one, other) = ([2..7, 0..4], [5..9, 1..3]);
        let both = common(&one, &other);
        assert_eq!(both, [5..7, 1..3]);
        assert_eq!((lengths(&both), starts(&both)), (vec![2, 2], vec![5, 1]));
        assert_eq!(seen_from(&both, &one), [3..5, 1..3]);
        assert_eq!(seen_from(&both, &other), [0..2, 0..2]);
    }

    #[test]
    fn boxes_that_do_not_meet_have_an_empty_range() {
        let (one, other) = (0..2, 5..9);
        assert!(common(&[one], &[other])[0].is_empty());
    }

    #[test]
    fn boxes_between_coordinates_hold_every_other_one_once() {
        let shape = [3, 2, 4];
        for held in [vec![], vec![0], vec![23], vec![0, 23], vec![5, 6, 13], (0..24).collect()] {
            let coords: Vec<Vec<u64>> = held.iter().map(|number| delinear(*number, &shape)).collect();
            let boxes = boxes_between(coords.iter().map(Vec::as_slice), &shape);
            for number in 0..24 {
                let own = delinear(number, &shape);
                let holds =
                    |found: &&Vec<Range<u64>>| found.iter().zip(&own).all(|(range, at)| range.contains(at));
                let count = boxes.iter().filter(holds).count();
                assert_eq!(count, usize::from(!held.contains(&number)), "{held:?}: {number}");
            }
        }
        let rows = boxes_between([&[1, 1, 0][..]].into_iter(), &[9, 2, 1]);
        assert_eq!(rows, [vec![0..1, 0..2, 0..1], vec![1..2, 0..1, 0..1], vec![2..9, 0..2, 0..1]]);
        assert_eq!(boxes_between([].into_iter(), &[]), [vec![]]);
        assert!(boxes_between([&[][..]].into_iter(), &[]).is_empty());
        assert!(boxes_between([].into_iter(), &[0, 3]).is_empty());
    }

    #[test]
    fn numbers_in_c_order_and_back() {
        assert_eq!(linear(&[2, 10, 100], &[5, 20, 400]), Some(20_100));
        assert_eq!(delinear(20_100, &[5, 20, 400]), [2, 10, 100]);
        assert_eq!((linear(&[], &[]), delinear(0, &[])), (Some(0), vec![]));
        assert_eq!(linear(&[5, 0], &[5, 20]), None);
    }
}
