//! What a statement is made of, before its names are looked up.
//!
//! All statements are one struct and all expressions another, with the operands in a list: whatever walks them,
//! copies them or drops them is compiled once. Nothing here is compared or hashed: a statement is its text.

use std::sync::Arc;

use super::datum::Type;

/// A name: lower case, unless it was quoted.
pub(super) type Name = Arc<str>;

/// A name and where it stands.
#[derive(Clone)]
pub(super) struct Ident {
    pub name: Name,
    pub at: u32,
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(super) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Like,
    Concat,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    /// As messages write it.
    pub(super) fn symbol(self) -> &'static str {
        const SYMBOLS: [&str; 15] =
            ["OR", "AND", "=", "<>", "<", "<=", ">", ">=", "~~", "||", "+", "-", "*", "/", "%"];
        SYMBOLS[self as usize]
    }

    pub(super) fn is_arithmetic(self) -> bool {
        self >= Self::Add
    }
}

/// An expression and where it stands: its first token, or its operator.
pub(super) struct Expr {
    pub at: u32,
    pub kind: ExprKind,
    pub arguments: Vec<Expr>,
}

pub(super) enum ExprKind {
    Null,
    Bool(bool),
    Number(i64),
    Text(Name),
    Parameter(u16),
    /// With its table's name, if that was given.
    Column(Option<Name>, Name),
    Not,
    Negate,
    Binary(Operator),
    IsNull,
    /// The value comes first.
    In,
    /// The value, the low and the high end.
    Between,
    /// A function; `true` when its argument is `*`.
    Call(Name, bool),
    /// `DEFAULT`, in VALUES and SET only.
    Default,
}

/// How strongly a row is locked, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LockMode {
    /// `FOR KEY SHARE`
    KeyShare,
    /// `FOR SHARE`
    Share,
    /// `FOR NO KEY UPDATE`, and an UPDATE that leaves every unique key alone
    NoKeyUpdate,
    /// `FOR UPDATE`, DELETE, and an UPDATE of a unique key
    Update,
}

impl LockMode {
    /// As it is written after SELECT.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["FOR KEY SHARE", "FOR SHARE", "FOR NO KEY UPDATE", "FOR UPDATE"][self as usize]
    }

    /// Whether two transactions cannot hold these two on one row.
    #[must_use]
    pub fn conflicts_with(self, other: Self) -> bool {
        // Table 13.3 of the manual: they get along when they add up to less than the strongest lock.
        self as usize + other as usize >= 3
    }
}

/// What a locking SELECT does about a row that another transaction holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum IfLocked {
    Fail,
    Skip,
    Wait,
}

/// One output column; without an expression it is `*`.
pub(super) struct Output {
    pub expr: Option<Expr>,
    pub alias: Option<Name>,
    pub at: u32,
}

pub(super) struct OrderBy {
    pub expr: Expr,
    pub descending: bool,
    pub nulls_first: bool,
}

pub(super) struct Assignment {
    pub column: Ident,
    pub value: Expr,
}

pub(super) struct ColumnDef {
    pub name: Ident,
    pub data_type: Type,
    pub not_null: bool,
    pub default: Option<Expr>,
    pub serial: bool,
    /// `GENERATED ALWAYS`: may not be written.
    pub always: bool,
}

pub(super) struct ConstraintDef {
    pub name: Option<Name>,
    pub at: u32,
    pub primary: bool,
    /// The columns of a key.
    pub columns: Vec<Ident>,
    /// The condition of a CHECK; a key has none.
    pub condition: Option<Expr>,
    /// The column it was written behind.
    pub behind: Option<Name>,
}

/// What kind of statement it is.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd)]
pub(super) enum Verb {
    #[default]
    Begin,
    Commit,
    Rollback,
    Select,
    Insert,
    Update,
    Delete,
    Create,
    Drop,
    Truncate,
}

/// What an INSERT does about a row that is there already.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum OnConflict {
    #[default]
    Fail,
    Nothing,
    /// With `set` and `filter`.
    Update,
}

/// A statement: each kind of them uses some of this.
#[derive(Default)]
pub(super) struct Command {
    /// How it is written.
    pub text: String,
    /// The highest number after a `$`.
    pub parameters: u16,
    pub verb: Verb,
    /// The table it is about; several for DROP and TRUNCATE, none for a SELECT without FROM.
    pub tables: Vec<Ident>,
    pub alias: Option<Name>,
    /// IF EXISTS, IF NOT EXISTS or RESTART IDENTITY.
    pub option: bool,
    /// The columns that INSERT lists.
    pub columns: Option<Vec<Ident>>,
    /// The rows of VALUES; one without values for DEFAULT VALUES.
    pub rows: Vec<Vec<Expr>>,
    pub on_conflict: OnConflict,
    /// The columns of the unique key that ON CONFLICT is about, or the constraint; else it is about all.
    pub arbiter: Vec<Ident>,
    pub constraint: Option<Ident>,
    pub arbiter_at: u32,
    pub set: Vec<Assignment>,
    pub filter: Option<Expr>,
    /// After SELECT or RETURNING.
    pub outputs: Vec<Output>,
    pub order: Vec<OrderBy>,
    pub limit: Option<Expr>,
    pub offset: Option<Expr>,
    pub lock: Option<(LockMode, IfLocked)>,
    pub definitions: Vec<ColumnDef>,
    pub constraints: Vec<ConstraintDef>,
}
