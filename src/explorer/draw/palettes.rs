//! The colours of each theme. Everything is drawn in sixteen colours, which stand for roles; a theme replaces them.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::tell::colors::Rgb;
use crate::tell::theme_name::{Ground, ThemeName};

#[derive(Debug, Clone, Copy)]
pub struct ThemePalette {
    pub background: Rgb,
    pub text: Rgb,
    pub quiet: Rgb,
    pub name: Rgb,
    pub sound: Rgb,
    pub overhang: Rgb,
    pub fault: Rgb,
    pub notice: Rgb,
    pub field: Rgb,
    pub changed: Rgb,
}

const DARK: ThemePalette = ThemePalette {
    background: [0x10, 0x14, 0x18],
    text: [0xd8, 0xde, 0xe4],
    quiet: [0x93, 0xa1, 0xad],
    name: [0x5e, 0xc8, 0xd8],
    sound: [0x7e, 0xc9, 0x7e],
    overhang: [0x8a, 0xb8, 0xf5],
    fault: [0xf5, 0x80, 0x78],
    notice: [0xe6, 0xc5, 0x66],
    field: [0xe0, 0x9a, 0xe8],
    changed: [0xa6, 0xf0, 0xa6],
};

const LIGHT: ThemePalette = ThemePalette {
    background: [0xfa, 0xfa, 0xf7],
    text: [0x1e, 0x24, 0x2a],
    quiet: [0x5a, 0x64, 0x6e],
    name: [0x00, 0x5f, 0x73],
    sound: [0x1d, 0x6b, 0x2a],
    overhang: [0x1f, 0x4f, 0xa3],
    fault: [0xa8, 0x1c, 0x12],
    notice: [0x7a, 0x54, 0x00],
    field: [0x86, 0x24, 0x8f],
    changed: [0x00, 0x66, 0x33],
};

const CONTRAST: ThemePalette = ThemePalette {
    background: [0, 0, 0],
    text: [0xff, 0xff, 0xff],
    quiet: [0xd0, 0xd0, 0xd0],
    name: [0x6c, 0xe8, 0xff],
    sound: [0x8c, 0xff, 0x8c],
    overhang: [0xa8, 0xcc, 0xff],
    fault: [0xff, 0x9a, 0x90],
    notice: [0xff, 0xe0, 0x60],
    field: [0xff, 0xb0, 0xff],
    changed: [0xc0, 0xff, 0xc0],
};

const CONTRAST_LIGHT: ThemePalette = ThemePalette {
    background: [0xff, 0xff, 0xff],
    text: [0, 0, 0],
    quiet: [0x40, 0x40, 0x40],
    name: [0x00, 0x40, 0x58],
    sound: [0x00, 0x4d, 0x12],
    overhang: [0x0a, 0x2f, 0x80],
    fault: [0x8a, 0x00, 0x00],
    notice: [0x5c, 0x3c, 0x00],
    field: [0x62, 0x00, 0x6c],
    changed: [0x00, 0x4a, 0x24],
};

pub fn palette(theme: ThemeName) -> Option<&'static ThemePalette> {
    match theme {
        ThemeName::Terminal => None,
        ThemeName::Dark => Some(&DARK),
        ThemeName::Light => Some(&LIGHT),
        ThemeName::Contrast => Some(&CONTRAST),
        ThemeName::ContrastLight => Some(&CONTRAST_LIGHT),
    }
}

impl ThemePalette {
    /// Colours of pictures stay as they are.
    pub fn color(&self, color: Color, is_ground: bool) -> Color {
        let rgb = match color {
            Color::Reset if is_ground => self.background,
            Color::Reset | Color::White => self.text,
            Color::Black => self.background,
            Color::DarkGray | Color::Gray => self.quiet,
            Color::Cyan | Color::LightCyan => self.name,
            Color::Green => self.sound,
            Color::Blue | Color::LightBlue => self.overhang,
            Color::Red | Color::LightRed => self.fault,
            Color::Yellow | Color::LightYellow => self.notice,
            Color::Magenta | Color::LightMagenta => self.field,
            Color::LightGreen => self.changed,
            Color::Rgb(..) | Color::Indexed(_) => return color,
        };
        Color::Rgb(rgb[0], rgb[1], rgb[2])
    }
}

pub(crate) fn apply(buffer: &mut Buffer, theme: ThemeName) {
    let Some(palette) = palette(theme) else { return };
    for cell in &mut buffer.content {
        (cell.fg, cell.bg) = (palette.color(cell.fg, false), palette.color(cell.bg, true));
        // Dimmed text cannot be read from the last row of a room.
        cell.modifier.remove(Modifier::DIM);
    }
}

/// Makes the terminal's own colours readable: dark grey is often its background, and yellow cannot be read on white.
pub(crate) fn keep_readable(buffer: &mut Buffer, ground: Option<Ground>) {
    for cell in &mut buffer.content {
        let is_yellow = matches!(cell.fg, Color::Yellow | Color::LightYellow);
        if matches!(cell.fg, Color::DarkGray | Color::Gray) {
            cell.fg = Color::Reset;
            cell.modifier.insert(Modifier::DIM);
        } else if is_yellow && ground != Some(Ground::Dark) {
            cell.fg = Color::Reset;
            cell.modifier.insert(Modifier::BOLD);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour (WCAG 2.2).
    fn luminance(rgb: Rgb) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2])
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn contrast_is_as_its_standard_says() {
        assert!((contrast([0, 0, 0], [255, 255, 255]) - 21.0).abs() < 1e-9);
        assert!((contrast([119, 119, 119], [255, 255, 255]) - 4.48).abs() < 0.01);
    }

    #[test]
    fn everything_can_be_read() {
        for theme in ThemeName::ALL {
            let Some(palette) = palette(theme) else { continue };
            let least = if theme.name().starts_with("contrast") { 7.0 } else { 4.5 };
            let ThemePalette {
                background,
                text,
                quiet,
                name,
                sound,
                overhang,
                fault,
                notice,
                field,
                changed,
            } = *palette;
            for (role, color) in [
                ("text", text),
                ("quiet", quiet),
                ("name", name),
                ("sound", sound),
                ("overhang", overhang),
                ("fault", fault),
                ("notice", notice),
                ("field", field),
                ("changed", changed),
            ] {
                let found = contrast(color, background);
                assert!(found >= least, "{}: {role} has {found:.2}", theme.name());
            }
        }
    }
}
