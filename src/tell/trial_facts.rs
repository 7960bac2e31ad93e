use crate::lab::{
    BestChains, ReturnedValues, StageSize, Trial, TrialChain, TrialFigures, TrialOrigin, TrialSample,
    ValueGap,
};
use crate::metadata::{Scalar, text::escape};
use crate::pipeline::{ChunkAddress, NumberType};
use crate::tell::words::{count, grouped, shape, size, time};

const NAMED: usize = 4;

pub const COLUMNS: [&str; 6] = ["chain", "stored", "ratio", "encode", "decode", "error"];

pub fn cells(chain: &TrialChain, figures: &TrialFigures) -> [String; 6] {
    [
        named(chain),
        size(figures.stored_nbytes),
        times(figures.ratio()),
        figures.encode.as_ref().map_or("–".to_owned(), |elapsed| time(*elapsed)),
        time(figures.decode),
        loss(figures.loss.is_exact, figures.loss.error(), figures.loss.lost),
    ]
}

pub fn named(chain: &TrialChain) -> String {
    let text = escape(&chain.in_full()).into_owned();
    match chain.origin {
        TrialOrigin::InForce => format!("current: {text}"),
        TrialOrigin::InForceElsewhere => format!("the same on these values: {text}"),
        TrialOrigin::Proposed | TrialOrigin::Given => text,
    }
}

pub const SMALLEST: &str = "smallest";
pub const FASTEST: &str = "fastest to decode among those that save space";

pub fn marks(best: BestChains, place: usize) -> Vec<&'static str> {
    let mut marks = Vec::new();
    if best.smallest == Some(place) {
        marks.push(SMALLEST);
    }
    if best.fastest == Some(place) {
        marks.push(FASTEST);
    }
    marks
}

pub fn entropy(stage: &StageSize) -> String {
    stage.entropy.map_or("–".to_owned(), |bits| format!("{} bits per byte", short(bits)))
}

pub fn figures_text(trial: &Trial, figures: &TrialFigures) -> String {
    let [_, stored, ratio, encode, decode, error] = cells(&trial.chain, figures);
    let of = size(figures.decoded_nbytes);
    let error = if figures.loss.is_exact { error } else { format!("error {error}") };
    format!("{stored} of {of}, {ratio} · encode {encode} · decode {decode} · {error}")
}

pub fn values_text(sample: &TrialSample) -> String {
    let chunks = sample.chunks.len();
    let is_inner = sample.chunks.iter().any(|chunk| chunk.address.is_inner());
    let taken = match sample.stored {
        Some(stored) if is_inner => {
            format!("{} of {}", count(chunks as u128, "inner chunk"), count(stored.into(), "stored shard"))
        }
        Some(stored) => format!("{chunks} of {}", count(stored.into(), "stored chunk")),
        None if is_inner => count(chunks as u128, "inner chunk"),
        None => count(chunks as u128, "chunk"),
    };
    let named: Vec<String> = sample.chunks.iter().take(NAMED).map(|own| coords_text(&own.address)).collect();
    let more = if chunks > NAMED { " …" } else { "" };
    let mut text = format!("{taken}: {}{more}; {} decoded", named.join(", "), size(sample.nbytes()));
    // Chunks that are too large to be decoded as they are have no coordinates in the sample.
    if chunks == 0 {
        text = format!("stored ones; {} decoded", size(sample.nbytes()));
    }
    if let Some(values) = sample.values.first()
        && sample.is_regrouped
    {
        let chunks = count(sample.values.len() as u128, "chunk");
        text = format!("{chunks} of shape {} around {text}", shape(&values.decoded.shape));
    }
    text
}

fn coords_text(address: &ChunkAddress) -> String {
    address.levels().map(|coords| shape(coords)).collect::<Vec<_>>().join("/")
}

pub fn chunk_text(address: &ChunkAddress) -> String {
    let thing = if address.is_inner() { "inner chunk" } else { "chunk" };
    format!("{thing} {}", coords_text(address))
}

pub fn loss(is_exact: bool, error: Option<f64>, lost: u64) -> String {
    let lost_text = match lost {
        0 => String::new(),
        1 => "1 value lost".to_owned(),
        _ => format!("{lost} values lost"),
    };
    match error {
        _ if is_exact => "exact".to_owned(),
        // Zeros of the other sign, or bits that do not count.
        Some(error) if error <= 0.0 && lost == 0 => "0, other bits".to_owned(),
        Some(error) if lost == 0 => short(error),
        Some(error) => format!("{}, {lost_text}", short(error)),
        None => lost_text,
    }
}

pub fn short(number: f64) -> String {
    if !number.is_finite() {
        return "infinite".to_owned();
    }
    let scientific = format!("{number:.2e}");
    // Three digits, and no zeros after them.
    let rounded = scientific.parse::<f64>().unwrap_or(number);
    let plain = format!("{rounded}");
    match scientific.split_once('e') {
        Some((digits, exponent)) if plain.len() > 7 => {
            format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => plain,
    }
}

pub fn signed(number: f64) -> String {
    let sign = match number {
        _ if number > 0.0 => "+",
        _ if number < 0.0 => "-",
        _ => "",
    };
    if number.abs() <= 0.0 { "0".to_owned() } else { format!("{sign}{}", short(number.abs())) }
}

pub fn times(ratio: Option<f64>) -> String {
    match ratio {
        Some(ratio) if ratio < 99.95 => format!("{ratio:.1}×"),
        Some(ratio) => format!("{ratio:.0}×"),
        None => "–".to_owned(),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_in_words() {
        assert_eq!(loss(true, Some(0.0), 0), "exact");
        assert_eq!(loss(false, Some(0.0), 0), "0, other bits");
        assert_eq!(loss(false, Some(0.005), 0), "0.005");
        assert_eq!(loss(false, Some(0.25), 3), "0.25, 3 values lost");
        assert_eq!(loss(false, None, 1), "1 value lost");
        assert_eq!(
            [0.004_882_8, -3.0, -0.0, f64::NEG_INFINITY].map(signed),
            ["+0.00488", "-3", "0", "-infinite"]
        );
        assert_eq!([short(4.8828e-5), short(1e-9), short(123_456.0)], ["4.88e-5", "1e-9", "123000"]);
        assert_eq!([times(Some(12.94)), times(Some(512.3)), times(None)], ["12.9×", "512×", "–"]);
    }
}
