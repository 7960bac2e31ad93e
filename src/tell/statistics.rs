use crate::codec::Statistics;

pub fn elements(statistics: &Statistics) -> Option<String> {
    let found = statistics.elements.as_ref()?;
    let mut parts = Vec::new();
    if let Some((least, greatest)) = &found.range {
        parts.push(format!("min {least}, max {greatest}"));
    }
    for (number, what) in [(found.nan, "NaN"), (found.infinite, "infinite"), (found.fill, "fill")] {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    }
    let first = found.looked_at + found.overhang;
    if first < found.size {
        parts.push(format!("of the first {first} elements"));
    }
    if found.overhang > 0 {
        parts.push(format!("without {} past the array", found.overhang));
    }
    if parts.is_empty() { None } else { Some(parts.join(", ")) }
}
