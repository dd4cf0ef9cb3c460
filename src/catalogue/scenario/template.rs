//! Keys, members and values of a scenario file, in which `{job.NAME}` may stand for a field: a hole as in
//! [`base::template`](crate::base::template), filled in without looking at what is no hole.

use super::super::file::Place;
use crate::base::template::brace;
use crate::queue::PREFIX;
use crate::sim::Field;

/// The longest key, member or field value, in bytes.
const MAX_VALUE: usize = 200;

impl Place<'_> {
    /// Sees to it that a key, a member or a value is anything but what belongs to the queue.
    pub(super) fn value(&self, value: &str) {
        self.no_longer_than(value, MAX_VALUE, "this is ");
        // A search leaves out of the queue's keys what no consumer can see: nothing else may read them.
        if value.match_indices(PREFIX).any(|(at, _)| value[at + PREFIX.len()..].starts_with(':')) {
            self.wrong(&format!("keys that start with {PREFIX}: are the queue's"));
        }
    }

    /// A key or member in which `{job.NAME}` stands for a field, where `fields` says which there are.
    pub(super) fn template(&self, fields: &[Field]) -> String {
        let template = self.text();
        if template.is_empty() {
            self.wrong("this is empty");
        }
        let known = |name: &str| {
            name.strip_prefix("job.").is_some_and(|name| fields.iter().any(|it| it.name == name))
        };
        for (start, _) in template.match_indices('{') {
            let behind = &template[start + 1..];
            let fits = match brace(&template[start..]) {
                Ok(Some(inside)) => known(inside),
                Ok(None) => false,
                // Nothing is filled in here, but earlier releases took it.
                Err(_) => known(behind),
            };
            if !fits {
                let all: Vec<String> = fields.iter().map(|it| format!("{{job.{}}}", it.name)).collect();
                let all =
                    if all.is_empty() { "nothing: the job has no fields".to_owned() } else { all.join(", ") };
                let hole = behind.split('}').next().unwrap_or_default();
                self.wrong(&format!("{{{hole}}} is not known here; what can be filled in is {all}"));
            }
        }
        self.value(&template);
        template
    }

    /// What keys begin with, as a template, none of which may be the queue's.
    pub(super) fn beginning(&self, fields: &[Field]) -> String {
        let template = self.template(fields);
        let fixed = template.split('{').next().unwrap_or_default();
        // Whatever is filled in behind it.
        if format!("{PREFIX}:").starts_with(fixed) {
            self.wrong(&format!("the queue's keys, which start with {PREFIX}:, could be among these"));
        }
        template
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::file::Checker;
    use super::*;
    use crate::base::json::{Json, quote};
    use crate::base::template::fill;

    /// What is told of a template, where a job has the field `a`.
    fn told(template: &str) -> Option<String> {
        let text = quote(template);
        let (check, json) = (Checker::new(&text), Json::parse(&text).expect("it is JSON"));
        Place::file(&check, &json).template(&[Field { name: "a".to_owned(), values: vec!["1".to_owned()] }]);
        check.result().err().map(|error| error.message)
    }

    #[test]
    fn only_fields_can_be_filled_in() {
        let known = "is not known here; what can be filled in is {job.a}";
        for (template, hole) in [
            ("{job.b}", "{job.b}"),
            ("{a}", "{a}"),
            ("x{}", "{}"),
            ("{ job.a }", "{ job.a }"),
            ("{{job.a}", "{{job.a}"),
            ("{{}}", "{{}"),
            ("{job.a}{", "{}"),
            ("{job.a x", "{job.a x}"),
            ("{job.a\"}", "{job.a\"}"),
        ] {
            assert_eq!(told(template), Some(format!("{hole} {known}")), "{template}");
        }
        assert_eq!(told(""), Some("this is empty".to_owned()));
    }

    #[test]
    fn what_earlier_releases_took_still_means_the_same() {
        for (template, key) in [
            ("k:{job.a}", "k:1"),
            ("{job.a}{job.a}", "11"),
            ("{job.a}}", "1}"),
            ("a}b}}c", "a}b}}c"),
            ("k:{job.a", "k:{job.a"),
            ("#\"'%{job.a}", "#\"'%1"),
        ] {
            assert_eq!(told(template), None, "{template}");
            let filled = fill(template, &mut |name| (name == "job.a").then(|| "1".to_owned()));
            assert_eq!(filled, key);
        }
    }
}
