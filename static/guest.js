// The page inside another page: `?embed&theme=dark&controls=minimal&height=auto`. static/boot.js loads this before the
// program when the address says so, and static/embed.js makes such addresses.
//
// Marks the document for static/guest.css, puts a line above the page that leads to the whole of it, and tells the
// embedding page how tall it is. What it says and hears are those two messages:
//     to the parent    { redeliver: "height", height: CSS pixels }
//     from the parent  { redeliver: "theme", theme: "auto" | "light" | "dark" }

(() => {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("embed")) return;
  const root = document.documentElement;
  const THEMES = ["auto", "light", "dark"];
  const problems = [];

  /** From this width on the panels share one window of this height, in CSS pixels; as in static/playground.css. */
  const WINDOW = { wide: "(min-width: 75rem)", height: 800 };

  /** What the address says about `name`, or the first of what it may say. */
  function choice(name, known) {
    const value = asked.get(name) ?? known[0];
    if (known.includes(value)) return value;
    problems.push(`This page was embedded with ${name}="${value}", which is not one of: ${known.join(", ")}.`);
    return known[0];
  }

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  /** The whole page with the session as it stands: the program notes it in the history's entry. */
  function wholePage() {
    const lesson = asked.get("lesson");
    // A lesson begins where one left it; the playground in it is its own.
    const session = lesson ? "" : (history.state ?? location.hash.slice(1));
    const query = lesson ? `?lesson=${encodeURIComponent(lesson)}` : "";
    return `${location.href.replace(/[?#].*$/s, "")}${query}${session ? `#${session}` : ""}`;
  }

  function bar() {
    const link = element("a", { target: "_blank", rel: "noopener", href: wholePage() }, "Open in full");
    for (const kind of ["focus", "pointerdown", "click"]) link.addEventListener(kind, () => (link.href = wholePage()));
    const said = problems.map((text) => element("p", { role: "alert" }, text));
    return element("aside", { className: "bar", ariaLabel: "Embedded playground" }, ...said, link);
  }

  /** Tells the parent the page's height, now and whenever it changes. */
  function tellHeight() {
    const wide = matchMedia(WINDOW.wide);
    const tell = () => {
      const height = Math.max(root.getBoundingClientRect().height, wide.matches ? WINDOW.height : 0);
      // Any page may know how tall this one is.
      parent.postMessage({ redeliver: "height", height }, "*");
    };
    new ResizeObserver(tell).observe(root);
  }

  root.dataset.embed = choice("height", ["fixed", "auto"]);
  root.dataset.controls = choice("controls", ["full", "minimal"]);
  if (asked.has("theme")) root.dataset.theme = choice("theme", THEMES);
  // The page in one file has these rules in it already.
  if (!document.querySelector("style")) {
    document.head.append(element("link", { rel: "stylesheet", href: "guest.css" }));
  }
  document.body.prepend(bar());
  if (parent === window) return;
  if (root.dataset.embed === "auto") tellHeight();
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.redeliver !== "theme" || !THEMES.includes(data.theme)) return;
    root.dataset.theme = data.theme;
  });
})();
