const LONGEST: usize = 40;

/// At most three known words that a slip of the fingers may have turned into this one, the nearest first.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted: Vec<char> = word.to_lowercase().chars().take(LONGEST).collect();
    let most = if wanted.len() > 4 { 2 } else { 1 };
    let mut near: Vec<(usize, &str)> = Vec::new();
    let lower = word.to_lowercase();
    for name in known {
        // Who writes the beginning of a name has not made a slip.
        if lower.len() > 3 && name.to_lowercase().starts_with(&lower) {
            near.push((0, name));
            continue;
        }
        // A name that is much longer or shorter is not worth comparing.
        if name.chars().take(LONGEST + 3).count().abs_diff(wanted.len()) > most {
            continue;
        }
        let letters: Vec<char> = name.to_lowercase().chars().take(LONGEST + most + 1).collect();
        let distance = distance(&wanted, &letters);
        if distance <= most {
            near.push((distance, name));
        }
    }
    near.sort_unstable();
    near.dedup();
    near.truncate(3);
    near.into_iter().map(|(_, name)| name).collect()
}

pub fn did_you_mean(near: &[impl AsRef<str>]) -> String {
    let near: Vec<&str> = near.iter().map(AsRef::as_ref).collect();
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) }
}

fn distance(one: &[char], other: &[char]) -> usize {
    // rows[i][j] is the distance of the first i letters of one and the first j letters of the other.
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for (line, a) in one.iter().enumerate() {
        let mut row = vec![line + 1];
        for (column, b) in other.iter().enumerate() {
            let above = &rows[line];
            let changed = above[column] + usize::from(a != b);
            let mut least = changed.min(above[column + 1] + 1).min(row[column] + 1);
            if line > 0 && column > 0 && one[line - 1] == *b && *a == other[column - 1] {
                least = least.min(rows[line - 1][column - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
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
        assert_eq!(near("temp"), ["temperature"]);
        assert_eq!(near("elephant"), Vec::<&str>::new());
        assert_eq!(nearest("exlpain", ["explain", "info"].into_iter()), ["explain"]);
    }
}
