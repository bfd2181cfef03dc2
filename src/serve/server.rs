//! Taking connections: a thread for each, up to a bound. At the bound those that have not yet said what they want make room, so
//! that slow or silent clients keep out nobody.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::office::Office;
use super::request::{Head, Refusal};
use super::response::Response;
use super::routes::respond;
use super::wire::Wire;

/// How many connections are open at once.
const MOST: usize = 200;

/// How many more are told that there is no room.
const TOLD: usize = 20;

/// The stack of the thread of a connection, in bytes. What needs more runs in other processes.
const STACK: usize = 512 << 10;

/// The connections that are open, those that came first first.
#[derive(Default)]
struct Door {
    open: Vec<Open>,
    next: u64,
}

struct Open {
    number: u64,
    stream: Arc<TcpStream>,
    /// Whether it has yet to say what it wants.
    is_silent: bool,
}

/// Whether there is room for a connection.
#[derive(Clone, Copy)]
enum Room {
    Some,
    /// Enough to say that there is none.
    Little,
}

/// Serves whoever connects, without end.
pub fn serve(listener: &TcpListener, office: &Arc<Office>) {
    let door = Arc::new(Mutex::new(Door::default()));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // There may be too many open files; some will be closed.
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        let stream = Arc::new(stream);
        let Some((number, room)) = lock(&door).admit(&stream) else { continue };
        let (office, leave) = (office.clone(), Leave { door: door.clone(), number });
        let thread = thread::Builder::new().name("connection".to_owned()).stack_size(STACK);
        // Without a thread the connection is closed.
        let _started = thread.spawn(move || {
            let mut wire = Wire::new(stream);
            attend(&mut wire, &office, &leave, room);
            wire.close();
        });
    }
}

fn lock(door: &Mutex<Door>) -> MutexGuard<'_, Door> {
    door.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads what a client wants, and answers.
fn attend(wire: &mut Wire, office: &Office, leave: &Leave, room: Room) {
    let read = Head::read(wire);
    lock(&leave.door).has_spoken(leave.number);
    // A client that does not take its answer has none.
    let _sent = match (read, room) {
        (Ok(None), _) => return,
        (Err(refusal), _) => Response::refused(&refusal, None).send(wire, false),
        (Ok(Some(mut head)), Room::Some) => respond(&mut head, wire, office),
        (Ok(Some(head)), Room::Little) => {
            let full = Refusal::new(503, "too many connections at once; try again later");
            Response::refused(&full, Some(&head)).with("Retry-After", "1").send(wire, false)
        }
    };
}

impl Door {
    /// Lets a connection in, under a number; nothing if there is not even room to say so.
    fn admit(&mut self, stream: &Arc<TcpStream>) -> Option<(u64, Room)> {
        let mut room = Room::Some;
        if self.open.len() >= MOST {
            match self.open.iter().position(|open| open.is_silent) {
                Some(silent) => {
                    // Its thread reads the end, and goes.
                    let _closed = self.open.remove(silent).stream.shutdown(Shutdown::Both);
                }
                None if self.open.len() >= MOST + TOLD => return None,
                None => room = Room::Little,
            }
        }
        let number = self.next;
        self.next += 1;
        self.open.push(Open { number, stream: stream.clone(), is_silent: true });
        Some((number, room))
    }

    fn has_spoken(&mut self, number: u64) {
        self.open.iter_mut().filter(|open| open.number == number).for_each(|open| open.is_silent = false);
    }
}

/// Makes room when a connection ends.
struct Leave {
    door: Arc<Mutex<Door>>,
    number: u64,
}

impl Drop for Leave {
    fn drop(&mut self) {
        lock(&self.door).open.retain(|open| open.number != self.number);
    }
}
