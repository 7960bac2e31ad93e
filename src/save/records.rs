use std::io::{self, Write};

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::ValuesFormat;
use super::elements::{csv_field, json_text, quoted_field};
use crate::metadata::Scalar;
use crate::metadata::text::{escape, escape_json, shorten};

const WIDEST: usize = 32;

/// A table, CSV (RFC 4180) with a line of names, or JSON. In JSON, the shape of a sparse matrix is that of all of it. A field without a value is `–`, empty, or null.
pub struct RecordWriter<'a> {
    format: ValuesFormat,
    names: Vec<String>,
    output: &'a mut (dyn Write + Send),
    widths: Vec<usize>,
    count: u64,
}

impl<'a> RecordWriter<'a> {
    pub fn begin(
        format: ValuesFormat,
        encoding: &str,
        shape: [u64; 2],
        names: Vec<String>,
        output: &'a mut (dyn Write + Send),
    ) -> io::Result<Self> {
        match format {
            ValuesFormat::Csv => {
                let names: Vec<String> =
                    names.iter().map(|name| quoted_field(escape(name).into_owned())).collect();
                writeln!(output, "{}", names.join(","))?;
            }
            ValuesFormat::Json => {
                let text = |text: &str| escape_json(&Value::from(text).to_string()).into_owned();
                let names: Vec<String> = names.iter().map(|name| text(name)).collect();
                write!(output, "{{\"encoding\": {}, \"shape\": {:?}, ", text(encoding), shape)?;
                write!(output, "\"columns\": [{}], \"values\": [", names.join(", "))?;
            }
            ValuesFormat::Table | ValuesFormat::Npy | ValuesFormat::Raw => {}
        }
        Ok(Self { format, names, output, widths: Vec::new(), count: 0 })
    }

    pub fn records(&mut self, records: &[Vec<Option<Scalar>>]) -> io::Result<()> {
        if self.format == ValuesFormat::Table && self.widths.is_empty() {
            self.table_head(records)?;
        }
        let (missing, write): (&str, fn(&Scalar) -> String) = match self.format {
            ValuesFormat::Csv => ("", csv_field),
            ValuesFormat::Json => ("null", json_text),
            ValuesFormat::Table | ValuesFormat::Npy | ValuesFormat::Raw => ("–", text),
        };
        for record in records {
            let mut fields = Vec::with_capacity(record.len());
            for field in record {
                fields.push(field.as_ref().map_or(missing.to_owned(), write));
            }
            match self.format {
                ValuesFormat::Csv => writeln!(self.output, "{}", fields.join(","))?,
                ValuesFormat::Json => {
                    let comma = if self.count == 0 { "" } else { ", " };
                    write!(self.output, "{comma}[{}]", escape_json(&fields.join(", ")))?;
                }
                ValuesFormat::Table | ValuesFormat::Npy | ValuesFormat::Raw => self.line(&fields)?,
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

    fn table_head(&mut self, records: &[Vec<Option<Scalar>>]) -> io::Result<()> {
        let names: Vec<String> = self.names.iter().map(|name| shorten(&escape(name), WIDEST)).collect();
        self.widths.clear();
        for (at, name) in names.iter().enumerate() {
            let fields = records.iter().filter_map(|record| record.get(at)?.as_ref());
            let widest = fields.map(|field| text(field).width()).max().unwrap_or(1).min(WIDEST);
            self.widths.push(widest.max(name.width()));
        }
        self.line(&names)
    }

    fn line(&mut self, fields: &[String]) -> io::Result<()> {
        let mut line = String::new();
        for (field, width) in fields.iter().zip(&self.widths) {
            line.extend([field.as_str(), &" ".repeat(width.saturating_sub(field.width()) + 2)]);
        }
        writeln!(self.output, "{}", line.trim_end())
    }
}

fn text(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Text(text) => escape(text).into_owned(),
        other => escape(&other.to_string()).into_owned(),
    }
}
