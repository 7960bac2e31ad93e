use crate::lab::{ReturnedValues, ValueGap};
use crate::metadata::Scalar;
use crate::pipeline::NumberType;
use crate::tell::trials::{short, signed};
use crate::tell::words::{count, grouped};

pub fn gaps(values: &ReturnedValues) -> [String; 2] {
    let gaps = &values.gaps;
    let all = values.before.size() as u128;
    if gaps.differ == 0 {
        let text = format!("none of {} differs here; others do", count(all, "value"));
        return [text, "none differs here".to_owned()];
    }
    let lost = count(gaps.lost.into(), "value");
    let rest = format!(", {lost} lost (no difference in numbers)");
    let rest = if gaps.lost > 0 { &rest } else { "" };
    let differ = format!("{} of {} differ", grouped(gaps.differ.into()), count(all, "value"));
    let numbers = gaps.differ > gaps.lost;
    match gaps.ends {
        Some((least, greatest)) if numbers => {
            let [least, greatest] = [signed(least), signed(greatest)];
            [
                format!("{differ}: least difference {least}, largest {greatest}{rest}"),
                format!("{} differ: {least} to {greatest}", grouped(gaps.differ.into())),
            ]
        }
        _ => [format!("{differ}{rest}"), format!("{lost} lost")],
    }
}

pub fn gap(gap: ValueGap) -> [String; 2] {
    let full = match gap {
        ValueGap::None => "the same".to_owned(),
        ValueGap::Whole(gap) => format!("{gap:+}"),
        ValueGap::Real(gap) if gap.abs() <= 0.0 => "0, a zero of the other sign".to_owned(),
        ValueGap::Real(gap) => format!("{gap:+}"),
        ValueGap::Complex(real, imaginary) => format!("{real:+} and {imaginary:+} i"),
        ValueGap::Lost => "no difference in numbers: the value is lost".to_owned(),
    };
    let short = match gap {
        ValueGap::None => "the same".to_owned(),
        ValueGap::Lost => "lost".to_owned(),
        _ => gap.nearest().map_or_else(|| "lost".to_owned(), signed),
    };
    [full, short]
}

pub fn short_gap(gap: ValueGap, before: &Scalar) -> String {
    let is_number = matches!(before, Scalar::Float(_) | Scalar::Time(..));
    match gap {
        ValueGap::None if is_number && NumberType::nearest(before).is_nan() => "NaN".to_owned(),
        ValueGap::None => "0".to_owned(),
        ValueGap::Lost => "lost".to_owned(),
        ValueGap::Complex(..) => gap.nearest().map_or_else(String::new, short),
        _ => gap.nearest().map_or_else(String::new, signed),
    }
}
