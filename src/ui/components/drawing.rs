//! The space-time diagram: lanes downwards, steps to the right, requests between them, deliveries as bars.
//!
//! A drawing for the eye; the table of steps says the same in words, and the slider moves the cursor.

use crate::app::view::{ColumnView, DeliveryView, JoinView, Lost, Mark, TimelineView};
use crate::ui::dom::{Asker, Tag, tag};
use crate::ui::geometry::{self, AXIS, BAR, COLUMN, Geometry, LANE, LEAN, MARK};

/// The width of a letter on a delivery's bar, about.
const LETTER: i32 = 6;

/// The drawing, `name` being its accessible name and `marked` the steps that stand out. `ask` is where the wish to
/// go to a step goes; none for a picture of something else than the session.
pub(super) fn drawing(
    timeline: &TimelineView,
    geometry: &Geometry,
    name: &str,
    marked: &[u32],
    ask: Option<&Asker>,
) -> Tag {
    let (width, height) = (geometry.width(), geometry.height());
    let cursor = geometry.cursor(timeline.position);
    let told = geometry::axis(&timeline.columns);
    let mut drawn = tag("svg.drawing[role=img][preserveAspectRatio=xMinYMin meet]")
        .set("aria-label", name)
        .set("viewBox", &along("0 0 # #", &[width, height]))
        .set("width", &geometry::rem(width))
        .set("height", &geometry::rem(height));
    let from = drawn.count();
    for lane in 0..geometry.lanes {
        let line = geometry.line(lane);
        let line = tag("line.lane-line[x1=0][x2=9999]").number("y1", line).number("y2", line);
        drawn = drawn.child(band(geometry, lane)).child(line);
    }
    drawn = drawn
        .gather(from)
        .each(&timeline.deliveries, |delivery| bar(geometry, delivery))
        .each(&timeline.joins, |join| curve(geometry, join));
    let from = drawn.count();
    for (column, told) in timeline.columns.iter().zip(&told) {
        let marked = marked.contains(&column.step);
        drawn = drawn.child(step(column, told.as_deref(), geometry, marked, ask));
    }
    drawn
        .gather(from)
        .child(tag("line.cursor[y1=0]").number("x1", cursor).number("x2", cursor).number("y2", height))
}

/// The ground of a lane. It goes on to the edge of the drawing's box, which cuts it off: it is wider than any window.
fn band(geometry: &Geometry, lane: usize) -> Tag {
    tag("rect.band[x=0][width=9999]")
        .class(lane.is_multiple_of(2), "even")
        .number("y", geometry.top(lane))
        .number("height", LANE)
}

/// A path's commands with `numbers` in the places of the crosses.
fn along(commands: &str, numbers: &[i32]) -> String {
    let mut path = String::new();
    let mut rest = numbers.iter();
    for c in commands.chars() {
        match c {
            '#' => path.push_str(&rest.next().map(i32::to_string).unwrap_or_default()),
            c => path.push(c),
        }
    }
    path
}

fn path(commands: &str, numbers: &[i32]) -> Tag {
    tag("path").set("d", &along(commands, numbers))
}

fn bar(geometry: &Geometry, delivery: &DeliveryView) -> Tag {
    let left = geometry.left(delivery.from) + if delivery.cut { 0 } else { 4 };
    let right = geometry.left(delivery.to) + COLUMN - 4;
    let width = (right - left).max(4);
    let fits = width > LETTER * delivery.title.len() as i32;
    let short = along("J# D#", &[i32::from(delivery.job), i32::from(delivery.delivery)]);
    let y = geometry.line(delivery.lane) - BAR / 2;
    let rect = tag("rect[rx=4]")
        .number("x", left)
        .number("y", y)
        .number("width", width)
        .number("height", BAR)
        .child(tag("title").text(&delivery.title));
    let text = tag("text").number("x", left + 6).number("y", y - 2);
    tag("g.delivery").number("data-hue", i32::from(delivery.job % 5)).child(rect).child(text.text(if fits {
        &delivery.title
    } else {
        &short
    }))
}

fn curve(geometry: &Geometry, join: &JoinView) -> Tag {
    let (x1, y1) = (geometry.middle(join.from.0), geometry.line(join.from.1));
    let (x2, y2) = (geometry.left(join.to.0) + 4, geometry.line(join.to.1));
    let bend = ((x2 - x1) / 2).max(8);
    path("M# #C# # # # # #", &[x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2])
        .class(true, "join")
        .number("data-hue", i32::from(join.job % 5))
}

fn step(
    column: &ColumnView,
    told: Option<&str>,
    geometry: &Geometry,
    marked: bool,
    ask: Option<&Asker>,
) -> Tag {
    let (left, middle) = (geometry.left(column.step), geometry.middle(column.step));
    let height = geometry.height();
    let number = column.step.to_string();
    let title = format!("Step {number}, {}: {}", column.at, column.text);
    let hit = tag("rect.hit[y=0]").number("x", left).number("width", COLUMN).number("height", height);
    let tick = column.clock.then(|| {
        tag("line.tick").number("x1", middle).number("x2", middle).number("y1", AXIS).number("y2", height)
    });
    let axis =
        told.map(|told| tag("text.axis[y=13]").class(column.clock, "clocked").number("x", middle).text(told));
    let drawn = tag("g.step")
        .key(&number)
        .class(!column.past, "future")
        .class(column.current, "current")
        .class(marked, "marked")
        .class(ask.is_some(), "link")
        .set("data-mark", column.mark.word())
        .set("data-step", &number)
        .child(tag("title").text(&title))
        .child(hit)
        .maybe(tick)
        .maybe(axis)
        .maybe(column.to.map(|to| request(geometry, column, to)))
        .child(mark(column, middle, geometry.line(column.lane)));
    match ask {
        Some(ask) => drawn.does(ask, &column.go),
        None => drawn,
    }
}

/// The way to another lane and back; broken where it was lost.
fn request(geometry: &Geometry, column: &ColumnView, to: usize) -> Tag {
    let middle = geometry.middle(column.step);
    let (start, end) = (geometry.line(column.lane), geometry.line(to));
    let down = (end - start).signum();
    let (near, far) = (start + down * (MARK + 1), end - down * (MARK + 2));
    let (there, back) = (middle - LEAN, middle + LEAN);
    // In the sender's own lane: halfway it would lie on another worker's.
    let lost = near + down * MARK;
    let drawn = tag("g.request").class(column.lost.is_some(), "lost");
    if column.lost == Some(Lost::Request) {
        return drawn.child(line(there, near, lost)).child(cross(there, lost));
    }
    let arrived =
        drawn.child(line(there, near, far)).child(head(there, far, down)).child(target(column, middle, end));
    if column.lost == Some(Lost::Reply) {
        return arrived.child(line(back, far, lost)).child(cross(back, lost));
    }
    arrived.child(line(back, far, near)).child(head(back, near, -down))
}

fn line(x: i32, from: i32, to: i32) -> Tag {
    path("M# #V#", &[x, from, to])
}

/// An arrow's head at its tip; `down` is the way it flies, `1` or `-1`.
fn head(x: i32, y: i32, down: i32) -> Tag {
    let back = y - 4 * down;
    path("M# #L# #L# #", &[x - 3, back, x, y, x + 3, back])
}

fn cross(x: i32, y: i32) -> Tag {
    path("M# #l8 8m0-8l-8 8", &[x - 4, y - 4]).class(true, "broken")
}

fn circle(class: &'static str, x: i32, y: i32, radius: &'static str) -> Tag {
    tag("circle").class(true, class).number("cx", x).number("cy", y).set("r", radius)
}

/// Where a request arrived: a diamond if something happened there, a dot if not.
fn target(column: &ColumnView, x: i32, y: i32) -> Tag {
    if column.effect {
        path("M# #l6 6-6 6-6-6z", &[x, y - 6]).class(true, "effect")
    } else {
        circle("arrived", x, y, "2.5")
    }
}

/// A step's own mark: every kind has its own shape.
fn mark(column: &ColumnView, x: i32, y: i32) -> Tag {
    let around = match column.mark {
        Mark::Statement => return circle("mark full", x, y, "5"),
        Mark::Take => return circle("mark", x, y, "5"),
        Mark::Waits => "M-5-5h10l-10 10h10z",
        Mark::Local => return circle("mark full", x, y, "3"),
        Mark::Enqueue => "M-5-4h10l-5 8z",
        Mark::Ack => "M-5 0l3.500 4L5-4",
        Mark::Refused => "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M-3.500-3.500l7 7",
        Mark::Failure => "M-5-5h10v10h-10zM-2.500-2.500l5 5m0-5l-5 5",
        Mark::Crash => "M-6-6L6 6M6-6L-6 6",
        Mark::Freeze => "M0-6v12M-5.200-3l10.400 6M5.200-3l-10.400 6",
        Mark::Up => "M-5 4h10L0-5z",
        Mark::Redeliver => "M4.500-5v4h-4M4.500-1a5 5 0 1 0 .5 3",
        Mark::Clock => "M0-5a5 5 0 1 0 0 10a5 5 0 1 0 0-10M0-3v3l2 1.500",
        Mark::Setting => "M0-5l5 5-5 5-5-5z",
        Mark::Impossible => "M-5 5L5-5M-5-1a5 5 0 0 1 6-4M5 1a5 5 0 0 1-6 4",
    };
    let place = along("translate(# #)", &[x, y]);
    tag("path.mark").set("transform", &place).set("d", around)
}
