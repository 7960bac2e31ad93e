#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    Dark,
    Light,
}

impl Ground {
    /// The last number in `COLORFGBG` is the ground; 7 and 15 are white.
    pub fn of_variable(value: &str) -> Option<Self> {
        let number: u8 = value.rsplit(';').next()?.trim().parse().ok()?;
        Some(if matches!(number, 7 | 15) { Self::Light } else { Self::Dark })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ThemeName {
    #[default]
    Terminal,
    Dark,
    Light,
    Contrast,
    ContrastLight,
}

impl ThemeName {
    pub const ALL: [Self; 5] = [Self::Terminal, Self::Dark, Self::Light, Self::Contrast, Self::ContrastLight];

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Dark => "dark",
            Self::Light => "light",
            Self::Contrast => "contrast",
            Self::ContrastLight => "contrast-light",
        }
    }

    #[must_use]
    pub fn next(self) -> Self {
        let place = Self::ALL.iter().position(|theme| *theme == self).unwrap_or(0);
        Self::ALL.get((place + 1) % Self::ALL.len()).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_has_the_ground_last() {
        assert_eq!(Ground::of_variable("0;15"), Some(Ground::Light));
        assert_eq!(Ground::of_variable("0;default;7"), Some(Ground::Light));
        assert_eq!(Ground::of_variable("15;0"), Some(Ground::Dark));
        assert_eq!(["", "x", "0;default"].map(Ground::of_variable), [None; 3]);
    }
}
