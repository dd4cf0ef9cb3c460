//! The options of SET and GETEX, in any order.

use super::expiry::Unit;
use crate::base::Bytes;
use crate::store::arguments::{int, is};
use crate::store::error::CommandError;

/// Which command the options belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Set,
    GetEx,
}

/// What is to become of the expiry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lifetime<'a> {
    /// Nothing was said.
    Unsaid,
    /// `KEEPTTL`.
    Keep,
    /// `PERSIST`.
    Persist,
    /// `EX`, `PX`, `EXAT` or `PXAT`, with the number as it was written.
    Until { unit: Unit, absolute: bool, amount: &'a Bytes },
}

/// The options of one SET or GETEX.
pub(super) struct SetOptions<'a> {
    pub(super) nx: bool,
    pub(super) xx: bool,
    pub(super) get: bool,
    pub(super) lifetime: Lifetime<'a>,
}

impl<'a> SetOptions<'a> {
    /// No options.
    pub(super) const NONE: Self = Self { nx: false, xx: false, get: false, lifetime: Lifetime::Unsaid };

    /// Reads what follows the key (and the value).
    ///
    /// # Errors
    /// A syntax error for an unknown option, one of the other command, or two that exclude each other. The
    /// same option twice is allowed, and the last one counts.
    pub(super) fn parse(mut rest: &'a [Bytes], owner: Owner) -> Result<Self, CommandError> {
        let mut options = Self::NONE;
        let sets = owner == Owner::Set;
        while let [option, after @ ..] = rest {
            rest = after;
            if sets && is(option, "NX") && !options.xx {
                options.nx = true;
            } else if sets && is(option, "XX") && !options.nx {
                options.xx = true;
            } else if sets && is(option, "GET") {
                options.get = true;
            } else if sets && is(option, "KEEPTTL") {
                options.set_lifetime(Lifetime::Keep)?;
            } else if !sets && is(option, "PERSIST") {
                options.set_lifetime(Lifetime::Persist)?;
            } else {
                let (unit, absolute) = time_option(option).ok_or(CommandError::SYNTAX)?;
                let [amount, after @ ..] = rest else { return Err(CommandError::SYNTAX) };
                options.set_lifetime(Lifetime::Until { unit, absolute, amount })?;
                rest = after;
            }
        }
        Ok(options)
    }

    fn set_lifetime(&mut self, new: Lifetime<'a>) -> Result<(), CommandError> {
        use Lifetime::{Unsaid, Until};
        let compatible = match (self.lifetime, new) {
            (Unsaid, _) => true,
            (Until { unit, absolute, .. }, Until { unit: new_unit, absolute: new_absolute, .. }) => {
                (unit, absolute) == (new_unit, new_absolute)
            }
            (old, new) => old == new,
        };
        self.lifetime = if compatible { new } else { return Err(CommandError::SYNTAX) };
        Ok(())
    }
}

fn time_option(option: &[u8]) -> Option<(Unit, bool)> {
    const OPTIONS: [(&str, Unit, bool); 4] = [
        ("EX", Unit::Seconds, false),
        ("PX", Unit::Millis, false),
        ("EXAT", Unit::Seconds, true),
        ("PXAT", Unit::Millis, true),
    ];
    OPTIONS.iter().find(|(name, ..)| is(option, name)).map(|&(_, unit, absolute)| (unit, absolute))
}

/// The moment, in signed milliseconds, that an amount of time means.
///
/// # Errors
/// It is not an integer, not positive, or beyond the end of time. `command` is in lower case.
pub(super) fn moment(
    command: &str,
    now: i64,
    unit: Unit,
    absolute: bool,
    amount: &[u8],
) -> Result<i64, CommandError> {
    let amount = int(amount)?;
    let since = if absolute { 0 } else { now };
    let millis = if amount > 0 { unit.millis(amount) } else { None };
    millis.and_then(|millis| millis.checked_add(since)).ok_or_else(|| CommandError::invalid_expiry(command))
}
