use super::image_levels::ImageLevel;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AxisGrid {
    pub(super) edge: u64,
    scale: Option<f64>,
    start: Option<f64>,
}

impl AxisGrid {
    pub(super) fn of(level: &ImageLevel, axis: usize) -> Option<Self> {
        let number = |list: &Option<Vec<f64>>| list.as_ref()?.get(axis).copied();
        let scale = number(&level.level.scale).filter(|scale| *scale > 0.0);
        Some(Self { edge: *level.shape.as_ref()?.get(axis)?, scale, start: number(&level.level.translation) })
    }

    /// How many elements of the other level are as long as one of this. Without scales, both levels are equally long.
    #[expect(clippy::cast_precision_loss)]
    pub(super) fn factor(self, other: Self) -> f64 {
        match self.scale.zip(other.scale) {
            Some((own, other)) => own / other,
            None => other.edge as f64 / (self.edge as f64).max(1.0),
        }
    }

    /// The element of the other level at the middle of an element of this one; it may lie outside.
    #[expect(clippy::cast_precision_loss)]
    fn element(self, at: u64, other: Self) -> f64 {
        let starts = [self, other].map(|grid| grid.start.unwrap_or(0.0));
        match self.scale.zip(other.scale) {
            // Starts that differ say where the middle of the first element is.
            Some((scale, other_scale)) if (starts[0] - starts[1]).abs() > 0.0 => {
                ((at as f64 * scale + starts[0] - starts[1]) / other_scale).round()
            }
            _ => ((at as f64 + 0.5) * self.factor(other)).floor(),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what is no number becomes 0"
    )]
    pub(super) fn nearest_in(self, at: u64, other: Self) -> u64 {
        (self.element(at, other) as u64).min(other.edge.saturating_sub(1))
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is not below 0")]
    pub(super) fn place_in(self, at: u64, other: Self) -> Option<u64> {
        let found = self.element(at, other);
        let place = found as u64;
        if found >= 0.0 && place < other.edge { Some(place) } else { None }
    }
}
