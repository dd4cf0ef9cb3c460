//! The bytes in a share link: numbers, texts and actions, one after another.
//!
//! The format is postcard's, which wrote the first links: a number is in groups of seven bits, lowest first, each byte
//! but the last with its highest bit set; a text or a list has its length before it; a byte or a yes or no is one
//! byte; an action is the number of its kind, then what it holds. By hand, since postcard and serde are 8 kB of the page.
//! The numbers of the kinds never change, and new ones are only added at the end. Those of faults, and what they strike,
//! are in the table of faults.

use super::LinkError;
use crate::sim::{Action, Enqueue, FAULTS, JobNo, Scenario, Strikes, WorkerId};

/// The kind of an action that names a consumer, which [`Reader::passes`] looks for.
pub(super) const SET_CONSUMER: u8 = 12;
/// Not an action: how many workers the world begins with. Only as the first, and the consumer it begins with may follow.
pub(super) const WORKERS: u8 = 16;

/// The bytes end too soon, or are not what was expected.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Damaged;

impl From<Damaged> for LinkError {
    fn from(_: Damaged) -> Self {
        Self::Damaged
    }
}

/// Bytes being written.
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(super) fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.0.extend_from_slice(text.as_bytes());
    }

    /// The kind of an action, and the byte or the beginning of the number after it.
    fn kind(&mut self, kind: u8, then: u32) {
        self.byte(kind);
        self.number(then);
    }

    fn worker(&mut self, kind: u8, worker: WorkerId) {
        self.byte(kind);
        self.byte(worker.0);
    }

    /// An action; a consumer is written by its id in the scenario.
    pub(super) fn action(&mut self, scenario: &Scenario, action: &Action) {
        match action {
            Action::Step(worker) => self.worker(0, *worker),
            Action::Fault(kind, no) => match action.worker() {
                Some(worker) => self.worker(kind.row().link, worker),
                None => self.kind(kind.row().link, u32::from(*no)),
            },
            Action::Thaw(worker) => self.worker(5, *worker),
            Action::Restart(worker) => self.worker(6, *worker),
            Action::Enqueue(what) => {
                self.kind(7, what.fields.len() as u32);
                for (name, value) in &what.fields {
                    self.text(name);
                    self.text(value);
                }
            }
            Action::EnqueueAgain(job) => self.kind(8, u32::from(job.0)),
            Action::NextTimer => self.byte(10),
            Action::Advance(span) => self.kind(11, *span),
            Action::SetConsumer(index) => self.consumer(scenario, usize::from(*index)),
            Action::SetRecipe(text) => {
                self.byte(13);
                self.text(text);
            }
            Action::CrashAfter { line, on } => {
                self.kind(14, *line);
                self.byte(u8::from(*on));
            }
            Action::AckFirst(on) => self.kind(15, u32::from(*on)),
            Action::Command(line) => {
                self.byte(17);
                self.text(line);
            }
        }
    }

    /// The action that sets this consumer.
    pub(super) fn consumer(&mut self, scenario: &Scenario, index: usize) {
        self.byte(SET_CONSUMER);
        self.text(&scenario.consumers[index].id);
    }
}

/// The bytes that are still to be read.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Result<u8, Damaged> {
        let (&byte, rest) = self.0.split_first().ok_or(Damaged)?;
        self.0 = rest;
        Ok(byte)
    }

    pub(super) fn number(&mut self) -> Result<u32, Damaged> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| Damaged);
            }
        }
        Err(Damaged)
    }

    pub(super) fn text(&mut self) -> Result<&'a str, Damaged> {
        let length = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(length).ok_or(Damaged)?;
        self.0 = rest;
        std::str::from_utf8(text).map_err(|_| Damaged)
    }

    fn flag(&mut self) -> Result<bool, Damaged> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Damaged),
        }
    }

    fn worker(&mut self) -> Result<WorkerId, Damaged> {
        self.byte().map(WorkerId)
    }

    fn short(&mut self) -> Result<u16, Damaged> {
        u16::try_from(self.number()?).map_err(|_| Damaged)
    }

    fn job(&mut self) -> Result<JobNo, Damaged> {
        self.short().map(JobNo)
    }

    /// Whether an action of this kind is next; if so, what it holds is next then.
    pub(super) fn passes(&mut self, kind: u8) -> bool {
        let passes = self.0.first() == Some(&kind);
        if passes {
            self.0 = &self.0[1..];
        }
        passes
    }

    /// The consumer with the id that is next, by its index in the scenario.
    pub(super) fn consumer(&mut self, scenario: &Scenario) -> Result<usize, LinkError> {
        let id = self.text()?;
        scenario.consumer(id).ok_or_else(|| LinkError::Consumer(id.to_owned()))
    }

    fn fields(&mut self) -> Result<Vec<(String, String)>, Damaged> {
        let mut fields = Vec::new();
        // A forged number takes no memory: the bytes run out first.
        for _ in 0..self.number()? {
            fields.push((self.text()?.to_owned(), self.text()?.to_owned()));
        }
        Ok(fields)
    }

    /// An action of this scenario.
    pub(super) fn action(&mut self, scenario: &Scenario) -> Result<Action, LinkError> {
        let number = self.byte()?;
        if let Some(fault) = FAULTS.iter().find(|fault| fault.link == number) {
            let no = match fault.strikes {
                Strikes::Workers => self.byte()?.into(),
                Strikes::Jobs => self.short()?,
            };
            return Ok(Action::Fault(fault.kind, no));
        }
        Ok(match number {
            0 => Action::Step(self.worker()?),
            5 => Action::Thaw(self.worker()?),
            6 => Action::Restart(self.worker()?),
            7 => Action::Enqueue(Enqueue { fields: self.fields()? }),
            8 => Action::EnqueueAgain(self.job()?),
            10 => Action::NextTimer,
            11 => Action::Advance(self.number()?),
            12 => Action::SetConsumer(u8::try_from(self.consumer(scenario)?).map_err(|_| Damaged)?),
            13 => Action::SetRecipe(self.text()?.into()),
            14 => Action::CrashAfter { line: self.number()?, on: self.flag()? },
            15 => Action::AckFirst(self.flag()?),
            17 => Action::Command(self.text()?.into()),
            _ => return Err(LinkError::Damaged),
        })
    }
}
