//! The order of the modules within a layer: each names only those declared before it, so that no circle can come about.
//!
//! Tests may name everything. A path through the layer's root counts as one to the module that the root re-exports from.

use crate::text::{first_segments, line_of};

/// A layer's modules, lowest first.
pub(crate) struct Order<'a> {
    pub layer: &'a str,
    pub modules: &'a [&'a str],
    /// What the layer's root re-exports: the name, and the module that it is from.
    pub reexports: Vec<(String, &'a str)>,
}

impl<'a> Order<'a> {
    /// The order with what `root`, the code of the layer's own file, re-exports.
    pub(crate) fn of(layer: &'a str, modules: &'a [&'a str], root: &str) -> Self {
        let mut reexports = Vec::new();
        for module in modules {
            let path = format!("use {module}::");
            for (position, _) in root.match_indices(&path) {
                for name in first_segments(&root[position + path.len()..]) {
                    reexports.push((name.to_owned(), *module));
                }
            }
        }
        Self { layer, modules, reexports }
    }

    fn place(&self, module: &str) -> Option<usize> {
        self.modules.iter().position(|it| *it == module)
    }

    /// The module that a path below the layer's root begins with, if it is one.
    fn module<'b>(&'b self, name: &'b str) -> Option<&'b str> {
        let reexported = || self.reexports.iter().find(|(known, _)| known == name).map(|(_, module)| *module);
        if self.place(name).is_some() { Some(name) } else { reexported() }
    }

    /// Complaints about the modules that a file of `module`, `depth` modules below the layer's root, names and may not.
    pub(crate) fn complaints(&self, module: &str, depth: usize, code: &str) -> Vec<String> {
        let Some(place) = self.place(module) else {
            return vec![format!("{} has no place in the order of {}", module, self.layer)];
        };
        // Tests stand at the end of a file, in a module of their own.
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or(code);
        let (absolute, climb) = (format!("crate::{}::", self.layer), "super::".repeat(depth));
        let mut complaints = Vec::new();
        for prefix in [absolute, climb] {
            for (position, _) in code.match_indices(&prefix) {
                if code[..position].ends_with("super::") {
                    continue;
                }
                let path = &code[position + prefix.len()..];
                if path.starts_with('*') {
                    complaints.push(format!(
                        "line {}: {module} names all of {}",
                        line_of(code, position),
                        self.layer
                    ));
                }
                for name in first_segments(path) {
                    let Some(named) = self.module(name) else { continue };
                    if self.place(named) > Some(place) {
                        complaints.push(format!(
                            "line {}: {module} may not know {named}, which stands after it",
                            line_of(code, position)
                        ));
                    }
                }
            }
        }
        complaints
    }
}
