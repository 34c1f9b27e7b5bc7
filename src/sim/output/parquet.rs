//! Parquet files, written by column.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::record::{ColumnValue, RecordRow};
use super::result_files::create_file;
use crate::error::SimError;

/// Rows per row group, which are kept until it is complete.
const ROW_GROUP_SIZE: usize = 1000;

/// An open Parquet file.
pub(crate) struct ParquetFile {
    path: PathBuf,
    columns: RecordRow,
    rows: Vec<RecordRow>,
    writer: SerializedFileWriter<File>,
}

impl ParquetFile {
    /// Creates a file with the columns of a row.
    pub fn open(path: &Path, columns: &RecordRow) -> Result<Self, SimError> {
        let field = |(label, cell): &(String, ColumnValue)| match cell {
            // Seeds use all 64 bits and are unsigned; other numbers are signed.
            ColumnValue::Number(_) if label == "seed" => {
                format!("required int64 {label} (INTEGER(64,false));")
            }
            ColumnValue::Number(_) => format!("required int64 {label};"),
            ColumnValue::Text(_) => format!("required binary {label} (UTF8);"),
        };
        let fields: String = columns.iter().map(field).collect();
        let schema = parse_message_type(&format!("message fights {{ {fields} }}"))
            .expect("broken invariant: columns have plain names");
        let properties = Arc::new(WriterProperties::builder().build());
        let writer = SerializedFileWriter::new(create_file(path)?, Arc::new(schema), properties);
        let writer = writer.map_err(|error| write_error(path, error))?;
        Ok(Self { path: path.to_owned(), columns: columns.clone(), rows: Vec::new(), writer })
    }

    /// Adds a row with the same columns.
    pub fn add(&mut self, row: RecordRow) -> Result<(), SimError> {
        self.rows.push(row);
        if self.rows.len() < ROW_GROUP_SIZE { Ok(()) } else { self.write_rows() }
    }

    fn write_rows(&mut self) -> Result<(), SimError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        write_group(&mut self.writer, &self.columns, &rows).map_err(|error| write_error(&self.path, error))
    }

    /// Writes the remaining rows and the footer.
    pub fn finish(mut self) -> Result<(), SimError> {
        self.write_rows()?;
        self.writer.close().map_err(|error| write_error(&self.path, error))?;
        Ok(())
    }
}

fn write_group(
    writer: &mut SerializedFileWriter<File>,
    columns: &RecordRow,
    rows: &[RecordRow],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (at, (_, sort)) in columns.iter().enumerate() {
        let Some(mut column) = group.next_column()? else { break };
        match sort {
            ColumnValue::Number(_) => {
                let number = |row: &RecordRow| match &row[at].1 {
                    ColumnValue::Number(number) => number.cast_signed(),
                    ColumnValue::Text(_) => 0,
                };
                let values: Vec<i64> = rows.iter().map(number).collect();
                column.typed::<Int64Type>().write_batch(&values, None, None)?;
            }
            ColumnValue::Text(_) => {
                let values: Vec<ByteArray> =
                    rows.iter().map(|row| ByteArray::from(row[at].1.to_text().into_bytes())).collect();
                column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            }
        }
        column.close()?;
    }
    group.close()?;
    Ok(())
}

fn write_error(path: &Path, error: ParquetError) -> SimError {
    SimError::Write { path: path.to_owned(), source: io::Error::other(error) }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("fights.parquet");
        let row = |number, text: &str| -> RecordRow {
            vec![
                ("seed".to_owned(), ColumnValue::Number(number)),
                ("book".to_owned(), ColumnValue::Text(text.to_owned())),
            ]
        };
        let mut table = ParquetFile::open(&path, &row(0, "")).expect("it can be written");
        for number in 0..ROW_GROUP_SIZE as u64 + 2 {
            table.add(row(u64::MAX - number, "aberrant")).expect("it can be written");
        }
        table.finish().expect("it can be written");
        let reader = SerializedFileReader::new(File::open(&path).expect("it is there")).expect("Parquet");
        assert_eq!(reader.metadata().num_row_groups(), 2);
        let rows: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), ROW_GROUP_SIZE + 2);
        assert_eq!(rows[3].get_ulong(0).expect("a number"), u64::MAX - 3);
        assert_eq!(rows[3].get_string(1).expect("a text"), "aberrant");
    }
}
