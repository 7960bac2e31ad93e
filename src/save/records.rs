//! Records of named fields: the rows of a table, or the entries of a sparse matrix.

use std::io::{self, Write};

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::ValuesFormat;
use super::elements::{csv_field, json_text, quoted_field};
use crate::metadata::Scalar;
use crate::metadata::text::{escape, escape_json, shorten};

/// The most columns of the screen that a field of a table takes.
const WIDEST: usize = 32;

#[derive(Debug, Clone)]
pub struct RecordsHead {
    /// The `encoding-type` of their group.
    pub encoding: String,
    /// Rows and columns of what is written; of a sparse matrix those of the whole matrix.
    pub shape: [u64; 2],
    pub names: Vec<String>,
}

/// Writes records as a table, as CSV (RFC 4180) with a line of names, or as JSON. A field without a value is `–`, empty, or null.
pub struct RecordWriter<'a> {
    format: ValuesFormat,
    head: RecordsHead,
    output: &'a mut (dyn Write + Send),
    /// The widths of the columns of a table, by what is written first.
    widths: Vec<usize>,
    count: u64,
}

impl<'a> RecordWriter<'a> {
    pub fn begin(
        format: ValuesFormat,
        head: RecordsHead,
        output: &'a mut (dyn Write + Send),
    ) -> io::Result<Self> {
        match format {
            ValuesFormat::Csv => {
                let names: Vec<String> =
                    head.names.iter().map(|name| quoted_field(escape(name).into_owned())).collect();
                writeln!(output, "{}", names.join(","))?;
            }
            ValuesFormat::Json => {
                let text = |text: &String| escape_json(&Value::from(text.as_str()).to_string()).into_owned();
                let names: Vec<String> = head.names.iter().map(text).collect();
                write!(output, "{{\"encoding\": {}, \"shape\": {:?}, ", text(&head.encoding), head.shape)?;
                write!(output, "\"columns\": [{}], \"values\": [", names.join(", "))?;
            }
            ValuesFormat::Table | ValuesFormat::Npy | ValuesFormat::Raw => {}
        }
        Ok(Self { format, head, output, widths: Vec::new(), count: 0 })
    }

    pub fn records(&mut self, records: &[Vec<Option<Scalar>>]) -> io::Result<()> {
        if self.format == ValuesFormat::Table && self.widths.is_empty() {
            self.table_head(records)?;
        }
        for record in records {
            match self.format {
                ValuesFormat::Csv => self.csv(record)?,
                ValuesFormat::Json => self.json(record)?,
                ValuesFormat::Table | ValuesFormat::Npy | ValuesFormat::Raw => self.table_line(record)?,
            }
            self.count += 1;
        }
        Ok(())
    }

    pub fn end(mut self) -> io::Result<()> {
        match self.format {
            ValuesFormat::Json => writeln!(self.output, "]}}"),
            ValuesFormat::Table if self.widths.is_empty() || self.count == 0 => {
                if self.widths.is_empty() {
                    self.table_head(&[])?;
                }
                writeln!(self.output, "no rows")
            }
            ValuesFormat::Table | ValuesFormat::Csv | ValuesFormat::Npy | ValuesFormat::Raw => Ok(()),
        }
    }

    fn csv(&mut self, record: &[Option<Scalar>]) -> io::Result<()> {
        let field = |field: &Option<Scalar>| field.as_ref().map(csv_field).unwrap_or_default();
        writeln!(self.output, "{}", record.iter().map(field).collect::<Vec<_>>().join(","))
    }

    fn json(&mut self, record: &[Option<Scalar>]) -> io::Result<()> {
        let field = |field: &Option<Scalar>| field.as_ref().map_or("null".to_owned(), json_text);
        let fields: Vec<String> = record.iter().map(field).collect();
        let comma = if self.count == 0 { "" } else { ", " };
        write!(self.output, "{comma}[{}]", escape_json(&fields.join(", ")))
    }

    fn table_line(&mut self, record: &[Option<Scalar>]) -> io::Result<()> {
        let field = |field: &Option<Scalar>| field.as_ref().map_or("–".to_owned(), text);
        self.line(record.iter().map(field))
    }

    fn table_head(&mut self, records: &[Vec<Option<Scalar>>]) -> io::Result<()> {
        let names: Vec<String> = self.head.names.iter().map(|name| shorten(&escape(name), WIDEST)).collect();
        self.widths.clear();
        for (at, name) in names.iter().enumerate() {
            let fields = records.iter().filter_map(|record| record.get(at)?.as_ref());
            let widest = fields.map(|field| text(field).width()).max().unwrap_or(1).min(WIDEST);
            self.widths.push(widest.max(name.width()));
        }
        self.line(names.into_iter())
    }

    /// A line of a table. The last field is not padded.
    fn line(&mut self, fields: impl Iterator<Item = String>) -> io::Result<()> {
        let mut line = String::new();
        for (field, width) in fields.zip(&self.widths) {
            let padding = width.saturating_sub(field.width());
            line.extend([field.as_str(), &" ".repeat(padding + 2)]);
        }
        writeln!(self.output, "{}", line.trim_end())
    }
}

/// A field of a table: whole, however wide its column is.
fn text(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Text(text) => escape(text).into_owned(),
        other => escape(&other.to_string()).into_owned(),
    }
}
