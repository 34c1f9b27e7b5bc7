//! Result files: CSV, JSON lines and, with the feature `parquet`, Parquet.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "parquet")]
use super::parquet::ParquetFile;
use super::record::{self, FightRecord, RecordRow};
use crate::error::SimError;

/// Paths of the result files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultPaths {
    /// Fights as CSV; weapons go into a second file.
    pub csv: Option<PathBuf>,
    /// Fights as JSON lines, including weapons.
    pub jsonl: Option<PathBuf>,
    /// Fights as Parquet; weapons go into a second file.
    pub parquet: Option<PathBuf>,
}

/// Path of the table of weapons: "runs.weapons.csv" for "runs.csv".
pub fn weapons_path(path: &Path) -> PathBuf {
    let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
    path.with_extension(format!("weapons{ending}"))
}

/// Open result files.
#[derive(Default)]
pub struct ResultFiles {
    sides: usize,
    csv: Option<[CsvFile; 2]>,
    jsonl: Option<JsonLinesFile>,
    #[cfg(feature = "parquet")]
    parquet: Option<[ParquetFile; 2]>,
}

impl ResultFiles {
    /// Opens the files for fights with up to `sides` sides. Existing files are replaced.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written or the build has no Parquet support.
    pub fn open(paths: &ResultPaths, sides: usize) -> Result<Self, SimError> {
        let (fights, weapons) = (record::fight_columns(sides), FightRecord::weapon_columns());
        let mut files = Self { sides, ..Self::default() };
        if let Some(path) = &paths.csv {
            files.csv = Some([CsvFile::open(path, &fights)?, CsvFile::open(&weapons_path(path), &weapons)?]);
        }
        if let Some(path) = &paths.jsonl {
            files.jsonl = Some(JsonLinesFile::open(path)?);
        }
        #[cfg(feature = "parquet")]
        if let Some(path) = &paths.parquet {
            files.parquet =
                Some([ParquetFile::open(path, &fights)?, ParquetFile::open(&weapons_path(path), &weapons)?]);
        }
        #[cfg(not(feature = "parquet"))]
        if paths.parquet.is_some() {
            return Err(SimError::ParquetDisabled);
        }
        Ok(files)
    }

    /// Adds a fight.
    ///
    /// # Errors
    /// Returns `SimError::Write` if a file cannot be written.
    pub fn add(&mut self, record: &FightRecord) -> Result<(), SimError> {
        let row = record.row(self.sides);
        let weapons = record.weapon_rows();
        if let Some([fights, of_weapons]) = &mut self.csv {
            fights.add(&row)?;
            weapons.iter().try_for_each(|row| of_weapons.add(row))?;
        }
        if let Some(lines) = &mut self.jsonl {
            lines.add(record)?;
        }
        #[cfg(feature = "parquet")]
        if let Some([fights, of_weapons]) = &mut self.parquet {
            fights.add(row)?;
            weapons.into_iter().try_for_each(|row| of_weapons.add(row))?;
        }
        Ok(())
    }

    /// Finishes all files.
    ///
    /// # Errors
    /// Returns `SimError::Write` if a file cannot be written.
    pub fn finish(self) -> Result<(), SimError> {
        for sheet in self.csv.into_iter().flatten() {
            sheet.finish()?;
        }
        if let Some(mut lines) = self.jsonl {
            lines.file.flush().map_err(|source| SimError::Write { path: lines.path, source })?;
        }
        #[cfg(feature = "parquet")]
        for table in self.parquet.into_iter().flatten() {
            table.finish()?;
        }
        Ok(())
    }
}

/// Creates a file and its parent folders.
pub(crate) fn create_file(path: &Path) -> Result<File, SimError> {
    let failed = |source| SimError::Write { path: path.to_owned(), source };
    storage::create_output(path).map_err(failed)
}

/// A CSV table.
struct CsvFile {
    path: PathBuf,
    writer: csv::Writer<File>,
}

impl CsvFile {
    fn open(path: &Path, columns: &RecordRow) -> Result<Self, SimError> {
        let mut sheet = Self { path: path.to_owned(), writer: csv::Writer::from_writer(create_file(path)?) };
        let head = sheet.writer.write_record(columns.iter().map(|(label, _)| label));
        head.map_err(|error| sheet.write_error(error.into()))?;
        Ok(sheet)
    }

    fn write_error(&self, source: io::Error) -> SimError {
        SimError::Write { path: self.path.clone(), source }
    }

    fn add(&mut self, row: &RecordRow) -> Result<(), SimError> {
        let written = self.writer.write_record(row.iter().map(|(_, cell)| cell.to_text()));
        written.map_err(|error| self.write_error(error.into()))
    }

    fn finish(mut self) -> Result<(), SimError> {
        self.writer.flush().map_err(|source| self.write_error(source))
    }
}

/// A JSON lines file.
struct JsonLinesFile {
    path: PathBuf,
    file: BufWriter<File>,
}

impl JsonLinesFile {
    fn open(path: &Path) -> Result<Self, SimError> {
        Ok(Self { path: path.to_owned(), file: BufWriter::new(create_file(path)?) })
    }

    fn add(&mut self, record: &FightRecord) -> Result<(), SimError> {
        let written = writeln!(self.file, "{}", record.to_json());
        written.map_err(|source| SimError::Write { path: self.path.clone(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_weapons_is_written_beside_that_of_fights() {
        let beside = |path: &str| weapons_path(Path::new(path)).to_string_lossy().into_owned();
        assert_eq!(beside("out/runs.csv"), "out/runs.weapons.csv");
        assert_eq!(beside("runs"), "runs.weapons");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("fights.jsonl");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
        let paths = ResultPaths { jsonl: Some(pipe), ..ResultPaths::default() };
        let error = ResultFiles::open(&paths, 2).err().expect("refused").to_string();
        assert!(error.ends_with(": not a regular file"), "{error}");
    }

    #[test]
    fn what_cannot_be_written_is_said_before_the_first_fight() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ResultPaths { csv: Some(folder.path().to_owned()), ..ResultPaths::default() };
        let error = ResultFiles::open(&paths, 2).err().expect("a folder is no file").to_string();
        assert!(error.starts_with("cannot write "), "{error}");
    }
}
