//! How messages are told apart on a stream: a header with the length in bytes, an empty line, the message.
//!
//! Whoever writes a wrong header has not ended the conversation: the reader goes on with the next header there is.

use std::io::{self, BufRead, Read as _, Write};

/// What comes from a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Frame {
    /// The bytes of a message.
    Whole(Vec<u8>),
    /// No message, and why.
    Broken(String),
}

/// The largest message, in bytes. What is larger is passed over.
const LARGEST: u64 = 256 << 20;

/// The longest line of a header, in bytes.
const LONGEST_LINE: u64 = 4096;

const LENGTH: &[u8] = b"content-length:";

/// Reads the next message; nothing at the end of the stream.
pub fn read(stream: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let length = match header(stream)? {
        Header::Length(length) => length,
        Header::Broken => {
            return Ok(Some(Frame::Broken("a header without a length was passed over".to_owned())));
        }
        Header::End => return Ok(None),
    };
    if length > LARGEST {
        io::copy(&mut stream.by_ref().take(length), &mut io::sink())?;
        return Ok(Some(Frame::Broken(format!("a message of {length} bytes was passed over"))));
    }
    // Memory is taken as bytes come, not as the header promises them.
    let mut message = Vec::new();
    stream.by_ref().take(length).read_to_end(&mut message)?;
    Ok((message.len() as u64 == length).then_some(Frame::Whole(message)))
}

/// What stands before a message.
enum Header {
    /// Its length.
    Length(u64),
    /// No length.
    Broken,
    /// Nothing: the stream has ended.
    End,
}

/// Reads a header to its empty line.
fn header(stream: &mut impl BufRead) -> io::Result<Header> {
    let (mut length, mut empty) = (None, true);
    loop {
        let mut line = Vec::new();
        if stream.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(Header::End);
        }
        let line = line.trim_ascii().to_ascii_lowercase();
        if line.is_empty() {
            // Empty lines before a header are passed over.
            if empty {
                continue;
            }
            return Ok(length.map_or(Header::Broken, Header::Length));
        }
        empty = false;
        // After a wrong header the next one may stand behind the rest of a message.
        let found = line.windows(LENGTH.len()).rposition(|window| window == LENGTH);
        if let Some(at) = found {
            let number = line[at + LENGTH.len()..].trim_ascii();
            length = std::str::from_utf8(number).ok().and_then(|number| number.parse().ok());
        }
    }
}

/// Writes a message.
pub fn write(stream: &mut impl Write, message: &str) -> io::Result<()> {
    write!(stream, "Content-Length: {}\r\n\r\n{message}", message.len())?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::{Frame, read, write};

    fn frames(mut stream: &[u8]) -> Vec<Option<String>> {
        let mut found = Vec::new();
        while let Some(frame) = read(&mut stream).expect("memory") {
            found.push(match frame {
                Frame::Whole(bytes) => Some(String::from_utf8(bytes).expect("text")),
                Frame::Broken(_) => None,
            });
        }
        found
    }

    #[test]
    fn messages_come_back_as_they_went() {
        let mut stream = Vec::new();
        for message in ["{}", "", "äö\r\n\r\n"] {
            write(&mut stream, message).expect("memory");
        }
        let whole = |text: &str| Some(text.to_owned());
        assert_eq!(frames(&stream), [whole("{}"), whole(""), whole("äö\r\n\r\n")]);
    }

    #[test]
    fn a_wrong_header_costs_no_more_than_its_message() {
        let whole = |text: &str| Some(text.to_owned());
        for wrong in [
            "Content-Length: x\r\n\r\n{\"a\": 1}",
            "Content-Type: y\r\n\r\n",
            "Content-Length: -1\r\n\r\nrubbish without end",
        ] {
            let stream = format!("{wrong}Content-Length: 2\r\n\r\n{{}}CONTENT-length:2\n\n[]");
            assert_eq!(frames(stream.as_bytes()), [None, whole("{}"), whole("[]")], "{wrong}");
        }
        assert_eq!(frames(b"\r\nrubbish\nContent-Length: 2\r\n\r\n{}"), [whole("{}")]);
        assert_eq!(frames(b"Content-Length: 99\r\n\r\n{}"), []);
    }
}
