//! Signs that pictures of a screen draw, because fonts leave gaps between them: lines of boxes, and blocks.

/// A part of a box: lines from the middle of a cell to its edges, left, right, up and down; `h` is a heavy line, `o` a round
/// corner.
#[derive(Debug, Clone, Copy)]
pub struct BoxLine(&'static str);

impl BoxLine {
    pub fn of(symbol: &str) -> Option<Self> {
        let parts = match symbol {
            "─" => "lr",
            "━" => "lrh",
            "│" => "ud",
            "┃" => "udh",
            "┌" => "rd",
            "┐" => "ld",
            "└" => "ru",
            "┘" => "lu",
            "╭" => "rdo",
            "╮" => "ldo",
            "╰" => "ruo",
            "╯" => "luo",
            "┏" => "rdh",
            "┓" => "ldh",
            "┗" => "ruh",
            "┛" => "luh",
            "├" => "rud",
            "┤" => "lud",
            "┬" => "lrd",
            "┴" => "lru",
            "┼" => "lrud",
            _ => return None,
        };
        Some(Self(parts))
    }

    pub fn has(self, part: char) -> bool {
        self.0.contains(part)
    }
}

/// A part of a cell that is filled, in eighths from its left or from below, or all of it with some opacity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Block {
    Left(u8),
    Lower(u8),
    Upper,
    Right,
    /// In quarters.
    Shade(u8),
}

impl Block {
    pub fn of(symbol: &str) -> Option<Self> {
        let letter = symbol.chars().next()?;
        let eighths = |from: char| u8::try_from(u32::from(letter) - u32::from(from)).ok();
        Some(match letter {
            '▀' => Self::Upper,
            '▐' => Self::Right,
            '▁'..='█' => Self::Lower(eighths('▀')?),
            '▉'..='▏' => Self::Left(8 - eighths('█')?),
            '░' => Self::Shade(1),
            '▒' => Self::Shade(2),
            '▓' => Self::Shade(3),
            _ => return None,
        })
    }
}
