//! One line into words, with positions. Never fails: what is wrong is noted, and the rest is still read.
//!
//! Quoting is redis-cli's: a quote may open in the middle of a word, the word ends after the closing quote,
//! double quotes know `\n \r \t \b \a \xHH`, single quotes only `\'`. On top of that, inside and outside
//! quotes, `{…}` is a hole and `{{`, `}}` are braces. Any white space separates, pasted no-break spaces
//! too. `#` at the start of a word opens a comment.

use crate::base::template::{BraceError, brace};

/// A line taken apart.
#[derive(Debug, Default)]
pub(super) struct Lexed<'s> {
    pub words: Vec<Word<'s>>,
    /// Where the comment starts.
    pub comment: Option<usize>,
    pub mistakes: Vec<Mistake>,
}

/// A word: its pieces follow each other without a gap, quotes included.
#[derive(Debug)]
pub(super) struct Word<'s> {
    pub start: usize,
    pub end: usize,
    /// As it stands in the line.
    pub source: &'s str,
    pub pieces: Vec<Piece<'s>>,
}

/// A piece of a word.
#[derive(Debug)]
pub(super) struct Piece<'s> {
    pub start: usize,
    pub end: usize,
    pub quoted: bool,
    pub content: Content<'s>,
}

/// What a piece stands for.
#[derive(Debug)]
pub(super) enum Content<'s> {
    /// These bytes, escapes resolved.
    Text(Vec<u8>),
    /// The value of what stands between the braces.
    Hole(&'s str),
}

/// Something wrong in the line, from byte `start` to byte `end`.
#[derive(Debug)]
pub(super) struct Mistake {
    pub start: usize,
    pub end: usize,
    pub kind: MistakeKind,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum MistakeKind {
    UnclosedQuote(char),
    TextAfterQuote(char),
    Brace(BraceError),
}

impl Word<'_> {
    /// The word as it stands, when it has neither quotes nor holes: only then can it be a word of the language.
    pub(super) fn bare(&self) -> Option<&str> {
        let plain = |piece: &Piece<'_>| !piece.quoted && matches!(piece.content, Content::Text(_));
        self.pieces.iter().all(plain).then_some(self.source)
    }

    /// The text the word stands for, when it has no holes.
    pub(super) fn literal(&self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        for piece in &self.pieces {
            match &piece.content {
                Content::Text(bytes) => text.extend_from_slice(bytes),
                Content::Hole(_) => return None,
            }
        }
        Some(text)
    }
}

/// Takes a line apart.
pub(super) fn lex(line: &str) -> Lexed<'_> {
    let mut scanner = Scanner { line, at: 0, pieces: Vec::new(), mistakes: Vec::new() };
    let mut words = Vec::new();
    let mut comment = None;
    while let Some(c) = scanner.peek() {
        if c.is_whitespace() {
            scanner.at += c.len_utf8();
        } else if c == '#' {
            comment = Some(scanner.at);
            break;
        } else {
            words.push(scanner.word());
        }
    }
    Lexed { words, comment, mistakes: scanner.mistakes }
}

struct Scanner<'s> {
    line: &'s str,
    at: usize,
    pieces: Vec<Piece<'s>>,
    mistakes: Vec<Mistake>,
}

impl<'s> Scanner<'s> {
    fn rest(&self) -> &'s str {
        &self.line[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn word(&mut self) -> Word<'s> {
        let start = self.at;
        while let Some(c) = self.peek().filter(|c| !c.is_whitespace()) {
            match c {
                '"' | '\'' => {
                    self.quoted(c);
                    self.after_quote(c);
                }
                '{' | '}' => self.brace(false),
                c => self.push_char(c, false),
            }
        }
        let pieces = std::mem::take(&mut self.pieces);
        Word { start, end: self.at, source: &self.line[start..self.at], pieces }
    }

    /// Reads from the opening quote to the closing one.
    fn quoted(&mut self, quote: char) {
        let open = self.at;
        self.push(1, &[], true);
        loop {
            let mut rest = self.rest().chars();
            match (rest.next(), rest.next()) {
                (None, _) => {
                    self.mistake(open, self.line.len(), MistakeKind::UnclosedQuote(quote));
                    return;
                }
                (Some(c), _) if c == quote => return self.push(1, &[], true),
                (Some('\\'), Some('\'')) if quote == '\'' => self.push(2, b"'", true),
                (Some('\\'), Some(escaped)) if quote == '"' => self.escape(escaped),
                (Some('{' | '}'), _) => self.brace(true),
                (Some(c), _) => self.push_char(c, true),
            }
        }
    }

    /// Reads an escape in double quotes: `\xHH`, a named control character, or the character itself.
    fn escape(&mut self, escaped: char) {
        let hex = self.rest().get(2..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        match (escaped, hex) {
            ('x', Some(digits)) => {
                let byte = u8::from_str_radix(digits, 16).expect("two hexadecimal digits");
                self.push(4, &[byte], true);
            }
            ('n', _) => self.push(2, b"\n", true),
            ('r', _) => self.push(2, b"\r", true),
            ('t', _) => self.push(2, b"\t", true),
            ('b', _) => self.push(2, b"\x08", true),
            ('a', _) => self.push(2, b"\x07", true),
            (other, _) => self.push(1 + other.len_utf8(), other.encode_utf8(&mut [0; 4]).as_bytes(), true),
        }
    }

    /// A closing quote ends the word; what stands right behind it is noted and read as text.
    fn after_quote(&mut self, quote: char) {
        let start = self.at;
        let glued = self.rest().find(char::is_whitespace).unwrap_or(self.rest().len());
        if glued > 0 {
            self.mistake(start, start + glued, MistakeKind::TextAfterQuote(quote));
            let text = &self.rest()[..glued];
            self.push(glued, text.as_bytes(), false);
        }
    }

    fn brace(&mut self, quoted: bool) {
        let rest = self.rest();
        match brace(rest) {
            Ok(None) => self.push(2, &rest.as_bytes()[..1], quoted),
            Ok(Some(inside)) => {
                let (start, end) = (self.at, self.at + inside.len() + 2);
                self.pieces.push(Piece { start, end, quoted, content: Content::Hole(inside) });
                self.at = end;
            }
            Err(error) => {
                self.mistake(self.at, self.at + 1, MistakeKind::Brace(error));
                self.push(1, &rest.as_bytes()[..1], quoted);
            }
        }
    }

    fn push_char(&mut self, c: char, quoted: bool) {
        self.push(c.len_utf8(), c.encode_utf8(&mut [0; 4]).as_bytes(), quoted);
    }

    /// Moves over `width` bytes of the line that stand for `text`.
    fn push(&mut self, width: usize, text: &[u8], quoted: bool) {
        let start = self.at;
        self.at += width;
        if let Some(Piece { end, quoted: same, content: Content::Text(bytes), .. }) = self.pieces.last_mut()
            && *same == quoted
        {
            *end = self.at;
            bytes.extend_from_slice(text);
        } else {
            self.pieces.push(Piece { start, end: self.at, quoted, content: Content::Text(text.to_vec()) });
        }
    }

    fn mistake(&mut self, start: usize, end: usize, kind: MistakeKind) {
        self.mistakes.push(Mistake { start, end, kind });
    }
}
