//! A process that this one has started, and that does not outlive it.

use std::io;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

/// A process under way. It ends with this value.
#[derive(Debug)]
pub struct Leash(Child);

/// The ends of its pipes. Its stdin ends with this process, also if this one is killed.
#[derive(Debug)]
pub struct Pipes {
    /// To what it reads.
    pub stdin: Option<ChildStdin>,
    /// From what it prints.
    pub stdout: Option<ChildStdout>,
    /// From what it complains.
    pub stderr: Option<ChildStderr>,
}

impl Leash {
    /// Starts a command with pipes for all its streams.
    pub fn start(command: &mut Command) -> io::Result<(Leash, Pipes)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let pipes =
            Pipes { stdin: child.stdin.take(), stdout: child.stdout.take(), stderr: child.stderr.take() };
        Ok((Leash(child), pipes))
    }

    /// The number by which the system knows it.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.wait()
    }

    /// Ends it.
    pub fn kill(&mut self) {
        // Most have ended already; nobody is left to tell about the others.
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.kill();
    }
}
