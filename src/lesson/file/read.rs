//! From JSON to what a file says: which fields there are, and what kind of value each holds.
//!
//! Written out by hand instead of derived: the page reads files too, and a general deserialiser would take several
//! times the room. Whether what is said makes sense is the business of `check`.

use super::check::Checker;
use super::{
    Backoff, Consumer, Field, File, FileError, Invariant, Measure, Options, Probe, Settings, System, VERSION,
};
use crate::queue::Json;

type Read<T> = Result<T, FileError>;

/// The largest whole number that a double, and so JSON, holds exactly.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A value, and the way to it from the whole.
pub(super) struct Place<'a> {
    text: &'a str,
    json: &'a Json,
    outer: Option<(&'a Place<'a>, Step<'a>)>,
}

/// A step on the way to a value.
#[derive(Clone, Copy)]
enum Step<'a> {
    Member(&'a str),
    Element(usize),
}

impl<'a> Place<'a> {
    /// The whole of a text.
    pub(super) fn new(text: &'a str, json: &'a Json) -> Self {
        Self { text, json, outer: None }
    }

    fn path(&self) -> String {
        let Some((outer, step)) = self.outer else { return String::new() };
        let mut path = outer.path();
        match step {
            Step::Member(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Step::Element(index) => {
                path.push('[');
                path.push_str(&index.to_string());
                path.push(']');
            }
        }
        path
    }

    fn wrong(&self, message: &str, what: &str) -> FileError {
        let mut told = message.to_owned();
        told.push_str(what);
        Checker::new(self.text).wrong(&self.path(), told)
    }

    fn inner(&'a self, json: &'a Json, step: Step<'a>) -> Self {
        Place { text: self.text, json, outer: Some((self, step)) }
    }

    fn members(&self) -> Read<&'a [(String, Json)]> {
        match self.json {
            Json::Object(members) => Ok(members),
            _ => Err(self.wrong("this should be an object in braces", "")),
        }
    }

    /// Sees to it that this is an object with no other members than these, each once at most.
    fn only(&self, known: &[&str]) -> Read<()> {
        let members = self.members()?;
        for (index, (name, value)) in members.iter().enumerate() {
            let member = self.inner(value, Step::Member(name));
            if !known.contains(&name.as_str()) {
                return Err(member.wrong("there is no such field; there are ", &known.join(", ")));
            }
            if members[..index].iter().any(|(other, _)| other == name) {
                return Err(member.wrong("this field is given twice", ""));
            }
        }
        Ok(())
    }

    /// A member that may be left out.
    fn may(&'a self, name: &'a str) -> Option<Self> {
        self.json.get(name).map(|json| self.inner(json, Step::Member(name)))
    }

    /// A member that must be there.
    fn must(&'a self, name: &'a str) -> Read<Self> {
        self.may(name).ok_or_else(|| self.wrong("a field is missing here: ", name))
    }

    /// The only member of an object that has one of several.
    fn variant(&'a self, known: &[&str]) -> Read<(&'a str, Self)> {
        self.only(known)?;
        match self.members()? {
            [(name, value)] => Ok((name, self.inner(value, Step::Member(name)))),
            _ => Err(self.wrong("this should hold exactly one of ", &known.join(", "))),
        }
    }

    fn elements(&self) -> Read<&'a [Json]> {
        match self.json {
            Json::List(elements) => Ok(elements),
            _ => Err(self.wrong("this should be a list in brackets", "")),
        }
    }

    fn each<T>(&self, read: impl Fn(&Place<'_>) -> Read<T>) -> Read<Vec<T>> {
        let mut all = Vec::new();
        for (index, json) in self.elements()?.iter().enumerate() {
            all.push(read(&self.inner(json, Step::Element(index)))?);
        }
        Ok(all)
    }

    /// The two elements of a list of two.
    fn pair(&'a self) -> Read<[Self; 2]> {
        match self.elements()? {
            [first, second] => {
                Ok([self.inner(first, Step::Element(0)), self.inner(second, Step::Element(1))])
            }
            _ => Err(self.wrong("this should be a list of two", "")),
        }
    }

    fn string(&self) -> Read<String> {
        match self.json {
            Json::Text(text) => Ok(text.clone()),
            _ => Err(self.wrong("this should be a text in quotes", "")),
        }
    }

    fn whole(&self) -> Read<i64> {
        match *self.json {
            Json::Number(n) if n.abs() <= MAX_WHOLE && n.fract() == 0.0 => Ok(n as i64),
            _ => Err(self.wrong("this should be a whole number", "")),
        }
    }

    fn text_of(&self, name: &str) -> Read<String> {
        self.must(name)?.string()
    }

    fn texts_of(&self, name: &str) -> Read<Vec<String>> {
        self.must(name)?.each(|it| it.string())
    }

    fn whole_of(&self, name: &str) -> Read<Option<i64>> {
        self.may(name).map(|it| it.whole()).transpose()
    }
}

/// Reads a whole file.
pub(super) fn file(it: &Place<'_>) -> Read<File> {
    // The version first: a later one may have fields that this one does not know.
    let version = it.must("version")?;
    let number = version.whole()?;
    if number != i64::from(VERSION) {
        let told = format!("this is version {number}; version {VERSION} is the only one there is");
        return Err(version.wrong(&told, ""));
    }
    it.only(&[
        "version",
        "id",
        "title",
        "summary",
        "queue",
        "jobName",
        "fields",
        "setup",
        "options",
        "settings",
        "probes",
        "effect",
        "effectNoun",
        "truth",
        "consumers",
    ])?;
    Ok(File {
        id: it.text_of("id")?,
        title: it.text_of("title")?,
        summary: it.text_of("summary")?,
        queue: it.text_of("queue")?,
        job_name: it.text_of("jobName")?,
        fields: it.must("fields")?.each(field)?,
        setup: if it.may("setup").is_some() { it.texts_of("setup")? } else { Vec::new() },
        options: it.may("options").map(|it| options(&it)).transpose()?.unwrap_or_default(),
        settings: it.may("settings").map(|it| settings(&it)).transpose()?.unwrap_or_default(),
        probes: it.must("probes")?.each(probe)?,
        effect: it.text_of("effect")?,
        effect_noun: it.text_of("effectNoun")?,
        truth: it.text_of("truth")?,
        consumers: it.must("consumers")?.each(consumer)?,
    })
}

fn field(it: &Place<'_>) -> Read<Field> {
    it.only(&["name", "values"])?;
    Ok(Field { name: it.text_of("name")?, values: it.texts_of("values")? })
}

fn options(it: &Place<'_>) -> Read<Options> {
    it.only(&["attempts", "backoff", "removeOnComplete", "removeOnFail"])?;
    let backoff = |it: Place<'_>| {
        let (name, pause) = it.variant(&["fixed", "exponential"])?;
        let pause = pause.whole()?;
        Ok(if name == "fixed" { Backoff::Fixed(pause) } else { Backoff::Exponential(pause) })
    };
    Ok(Options {
        attempts: it.whole_of("attempts")?,
        backoff: it.may("backoff").map(backoff).transpose()?,
        remove_on_complete: it.whole_of("removeOnComplete")?,
        remove_on_fail: it.whole_of("removeOnFail")?,
    })
}

fn settings(it: &Place<'_>) -> Read<Settings> {
    it.only(&["lockDuration", "lockRenewTime", "stalledInterval", "maxStalledCount"])?;
    Ok(Settings {
        lock_duration: it.whole_of("lockDuration")?,
        lock_renew_time: it.whole_of("lockRenewTime")?,
        stalled_interval: it.whole_of("stalledInterval")?,
        max_stalled_count: it.whole_of("maxStalledCount")?,
    })
}

fn system(it: &Place<'_>) -> Read<System> {
    Ok(match it.string()?.as_str() {
        "card" => System::Card,
        "mail" => System::Mail,
        "http" => System::Http,
        "events" => System::Events,
        _ => return Err(it.wrong("there is no such system; there are card, mail, http, events", "")),
    })
}

fn probe(it: &Place<'_>) -> Read<Probe> {
    let (name, value) = it.variant(&["ledger", "key", "setSize", "member"])?;
    Ok(match name {
        "ledger" => Probe::Ledger(system(&value)?),
        "key" => Probe::Key(value.string()?),
        "setSize" => Probe::SetSize(value.string()?),
        _ => {
            let [key, member] = value.pair()?;
            Probe::Member(key.string()?, member.string()?)
        }
    })
}

fn consumer(it: &Place<'_>) -> Read<Consumer> {
    it.only(&["id", "title", "note", "recipe", "probes", "invariants"])?;
    Ok(Consumer {
        id: it.text_of("id")?,
        title: it.text_of("title")?,
        note: it.text_of("note")?,
        recipe: it.texts_of("recipe")?,
        probes: it.may("probes").map(|it| it.each(|it| it.whole())).transpose()?,
        invariants: it.may("invariants").map(|it| it.each(invariant)).transpose()?.unwrap_or_default(),
    })
}

fn invariant(it: &Place<'_>) -> Read<Invariant> {
    it.only(&["text", "left", "right"])?;
    let side = |name| side(&it.must(name)?);
    Ok(Invariant { text: it.text_of("text")?, left: side("left")?, right: side("right")? })
}

/// One side of an invariant. JSON is not read deeper than 32 levels, which ends this recursion too.
fn side(it: &Place<'_>) -> Read<Measure> {
    if let Json::Text(word) = it.json {
        return if word == "orders" {
            Ok(Measure::Orders)
        } else {
            Err(it.wrong("the only side that is a word is orders", ""))
        };
    }
    let (name, value) = it.variant(&["number", "ledger", "key", "setSize", "difference"])?;
    Ok(match name {
        "number" => Measure::Number(value.whole()?),
        "ledger" => Measure::Ledger(system(&value)?),
        "key" => Measure::Key(value.string()?),
        "setSize" => Measure::SetSize(value.string()?),
        _ => {
            let [left, right] = value.pair()?;
            Measure::Difference(Box::new(side(&left)?), Box::new(side(&right)?))
        }
    })
}
