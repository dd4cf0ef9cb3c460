// For whoever presents a lesson: its notes in a second window, which follows, and its handout on paper. The page loads
// this when the presenter's view is first switched on; in the one file it is inside.
//
// The program draws the notes into the page, unseen (`.notes`), and the buttons (`data-presenter`). Everything else
// is here: the window is a blank page of this one's, filled with a copy whenever the notes change.

(() => {
  let opened = null;
  let since = 0;
  let shown = "";

  const root = document.documentElement;

  /** `m:ss` since the window was opened. */
  function time() {
    const seconds = Math.floor((Date.now() - since) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /** Brings the second window up to date. */
  function follow() {
    if (!opened || opened.closed) return;
    const page = opened.document;
    for (const name of ["lang", "data-theme"]) page.documentElement.setAttribute(name, root.getAttribute(name) ?? "");
    const notes = document.querySelector(".notes");
    const text = notes?.outerHTML ?? "";
    if (text !== shown || !page.body.firstChild) {
      shown = text;
      const copy = page.importNode(notes ?? document.createElement("section"), true);
      copy.hidden = false;
      if (!notes) copy.textContent = "No lesson is open.";
      const clock = page.createElement("p");
      clock.id = "clock";
      page.body.replaceChildren(copy, clock);
    }
    page.getElementById("clock").textContent = `Since the notes were opened: ${time()}`;
  }

  function open() {
    opened = window.open("", "redeliver-notes", "popup,width=640,height=720");
    const said = document.querySelector(".presenter-said");
    said.textContent = opened
      ? ""
      : "The browser opened no second window: allow this page to open pop-ups, then press Notes again.";
    if (!opened) return;
    const page = opened.document;
    page.body.replaceChildren();
    const sheets = [...document.querySelectorAll("link[rel=stylesheet], style")];
    page.head.replaceChildren(page.createElement("title"), ...sheets.map((it) => page.importNode(it, true)));
    page.title = "Notes · Redeliver";
    since = Date.now();
    follow();
  }

  document.addEventListener("click", ({ target }) => {
    const asked = target.closest?.("[data-presenter]")?.dataset.presenter;
    if (asked === "notes") open();
    if (asked === "print") print();
  });
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true, characterData: true });
  setInterval(follow, 500);
})();
