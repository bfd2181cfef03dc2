//! The conversation from `initialize` to `exit`.
//!
//! ```text
//! stdin ──reader──> this loop ──jobs──> worker ────────┐
//!                       │                              ├──> writer ──> stdout
//!                       └──commands──> a thread each ──┘
//! ```

use std::io::{BufReader, Read, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use gen_lsp_types::json_rpc::Id;
use serde_json::{Value, json};

use crate::lsp::capabilities;
use crate::lsp::client::{Abilities, Client};
use crate::lsp::frame::{self, Frame};
use crate::lsp::message::{Code, Fault, Message};
use crate::lsp::session::{Session, Setup};

/// A message, or why there is none.
type Came = Result<Message, (Id, Fault)>;

/// So many messages are read before they are dealt with.
const AHEAD: usize = 64;

/// Serves a client until it goes away. Whether it went as the protocol says.
pub fn serve(input: impl Read + Send + 'static, output: impl Write + Send + 'static, setup: Setup) -> bool {
    let (send, receive) = mpsc::sync_channel(AHEAD);
    // It ends with its stream, or with the program.
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Ok(Some(frame)) = frame::read(&mut input) {
            let came = match frame {
                Frame::Whole(bytes) => Message::read(&bytes),
                Frame::Broken(why) => Err((Id::Null, Fault::new(Code::Parse, why))),
            };
            if send.send(came).is_err() {
                return;
            }
        }
    });
    let (out, messages) = mpsc::channel::<String>();
    let writer = thread::spawn(move || {
        let mut output = output;
        for message in messages {
            if frame::write(&mut output, &message).is_err() {
                return;
            }
        }
    });
    let mut server = Server { client: Client::new(out), setup, state: State::New };
    let clean = server.run(&receive);
    drop(server);
    let _written = writer.join();
    clean
}

struct Server {
    client: Client,
    setup: Setup,
    state: State,
}

enum State {
    /// Before `initialize`.
    New,
    /// Between `initialize` and `shutdown`.
    Open(Box<Session>),
    /// After `shutdown`.
    Shut,
}

/// How often an idle server looks whether it has to end.
const TICK: Duration = Duration::from_millis(500);

impl Server {
    /// Deals with messages to the end of the conversation. Whether it ended as the protocol says.
    fn run(&mut self, messages: &Receiver<Came>) -> bool {
        loop {
            let mut rest = None;
            if let State::Open(session) = &mut self.state {
                // Also when messages never cease.
                session.look_if_rested();
                rest = session.rest();
            }
            match messages.recv_timeout(rest.unwrap_or(TICK)) {
                Ok(Ok(Message::Notification { method, .. })) if method == "exit" => {
                    return matches!(self.state, State::Shut);
                }
                Ok(Ok(Message::Notification { method, params })) => {
                    if let State::Open(session) = &mut self.state {
                        session.notified(&method, params);
                    }
                }
                Ok(Ok(Message::Request { id, method, params })) => self.asked(&id, &method, params),
                Ok(Ok(Message::Answer)) => {}
                Ok(Err((id, fault))) => self.client.answer(&id, Err(fault)),
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) if self.setup.stop.load(Ordering::Relaxed) => return false,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn asked(&mut self, id: &Id, method: &str, params: Value) {
        let wrong = |code, message: &str| Err(Fault::new(code, message));
        let answer = match (&mut self.state, method) {
            (State::New, "initialize") => {
                let (abilities, wrong) = Abilities::read(&params);
                let result = capabilities::result(&abilities);
                self.state = State::Open(Box::new(Session::new(&self.client, abilities, &self.setup)));
                if let Some(wrong) = wrong {
                    self.client.log(wrong);
                }
                Ok(json!(result))
            }
            (State::New, _) => wrong(Code::NotInitialised, "the first request is `initialize`"),
            (State::Open(_), "initialize") => wrong(Code::Request, "`initialize` comes once"),
            (State::Open(_), "shutdown") => {
                self.state = State::Shut;
                Ok(Value::Null)
            }
            (State::Open(session), _) => return session.asked(id, method, params),
            (State::Shut, _) => wrong(Code::Request, "after `shutdown` only `exit` may come"),
        };
        self.client.answer(id, answer);
    }
}
