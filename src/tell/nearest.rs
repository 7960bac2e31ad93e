//! What was meant, where fingers slipped.

/// The words that are nearest to one that is none of them: those that a slip of the fingers makes it, at most three.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted: Vec<char> = word.to_lowercase().chars().take(LONGEST).collect();
    let most = if wanted.len() > 4 { 2 } else { 1 };
    let letters = |name: &str| name.to_lowercase().chars().take(LONGEST + most + 1).collect::<Vec<_>>();
    // A name that is much longer or shorter is not worth comparing.
    let about_as_long = |name: &&str| name.chars().take(LONGEST + 3).count().abs_diff(wanted.len()) <= most;
    let mut near: Vec<(usize, &str)> = known
        .filter(about_as_long)
        .map(|name| (distance(&wanted, &letters(name)), name))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|(_, name)| name).take(3).collect()
}

/// The most letters that are looked at.
const LONGEST: usize = 40;

/// How many letters have to be put in, taken out, changed, or exchanged with the one beside.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for (line, a) in one.iter().enumerate() {
        let mut row = vec![line + 1];
        for (column, b) in other.iter().enumerate() {
            let at = |up: usize, back: usize| {
                let row = rows.get((line + 1).checked_sub(up)?)?;
                row.get((column + 1).checked_sub(back)?).copied()
            };
            let left = row.last().map(|left| left + 1);
            let is_turned = |other: &[char]| {
                let pair = |of: &[char], at: usize| Some((*of.get(at.checked_sub(1)?)?, *of.get(at)?));
                pair(one, line).zip(pair(other, column)).is_some_and(|((a, b), (c, d))| (a, b) == (d, c))
            };
            let turned = if is_turned(other) { at(2, 2).map(|way| way + 1) } else { None };
            let ways =
                [at(1, 1).map(|way| way + usize::from(a != b)), at(1, 0).map(|way| way + 1), left, turned];
            row.push(ways.into_iter().flatten().min().unwrap_or(0));
        }
        rows.push(row);
    }
    rows.last().and_then(|row| row.last()).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_fingers_is_put_right() {
        let near = |word| nearest(word, ["tas", "time", "temperature", "Tau"].into_iter());
        assert_eq!(near("tsa"), ["tas"]);
        assert_eq!(near("ta"), ["Tau", "tas"]);
        assert_eq!(near("temprature"), ["temperature"]);
        assert_eq!(near("tmie"), ["time"]);
        assert_eq!(near("elephant"), Vec::<&str>::new());
        assert_eq!(nearest("exlpain", ["explain", "info"].into_iter()), ["explain"]);
    }
}
