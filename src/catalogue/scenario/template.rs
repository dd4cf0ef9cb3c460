//! Keys, members and values of a scenario file, in which `{job.NAME}` may stand for a field.

use super::super::file::Place;
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
        for (start, _) in template.match_indices('{') {
            let hole = template[start + 1..].split('}').next().unwrap_or_default();
            let name = hole.strip_prefix("job.");
            if !name.is_some_and(|name| fields.iter().any(|it| it.name == name)) {
                let known: Vec<String> = fields.iter().map(|it| format!("{{job.{}}}", it.name)).collect();
                let known = if known.is_empty() {
                    "nothing: the job has no fields".to_owned()
                } else {
                    known.join(", ")
                };
                self.wrong(&format!("{{{hole}}} is not known here; what can be filled in is {known}"));
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
        if [PREFIX, ":"].concat().starts_with(fixed) {
            self.wrong(&format!("the queue's keys, which start with {PREFIX}:, could be among these"));
        }
        template
    }
}
