//! A connection on which everything takes its time, and no longer.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::Stopwatch;

/// How long a client may go on to send what nobody reads, after the last word to it.
const LINGER: Duration = Duration::from_secs(2);

/// How much of it is taken in.
const LEFTOVER: usize = 8 << 20;

/// A connection. Reading and writing fail when the time given by [`Wire::within`] is over, however many bytes came until
/// then: a client cannot stay by sending a little now and then.
#[derive(Debug)]
pub struct Wire {
    stream: Arc<TcpStream>,
    since: Stopwatch,
    time: Duration,
}

impl Wire {
    /// Over a connection, with no time yet.
    pub fn new(stream: Arc<TcpStream>) -> Wire {
        // Without it answers are late, not wrong.
        let _prompt = stream.set_nodelay(true);
        Wire { stream, since: Stopwatch::start(), time: Duration::ZERO }
    }

    /// From now on, what is read and written has this time in all.
    pub fn within(&mut self, time: Duration) {
        (self.since, self.time) = (Stopwatch::start(), time);
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.time.saturating_sub(self.since.elapsed());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }

    /// Whether the client has closed its side: it waits for nothing any more.
    pub fn is_gone(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let peeked = self.stream.peek(&mut [0]);
        let blocks = self.stream.set_nonblocking(false).is_ok();
        let silent =
            |error: &io::Error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted);
        !blocks || !peeked.as_ref().map_or_else(silent, |&bytes| bytes > 0)
    }

    /// Ends the connection. What the client still sends is taken in for a moment: to close on it would tear the answer out
    /// of its hands.
    pub fn close(mut self) {
        if self.stream.shutdown(Shutdown::Write).is_err() {
            return;
        }
        self.within(LINGER);
        let mut bytes = [0; 4096];
        let mut left = LEFTOVER;
        while let Ok(count @ 1..) = self.read(&mut bytes) {
            left = left.saturating_sub(count);
            if left == 0 {
                return;
            }
        }
    }
}

/// What the system says when a read or a write took too long, in one word.
fn late(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::WouldBlock { ErrorKind::TimedOut.into() } else { error }
}

impl Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        (&*self.stream).read(bytes).map_err(late)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        (&*self.stream).write(bytes).map_err(late)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};
    use std::sync::Arc;
    use std::time::Duration;

    use super::Wire;

    fn pair() -> (TcpStream, Wire) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("its address")).expect("a connection");
        (client, Wire::new(Arc::new(listener.accept().expect("the connection").0)))
    }

    #[test]
    fn time_is_for_all_bytes_together() {
        let (mut client, mut wire) = pair();
        wire.within(Duration::from_millis(60));
        let trickle = std::thread::spawn(move || {
            while client.write_all(b".").is_ok() {
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let read = wire.read_to_end(&mut Vec::new()).expect_err("too slow");
        assert_eq!(read.kind(), ErrorKind::TimedOut);
        drop(wire);
        trickle.join().expect("the client ends");
    }

    #[test]
    fn who_closes_is_gone() {
        let (mut client, wire) = pair();
        assert!(!wire.is_gone());
        client.write_all(b"more").expect("a write");
        assert!(!wire.is_gone());
        let (client, wire) = pair();
        drop(client);
        // The system may take a moment to tell.
        while !wire.is_gone() {
            std::thread::yield_now();
        }
    }
}
