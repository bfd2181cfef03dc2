//! Puzzles worked on by several threads, and told in the order in which they came.
//!
//! ```text
//! produce ──items──> workers, each with a console of its own ──asides──> the console, in turn
//!    ^                                                                        │
//!    └────────────────── as many more as have been told ──────────────────────┘
//! ```

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread;

use super::super::Exit;
use super::super::batch::Choice;
use super::super::console::{Aside, Console, Style};
use super::super::desk::{self, desk};
use super::super::signals::is_interrupted;
use super::super::trouble::Trouble;
use super::run::{Manner, Run};
use super::{Make, What};
use crate::language::source::Sources;

/// Something from whoever reads puzzles.
pub(in crate::cli) enum Next<T> {
    /// A piece of work.
    Item(T),
    /// There is none yet: whoever waits for answers gets those that are there.
    Idle,
}

/// Takes what is produced; whether there is use in more.
pub(in crate::cli) type Push<'p, T> = dyn FnMut(Next<T>) -> bool + 'p;

enum Message<T> {
    Next(Next<T>),
    Done(usize, Exit, Aside),
    End(Result<(), Trouble>),
}

/// For each thread, how many items may be under way or wait for their turn.
const AHEAD: usize = 4;

impl Run<'_> {
    /// Works on items one after the other, or several at a time.
    pub(super) fn spread<T: Send>(
        &mut self,
        produce: impl FnOnce(&mut Push<'_, T>) -> Result<(), Trouble> + Send,
        work: impl Fn(&mut Run<'_>, T) -> Exit + Sync,
    ) -> Exit {
        // In a browser there are no threads.
        let apart = self.apart.filter(|(jobs, _)| *jobs > 1 && !cfg!(target_family = "wasm"));
        if let Some((jobs, make)) = apart {
            return self.spread_out(jobs, make, produce, &work);
        }
        let mut exit = Exit::Yes;
        let produced = produce(&mut |next| {
            match next {
                Next::Item(item) => exit = exit.and(work(self, item)),
                Next::Idle => self.console.rest(),
            }
            !self.is_over() && !self.choice.ends_with(exit)
        });
        exit.and(self.ended(produced))
    }

    /// The exit that the end of all work means by itself. Who asks to stop may do so between two puzzles.
    fn ended(&self, produced: Result<(), Trouble>) -> Exit {
        let exit = produced.map_or_else(|trouble| trouble.tell(self.console), |()| Exit::Yes);
        if is_interrupted() { exit.and(Exit::Interrupted) } else { exit }
    }

    fn spread_out<T: Send>(
        &mut self,
        jobs: usize,
        make: &dyn Make,
        produce: impl FnOnce(&mut Push<'_, T>) -> Result<(), Trouble> + Send,
        work: &(impl Fn(&mut Run<'_>, T) -> Exit + Sync),
    ) -> Exit {
        let mut exit = Exit::Yes;
        let mut ended = Ok(());
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel::<Message<T>>();
            let (send_permit, permits) = mpsc::channel::<()>();
            let (send_item, items) = mpsc::channel::<(usize, T)>();
            let items = Arc::new(Mutex::new(items));
            for _ in 0..jobs {
                let worker = Worker {
                    what: self.what.apart(),
                    choice: self.choice.clone(),
                    manner: self.manner,
                    shares: self.shares,
                    sources: self.sources.clone(),
                    console: self.console.style(),
                    make,
                };
                let (items, send, desk) = (items.clone(), send.clone(), desk());
                scope.spawn(move || {
                    desk::at(desk, || {
                        worker.run(&items, work, |number, exit, aside| {
                            send.send(Message::Done(number, exit, aside)).is_ok()
                        });
                    });
                });
            }
            // Whoever has gone away needs no permit.
            let permit = || send_permit.send(()).unwrap_or_default();
            (0..jobs * AHEAD).for_each(|_| permit());
            let desk = desk();
            scope.spawn(move || {
                let produced = desk::at(desk, || {
                    produce(&mut |next| {
                        let may = matches!(next, Next::Idle) || permits.recv().is_ok();
                        may && send.send(Message::Next(next)).is_ok()
                    })
                });
                send.send(Message::End(produced)).ok();
            });
            let (mut sent, mut told, mut more, mut idle) = (0, 0, true, false);
            let mut early: BTreeMap<usize, (Exit, Aside)> = BTreeMap::new();
            while (more || told < sent) && !self.is_over() && !self.choice.ends_with(exit) {
                let Ok(message) = receive.recv() else { break };
                match message {
                    Message::Next(Next::Item(item)) => {
                        idle = false;
                        send_item.send((sent, item)).ok();
                        sent += 1;
                    }
                    Message::Next(Next::Idle) => idle = true,
                    Message::End(produced) => (more, ended) = (false, produced),
                    Message::Done(number, came, aside) => {
                        early.insert(number, (came, aside));
                        while let Some((came, aside)) =
                            early.remove(&told).filter(|_| !self.choice.ends_with(exit))
                        {
                            exit = exit.and(came);
                            self.console.relay(aside);
                            self.console.flush_in_time();
                            told += 1;
                            permit();
                        }
                    }
                }
                if idle && told == sent {
                    self.console.rest();
                }
            }
        });
        exit.and(self.ended(ended))
    }
}

/// What a thread has for itself.
struct Worker<'m> {
    what: What,
    choice: Choice,
    manner: Manner,
    shares: bool,
    sources: Sources,
    console: Style,
    make: &'m dyn Make,
}

impl Worker<'_> {
    fn run<T>(
        mut self,
        items: &Mutex<Receiver<(usize, T)>>,
        work: &impl Fn(&mut Run<'_>, T) -> Exit,
        done: impl Fn(usize, Exit, Aside) -> bool,
    ) {
        let (mut act, mut console) = (self.make.make(), Console::aside(self.console));
        let mut run = Run::new(&self.what, &mut self.sources, &mut console, &mut *act, None);
        (run.shares, run.manner, run.choice) = (self.shares, self.manner, self.choice);
        loop {
            let next = items.lock().map(|items| items.recv());
            let Ok(Ok((number, item))) = next else { return };
            run.console.listen();
            let exit = work(&mut run, item);
            let aside = run.console.take();
            if !done(number, exit, aside) {
                return;
            }
        }
    }
}
