//! The Redis prompt: what is typed, what was typed before, and what may follow.
//!
//! A command is an action like any other, so the log is read off the timeline: it goes back and forward with it.
//! Only a line that is no command is kept here, with what is wrong with it. Deliberately absent: what a command does,
//! which is the store's.

use std::rc::Rc;

use crate::sim::{Action, Event, World};
use crate::store::{CommandSpec, Reply, command, commands};

use super::effects::Effects;
use super::history::Step;
use super::msg::ConsoleMsg;
use super::session::Session;
use super::view::{ConsoleEntry, ConsoleView};
use super::words;

/// How many commands of the line that one is on the log shows.
const MAX_ENTRIES: usize = 50;
/// How many characters of an answer are shown.
const MAX_ANSWER: usize = 4_000;
/// How many lines the prompt remembers.
const MAX_REMEMBERED: usize = 200;
/// How many completions are shown.
const MAX_OFFERS: usize = 8;

/// The prompt.
#[derive(Clone, Debug, Default)]
pub(super) struct Console {
    text: String,
    /// Lines that were sent, the newest last.
    sent: Vec<String>,
    /// Which of them stands at the prompt.
    recalled: Option<usize>,
    quiet: bool,
    /// Lines that were no commands, with why; until the next one is sent.
    refused: Vec<(String, String)>,
    summaries: String,
}

/// What may follow what stands at the prompt.
struct Offers {
    /// Where the word begins that they complete.
    from: usize,
    words: Vec<String>,
}

impl Console {
    /// Does what was asked for.
    pub(super) fn update(&mut self, session: &mut Session, msg: ConsoleMsg) -> Effects {
        match msg {
            ConsoleMsg::Type(text) => return self.type_in(session, &text),
            ConsoleMsg::Send => {
                let line = std::mem::take(&mut self.text);
                self.refused.clear();
                return self.send(session, &line);
            }
            ConsoleMsg::Older => {
                let before = self.recalled.unwrap_or(self.sent.len());
                if let Some(at) = before.checked_sub(1) {
                    self.recall(Some(at));
                }
            }
            ConsoleMsg::Newer => {
                if let Some(at) = self.recalled {
                    self.recall(Some(at + 1).filter(|at| *at < self.sent.len()));
                }
            }
            ConsoleMsg::Complete => {
                if let Some(offers) = self.offers(session.world())
                    && let Some(word) = offers.words.first()
                {
                    self.text.truncate(offers.from);
                    self.text.push_str(word);
                    self.text.push(' ');
                }
            }
            ConsoleMsg::Quiet => self.quiet = true,
            ConsoleMsg::Summaries(text) => self.summaries = text,
        }
        Effects::none()
    }

    fn type_in(&mut self, session: &mut Session, text: &str) -> Effects {
        let (lines, rest) = text.rsplit_once('\n').unwrap_or(("", text));
        rest.clone_into(&mut self.text);
        self.recalled = None;
        self.quiet = false;
        if text.len() > rest.len() {
            self.refused.clear();
        }
        let mut effects = Effects::none();
        for line in lines.lines() {
            effects = effects.and(self.send(session, line));
        }
        effects
    }

    /// Sends a line, if there is something in it.
    fn send(&mut self, session: &mut Session, line: &str) -> Effects {
        let line = line.trim();
        self.recalled = None;
        if line.is_empty() {
            return Effects::none();
        }
        if self.sent.last().is_none_or(|last| last != line) {
            self.sent.push(line.to_owned());
            let many = self.sent.len().saturating_sub(MAX_REMEMBERED);
            self.sent.drain(..many);
        }
        session.pause();
        match session.perform(Action::Command(line.into())) {
            Ok(()) => Effects::step(session.told()),
            // It is said here, and stands in the log: no message is needed.
            Err(why) => {
                self.refused.push((words::shorten(line, 200), why.clone()));
                Effects::step(why)
            }
        }
    }

    /// The completions of the word that is being typed: of commands for the first, of keys for the others.
    fn offers(&self, world: &World) -> Option<Offers> {
        let from = self.text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let word = &self.text[from..];
        if word.is_empty() || self.quiet {
            return None;
        }
        let found: Vec<String> = if self.text[..from].trim().is_empty() {
            let lower = word.to_ascii_lowercase();
            let of_it = commands().iter().filter(|spec| spec.name.starts_with(&lower));
            of_it.map(|spec| spec.name.to_ascii_uppercase()).collect()
        } else {
            let of_it = world.db().iter().filter(|(key, _)| key.starts_with(word.as_bytes()));
            // A key that would have to be quoted is not offered.
            let texts = of_it.map(|(key, _)| key.to_text());
            texts.filter(|key| !key.contains([' ', '"', '\'', '\\', '\u{fffd}'])).collect()
        };
        let done = matches!(found.as_slice(), [only] if *only == word);
        (!found.is_empty() && !done).then_some(Offers { from, words: found })
    }

    /// The prompt and its log; `past` are the steps up to where one is.
    pub(super) fn view(&self, world: &World, past: &[Step<'_>]) -> Rc<ConsoleView> {
        let mut entries = Vec::new();
        for step in past {
            if let [Event::Commanded { line, reply }] = step.events {
                entries.push(ConsoleEntry {
                    line: line.to_string(),
                    answer: answer(reply),
                    error: reply.is_error(),
                });
            }
        }
        let many = entries.len().saturating_sub(MAX_ENTRIES);
        entries.drain(..many);
        for (line, why) in &self.refused {
            entries.push(ConsoleEntry { line: line.clone(), answer: why.clone(), error: true });
        }
        let offers = self.offers(world);
        let mut words = offers.map_or_else(Vec::new, |it| it.words);
        let more = words.len().saturating_sub(MAX_OFFERS);
        words.truncate(MAX_OFFERS);
        let spec = self.spec();
        Rc::new(ConsoleView {
            entries,
            left_out: many,
            text: self.text.clone(),
            recalls: !self.sent.is_empty(),
            offers: words,
            more,
            usage: spec.map_or("", |spec| spec.syntax),
            summary: spec.map_or_else(String::new, |spec| self.summary(spec)),
            arity: spec.map_or_else(String::new, |spec| self.arity(spec)),
        })
    }

    fn recall(&mut self, at: Option<usize>) {
        self.recalled = at;
        self.quiet = true;
        self.text = at.map_or_else(String::new, |at| self.sent[at].clone());
    }

    /// The command that stands at the prompt, once its name is whole.
    fn spec(&self) -> Option<&'static CommandSpec> {
        command(self.text.split_whitespace().next()?.as_bytes())
    }

    /// What it does, once the page has been told.
    fn summary(&self, spec: &CommandSpec) -> String {
        let told = self.summaries.lines().find_map(|line| line.strip_prefix(spec.name)?.strip_prefix(' '));
        told.unwrap_or_default().to_owned()
    }

    /// How many arguments it takes, where what is typed does not fit.
    fn arity(&self, spec: &CommandSpec) -> String {
        let typed = crate::store::split_line(&self.text).map_or(0, |words| words.len());
        let wanted = spec.arity.unsigned_abs() as usize;
        if typed == 0 || typed < wanted {
            let least = if spec.arity < 0 { "at least " } else { "" };
            format!("takes {least}{}", words::count(wanted - 1, "argument"))
        } else if spec.arity > 0 && typed > wanted {
            format!("takes no more than {}", words::count(wanted - 1, "argument"))
        } else {
            String::new()
        }
    }
}

/// An answer in redis-cli's notation, cut where it is very long.
fn answer(reply: &Reply) -> String {
    let text = reply.to_string();
    match text.char_indices().nth(MAX_ANSWER) {
        None => text,
        Some((end, _)) => {
            let rest = words::count(text.len() - end, "more byte");
            format!("{}…\n({rest})", &text[..end])
        }
    }
}
