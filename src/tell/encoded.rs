use serde::Serialize;

use super::line_rows::Line;
use super::words::{count, cut, grouped};
use crate::meaning::{EncodedElement, EncodedKind, MeaningNote};
use crate::metadata::text::{escape, shorten};
use crate::pipeline::{ColumnCategories, EncodedParts, TableColumn};

const LONGEST: usize = 40;

pub fn lines(element: &EncodedElement) -> Vec<Line> {
    let words = cut(element.words(), LONGEST);
    let own = cut(&element.encoding, LONGEST);
    let mut encoding = own.clone();
    if let Some(version) = &element.version {
        encoding = format!("{encoding} {}", cut(version, LONGEST));
    }
    if own != words {
        encoding = format!("{words} ({encoding})");
    }
    let mut lines = vec![Line::Heading("what it is".to_owned()), Line::Fact("encoding", encoding)];
    if element.kind == EncodedKind::Table {
        lines.push(Line::Fact("columns", grouped(element.column_count as u128)));
    }
    if let Some([rows, columns]) = element.shape {
        let text = format!("{} rows, {} columns", grouped(rows.into()), grouped(columns.into()));
        lines.push(Line::Fact("matrix", text));
    }
    for note in &element.notes {
        lines.push(Line::Text(format!("note: {}", escape(&note.to_string()))));
    }
    lines
}

pub fn part_lines(element: &EncodedElement, parts: &EncodedParts) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some([obs, var]) = parts.shape {
        let text = format!("{} observations of {}", grouped(obs.into()), count(var.into(), "variable"));
        lines.push(Line::Fact("AnnData", text));
    }
    if let Some(stored) = parts.stored {
        let mut text = grouped(stored.into());
        if let Some([rows, columns]) = element.shape
            && let all @ 1.. = u128::from(rows) * u128::from(columns)
        {
            #[expect(clippy::cast_precision_loss, reason = "it is shown with two digits")]
            let percent = stored as f64 / all as f64 * 100.0;
            text = format!("{text} of {}, {percent:.3}%", grouped(all));
        }
        lines.push(Line::Fact("stored values", text));
    }
    if let Some(categories) = &parts.categories {
        lines.push(Line::Fact("categories", categories_text(categories)));
    }
    if element.kind == EncodedKind::Table {
        lines.push(Line::Heading("columns".to_owned()));
        let width =
            parts.columns.iter().map(|own| cut(&own.name, LONGEST).chars().count()).max().unwrap_or(0);
        lines.extend(parts.columns.iter().map(|own| column_line(own, element, width)));
        let index = usize::from(element.index.is_some());
        let more = element.column_count.saturating_sub(parts.columns.len().saturating_sub(index));
        if more > 0 {
            lines.push(Line::Text(format!("… {} more", grouped(more as u128))));
        }
    }
    lines
}

fn column_line(column: &TableColumn, element: &EncodedElement, width: usize) -> Line {
    let own = cut(&column.name, LONGEST);
    let pad = width.saturating_sub(own.chars().count());
    let gap = format!("{own}{:pad$}", "");
    let Some(values) = &column.values else {
        return Line::Fault(format!("{gap}  expected a column here, found none"));
    };
    let mut parts = vec![cut(values, LONGEST)];
    if let Some(rows) = column.size {
        parts.push(count(rows.into(), "row"));
    }
    if let Some(categories) = &column.categories {
        parts.push(categories_text(categories));
    }
    if element.index.as_deref() == Some(&column.name) {
        parts.push("the labels of rows".to_owned());
    }
    Line::Text(format!("{gap}  {}", parts.join(", ")))
}

fn categories_text(categories: &ColumnCategories) -> String {
    let ordered = if categories.is_ordered { " in an order" } else { "" };
    let count = grouped(categories.count.into());
    if let Some(fault) = &categories.fault {
        return format!("{count}{ordered} ({})", shorten(&escape(fault), 120));
    }
    let more = categories.count.saturating_sub(categories.first.len() as u64);
    let more = if more > 0 { format!(", … {} more", grouped(more.into())) } else { String::new() };
    format!("{count}{ordered}: {}{more}", categories.first.join(", "))
}

#[derive(Serialize)]
pub struct EncodedReport {
    encoding_type: String,
    encoding_version: Option<String>,
    column_count: Option<usize>,
    index: Option<String>,
    columns: Vec<TableColumn>,
    categories: Option<ColumnCategories>,
    matrix_shape: Option<[u64; 2]>,
    stored_values: Option<u64>,
    shape: Option<[u64; 2]>,
    notes: Vec<MeaningNote>,
}

impl EncodedReport {
    pub fn of(element: EncodedElement, parts: EncodedParts) -> Self {
        Self {
            encoding_type: element.encoding,
            encoding_version: element.version,
            column_count: (element.kind == EncodedKind::Table).then_some(element.column_count),
            index: element.index,
            columns: parts.columns,
            categories: parts.categories,
            matrix_shape: element.shape,
            stored_values: parts.stored,
            shape: parts.shape,
            notes: element.notes,
        }
    }
}
