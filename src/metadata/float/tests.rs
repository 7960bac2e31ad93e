use super::*;

#[test]
fn every_float16_and_bfloat16_pattern_has_the_value_the_half_crate_gives_it() {
    for bits in 0..=u16::MAX {
        let ours = FloatType::Float16.format().to_f64(u64::from(bits));
        let theirs = half::f16::from_bits(bits).to_f64();
        assert!(ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan()), "{bits:#06x}");
        let ours = FloatType::BFloat16.format().to_f64(u64::from(bits));
        let theirs = half::bf16::from_bits(bits).to_f64();
        assert!(ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan()), "{bits:#06x}");
    }
}

#[test]
fn every_16_bit_float_reads_back_from_its_text() {
    for kind in [FloatType::Float16, FloatType::BFloat16] {
        for bits in 0..=u64::from(u16::MAX) {
            let float = Float { kind, bits };
            if float.value().is_finite() {
                let text = float.to_string();
                assert_eq!(Float::nearest(kind, text.parse().unwrap()), Some(float), "{text}");
            }
        }
    }
}

#[test]
fn shortest_text() {
    let text = |kind, value| Float::nearest(kind, value).unwrap().to_string();
    assert_eq!(text(FloatType::Float16, 0.1), "0.1");
    assert_eq!(text(FloatType::BFloat16, 2.58), "2.58");
    assert_eq!(text(FloatType::Float32, 0.1), "0.1");
    assert_eq!(text(FloatType::Float64, 0.1 + 0.2), "0.30000000000000004");
    assert_eq!(text(FloatType::Float64, -0.0), "-0.0");
    assert_eq!(text(FloatType::Float16, 1e9), "Infinity");
    assert_eq!(text(FloatType::Float64, 1e300), "1e300");
}

#[test]
fn a_float64_rounds_to_float16_once() {
    // 1 + 2^-11 + 2^-30: just above a tie, so up. Rounding to float32 first would make it a tie, and even is down.
    let value = 1.0 + 2_f64.powi(-11) + 2_f64.powi(-30);
    assert_eq!(FloatType::Float16.format().nearest(value), Some(0x3c01));
    assert_eq!(FloatType::BFloat16.format().nearest(1.0 + 2_f64.powi(-8) + 2_f64.powi(-40)), Some(0x3f81));
}

#[test]
fn the_edges_of_float16() {
    let round = |value, rounding| FloatType::Float16.format().round(&Exact::float(value).unwrap(), rounding);
    assert_eq!(round(65504.0, Rounding::NearestEven), Some(0x7bff));
    assert_eq!(round(65510.0, Rounding::NearestEven), Some(0x7bff));
    assert_eq!(round(65520.0, Rounding::NearestEven), None);
    assert_eq!(round(65520.0, Rounding::TowardsZero), Some(0x7bff));
    assert_eq!(round(65504.5, Rounding::TowardsPositive), None);
    assert_eq!(round(-65504.5, Rounding::TowardsPositive), Some(0xfbff));
    assert_eq!(round(2_f64.powi(-24), Rounding::NearestEven), Some(0x0001));
    assert_eq!(round(2_f64.powi(-25), Rounding::NearestEven), Some(0x0000));
    assert_eq!(round(2_f64.powi(-25), Rounding::NearestAway), Some(0x0001));
    assert_eq!(round(1e-300, Rounding::TowardsPositive), Some(0x0001));
    assert_eq!(round(-1e-300, Rounding::TowardsNegative), Some(0x8001));
    assert_eq!(round(-0.0, Rounding::NearestEven), Some(0x8000));
    assert_eq!(round(f64::MAX, Rounding::TowardsZero), None);
}

#[test]
fn ties_of_the_five_roundings() {
    // value, then nearest-even, towards-zero, towards-positive, towards-negative, nearest-away
    let rows = [
        (2.5, [2, 2, 3, 2, 3]),
        (3.5, [4, 3, 4, 3, 4]),
        (-2.5, [-2, -2, -2, -3, -3]),
        (-0.5, [0, 0, 0, -1, -1]),
        (0.49, [0, 0, 1, 0, 0]),
        (-7.0, [-7; 5]),
    ];
    let order = [
        Rounding::NearestEven,
        Rounding::TowardsZero,
        Rounding::TowardsPositive,
        Rounding::TowardsNegative,
        Rounding::NearestAway,
    ];
    for (value, expected) in rows {
        let exact = Exact::float(value).unwrap();
        assert_eq!(order.map(|rounding| exact.to_integer(rounding).unwrap()), expected, "{value}");
    }
}

#[test]
fn integers_round_to_floats_once() {
    let round = |value| FloatType::Float32.format().round(&Exact::integer(value), Rounding::NearestEven);
    assert_eq!(round(0), Some(0));
    assert_eq!(round(-1), Some((-1_f32).to_bits().into()));
    assert_eq!(round(16_777_216), Some(16_777_216_f32.to_bits().into()));
    assert_eq!(round(16_777_217), Some(16_777_216_f32.to_bits().into()));
    // 2^60 + 2^36 + 1 is just above a tie of float32; through float64 it would be the tie itself.
    assert_eq!(round((1 << 60) + (1 << 36) + 1), Some((2_f32.powi(60) + 2_f32.powi(37)).to_bits().into()));
}

#[test]
fn casting_to_float32_agrees_with_the_machine() {
    for bits in (0..u64::MAX).step_by(0x0000_1357_9bdf_0241_usize) {
        let value = f64::from_bits(bits);
        if value.is_finite() {
            #[expect(clippy::cast_possible_truncation)]
            let machine = u64::from((value as f32).to_bits());
            assert_eq!(FloatType::Float32.format().nearest(value), Some(machine), "{value:e}");
        }
    }
}

/// What `ml_dtypes` makes of the small types: see `tests/python/make_small_floats.py`.
fn recorded() -> serde_json::Map<String, serde_json::Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/values/small_floats.json");
    let value: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    value.as_object().unwrap().clone()
}

fn by_name(name: &str) -> FloatType {
    FloatType::all().find(|kind| kind.format().name == name).unwrap()
}

#[test]
fn every_pattern_of_the_small_floats_has_the_recorded_value() {
    for (name, row) in recorded() {
        let kind = by_name(&name);
        for (bits, expected) in (0..).zip(row["values"].as_array().unwrap()) {
            let value = kind.format().to_f64(bits);
            let expected: f64 = expected.as_str().unwrap().parse().unwrap();
            let same = value.to_bits() == expected.to_bits() || (value.is_nan() && expected.is_nan());
            assert!(same, "{name} {bits:#04x}: {value} is not {expected}");
        }
    }
}

#[test]
fn numbers_round_to_the_small_floats_as_recorded() {
    for (name, row) in recorded() {
        let kind = by_name(&name);
        for pair in row["rounded"].as_array().unwrap() {
            let number: f64 = pair[0].as_str().unwrap().parse().unwrap();
            assert_eq!(kind.format().nearest(number), pair[1].as_u64(), "{name} {number}");
        }
    }
}

#[test]
fn every_small_float_reads_back_from_its_text() {
    for kind in FloatType::all().filter(|kind| kind.format().bits <= 8) {
        for bits in 0..=kind.format().mask() {
            let float = Float { kind, bits };
            if float.value().is_finite() {
                let text = float.to_string();
                assert_eq!(Float::nearest(kind, text.parse().unwrap()), Some(float), "{text}");
            }
        }
    }
}

#[test]
fn a_format_without_a_value_says_so() {
    let nearest = |kind: FloatType, value| kind.format().nearest(value);
    assert_eq!(nearest(FloatType::Float4E2M1Fn, f64::NAN), None);
    assert_eq!(nearest(FloatType::Float8E4M3Fn, f64::INFINITY), None);
    assert_eq!(nearest(FloatType::Float8E4M3Fn, 1e9), None);
    assert_eq!(nearest(FloatType::Float8E4M3Fnuz, -0.0), Some(0x00));
    assert_eq!(nearest(FloatType::Float8E4M3Fnuz, f64::NAN), Some(0x80));
    assert_eq!(nearest(FloatType::Float8E8M0Fnu, 0.0), None);
    assert_eq!(nearest(FloatType::Float8E8M0Fnu, -1.0), None);
    assert_eq!(nearest(FloatType::Float8E8M0Fnu, 1.0), Some(0x7f));
}

#[test]
fn numbers_beyond_the_range_are_clamped() {
    let clamped = |kind: FloatType, value| kind.format().clamped(&Exact::float(value).unwrap());
    assert_eq!(clamped(FloatType::Float8E5M2, -1e9), 0xfc, "minus infinity");
    assert_eq!(clamped(FloatType::Float8E4M3Fn, -1e9), 0xfe, "the least number");
    assert_eq!(clamped(FloatType::Float4E2M1Fn, 7.5), 0x7);
    assert_eq!(clamped(FloatType::Float8E8M0Fnu, -3.0), 0x00);
    assert_eq!(clamped(FloatType::Float8E8M0Fnu, 0.0), 0x00);
    assert_eq!(clamped(FloatType::Float8E8M0Fnu, 1e300), 0xfe);
}
