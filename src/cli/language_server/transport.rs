//! Messages of the Language Server Protocol: a header with the length in bytes, an empty line, and JSON.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// Field of the header.
const LENGTH: &str = "content-length:";
/// Longest message, in bytes: several times the largest content file.
const MAX_LENGTH: u64 = 16 << 20;

/// Reads a message; `None` at the end of the input.
///
/// # Errors
/// The input cannot be read, or is no message.
pub(super) fn read_message(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(MAX_LENGTH).read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim().to_ascii_lowercase();
        if let Some(number) = line.strip_prefix(LENGTH) {
            length = number.trim().parse::<u64>().ok().filter(|length| *length <= MAX_LENGTH);
        } else if line.is_empty() {
            break;
        }
    }
    let length = length
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a message without a valid length"))?;
    let mut text = Vec::new();
    input.take(length).read_to_end(&mut text)?;
    Ok(Some(serde_json::from_slice(&text)?))
}

/// Writes a message.
///
/// # Errors
/// The output cannot be written.
pub(super) fn write_message(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn messages_are_read_as_they_are_written() {
        let mut sent = Vec::new();
        let (first, second) = (json!({ "id": 1, "method": "ü" }), json!([]));
        write_message(&mut sent, &first).expect("written");
        write_message(&mut sent, &second).expect("written");
        let mut input = &sent[..];
        assert_eq!(read_message(&mut input).expect("read"), Some(first));
        assert_eq!(read_message(&mut input).expect("read"), Some(second));
        assert_eq!(read_message(&mut input).expect("ended"), None);
    }

    #[test]
    fn other_input_is_refused() {
        let wrong = [
            "\r\n",
            "Content-Length: x\r\n\r\n",
            "Content-Length: 99999999999\r\n\r\n",
            "Content-Length: 2\r\n\r\n{{",
        ];
        for text in wrong {
            assert!(read_message(&mut text.as_bytes()).is_err(), "{text:?}");
        }
    }
}
