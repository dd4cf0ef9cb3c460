//! What a statement is made of, before its names are looked up.

use std::sync::Arc;

use super::datum::Type;

/// A name: lower case, unless it was quoted.
pub(super) type Name = Arc<str>;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ident {
    pub name: Name,
    pub at: u32,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// `+ - * / %`
    Arithmetic(u8),
}

/// An expression and where it stands: its first token, or its operator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Expr {
    pub at: u32,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ExprKind {
    Null,
    Bool(bool),
    Number(Name),
    Text(Name),
    Parameter(u16),
    Column {
        table: Option<Name>,
        name: Name,
    },
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Operator, Box<[Expr; 2]>),
    IsNull(Box<Expr>),
    In(Box<Expr>, Vec<Expr>),
    Call {
        name: Name,
        arguments: Vec<Expr>,
        star: bool,
    },
    Cast(Box<Expr>, Type),
    /// Conditions and results in turn, then what `ELSE` says.
    Case(Vec<Expr>),
    Exists(Box<Select>),
    Subselect(Box<Select>),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum IfLocked {
    Wait,
    Fail,
    Skip,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Target {
    pub table: Ident,
    pub alias: Option<Name>,
}

/// One output column. Without an expression it is `*`, or that of the table which `alias` names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Output {
    pub expr: Option<Expr>,
    pub alias: Option<Name>,
    pub at: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderBy {
    pub expr: Expr,
    pub descending: bool,
    pub nulls_first: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Select {
    pub outputs: Vec<Output>,
    pub from: Option<Target>,
    pub filter: Option<Expr>,
    pub order: Vec<OrderBy>,
    pub limit: Option<Expr>,
    pub offset: Option<Expr>,
    pub lock: Option<(LockMode, IfLocked)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Assignment {
    pub column: Ident,
    pub value: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Source {
    DefaultValues,
    Values(Vec<Vec<Expr>>),
    Select(Box<Select>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Arbiter {
    /// Every unique index.
    Any,
    Columns(Vec<Ident>, u32),
    Constraint(Ident),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct OnConflict {
    pub arbiter: Arbiter,
    /// `None` is DO NOTHING.
    pub update: Option<(Vec<Assignment>, Option<Expr>)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Insert {
    pub target: Target,
    pub columns: Option<Vec<Ident>>,
    pub source: Source,
    pub on_conflict: Option<OnConflict>,
    pub returning: Vec<Output>,
}

/// UPDATE, and DELETE where `set` is `None`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Modify {
    pub target: Target,
    pub set: Option<Vec<Assignment>>,
    pub filter: Option<Expr>,
    pub returning: Vec<Output>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ColumnDef {
    pub name: Ident,
    pub data_type: Type,
    pub not_null: bool,
    pub default: Option<Expr>,
    pub serial: bool,
    /// `GENERATED ALWAYS`: may not be written.
    pub always: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ConstraintDef {
    pub name: Option<Name>,
    pub at: u32,
    pub kind: ConstraintKind,
    /// The column it was written behind.
    pub column: Option<Name>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ConstraintKind {
    PrimaryKey(Vec<Ident>),
    Unique(Vec<Ident>),
    /// The condition, and how it is written.
    Check(Expr),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CreateTable {
    pub name: Ident,
    pub if_not_exists: bool,
    pub columns: Vec<ColumnDef>,
    pub constraints: Vec<ConstraintDef>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Command {
    Begin,
    Commit,
    Rollback,
    Create(CreateTable),
    Drop { tables: Vec<Ident>, if_exists: bool },
    Truncate { tables: Vec<Ident>, restart: bool },
    Insert(Insert),
    Modify(Modify),
    Select(Select),
}
