// <redeliver-playground>: the playground inside a page of your own. docs/embedding.md lists the attributes.
//
//     <script src="https://example.org/playground/embed.js" defer></script>
//     <redeliver-playground scenario="charge" consumer="naive">What a reader without JavaScript sees.</redeliver-playground>
//
// Until it is started the element shows its own children and a button, and asks for nothing: no frame, no WebAssembly.
// Started, it is a frame with the page that lies beside this file. No inline styles or scripts, no other dependency.
// Deliberately absent: anything that reads or changes the page around the element, or takes its focus or scroll.

(() => {
  const script = document.currentScript ?? document.querySelector('script[src*="embed.js"]');
  const HOME = new URL("./", script?.src ?? document.baseURI).href;

  /** What attributes may say; the first is what they say when missing. */
  const STARTS = ["click", "visible", "auto"];

  /** In CSS pixels: the height until the page has told its own, and the most that it may ask for. */
  const FIRST_HEIGHT = 640;
  const MOST_HEIGHT = 20_000;

  /** A frame that is some pixels too tall is better than a text below it that hops at every step. */
  const SLACK = 120;

  const LOOK = `
    :host { display: block; margin: 1em 0; }
    :host([hidden]) { display: none; }
    .box { padding: 1em; border: 1px solid; border-radius: 0.5em; }
    p { margin: 0.75em 0 0; }
    ::slotted(:first-child) { margin-top: 0; }
    button { min-height: 2.75em; padding: 0.25em 1em; font: inherit; cursor: pointer; }
    iframe { display: block; box-sizing: border-box; width: 100%; border: 1px solid #7b868f; border-radius: 0.5em; }
  `;

  let look = null;

  /** One style sheet for all elements of a page, made when the first of them needs it. */
  function sheet() {
    if (!look) {
      look = new CSSStyleSheet();
      look.replaceSync(LOOK);
    }
    return look;
  }

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  class RedeliverPlayground extends HTMLElement {
    static observedAttributes =
      ["scenario", "consumer", "lesson", "link", "theme", "height", "controls", "src", "sandbox"];

    #shadow = this.attachShadow({ mode: "open" });
    #frame = null;
    #end = null;

    connectedCallback() {
      this.#shadow.adoptedStyleSheets = [sheet()];
      this.#end = new AbortController();
      this.#wait();
    }

    disconnectedCallback() {
      this.#end.abort();
      this.#frame = null;
    }

    attributeChangedCallback(name, before, now) {
      if (!this.#frame || before === now) return;
      if (name === "theme") this.#tellTheme();
      else this.start();
    }

    /** Loads the playground, or loads it anew. */
    start() {
      if (!this.isConnected) return;
      const focused = this.#shadow.activeElement !== null;
      this.#end.abort();
      this.#end = new AbortController();
      const { signal } = this.#end;
      const frame = element("iframe", { title: this.title || "Redeliver playground", loading: "lazy" });
      frame.allow = "clipboard-write";
      frame.referrerPolicy = "no-referrer";
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", this.getAttribute("sandbox"));
      const { height, problem } = this.#height();
      frame.style.height = height;
      // With its address before it is in the page: one that gets it later adds an entry to the page's history.
      frame.src = this.#address();
      this.#frame = frame;
      addEventListener("message", (event) => this.#hear(event), { signal });
      this.#shadow.replaceChildren(frame, ...problem);
      // Only in place of the button that had the focus.
      if (focused) frame.focus({ preventScroll: true });
    }

    /** What is there before the start. */
    #wait() {
      const button = element("button", { type: "button" }, "Start the playground");
      const { signal } = this.#end;
      button.addEventListener("click", () => this.start(), { signal });
      const about = element("slot", {}, "A job queue, its workers and their databases, to break and to mend.");
      const asked = this.getAttribute("start") ?? STARTS[0];
      const problem = STARTS.includes(asked) ? [] : this.#problem("start", asked, STARTS.join(", "));
      this.#shadow.replaceChildren(element("div", { className: "box" }, about, element("p", {}, button), ...problem));
      if (asked === "auto") this.start();
      if (asked !== "visible") return;
      const observer = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && this.start());
      observer.observe(this);
      signal.addEventListener("abort", () => observer.disconnect());
    }

    #problem(name, value, known) {
      return [element("p", {}, `This embed says ${name}="${value}", which is not one of: ${known}.`)];
    }

    /** Whether the page tells the frame's height, what it is to begin with, and what is wrong with the one asked for. */
    #height() {
      const asked = this.getAttribute("height") ?? "auto";
      const length = /^\d+$/.test(asked) ? `${asked}px` : asked;
      const fixed = asked !== "auto" && CSS.supports("height", length);
      const problem = fixed || asked === "auto" ? [] : this.#problem("height", asked, "auto, a length such as 40rem");
      return { auto: !fixed, height: fixed ? length : `${FIRST_HEIGHT}px`, problem };
    }

    get #home() {
      return new URL(this.getAttribute("src") ?? HOME, document.baseURI);
    }

    #address() {
      const address = this.#home;
      const query = ["embed", `height=${this.#height().auto ? "auto" : "fixed"}`];
      const pairs = (names) =>
        names.filter((it) => this.hasAttribute(it)).map((it) => `${it}=${encodeURIComponent(this.getAttribute(it))}`);
      address.search = [...query, ...pairs(["theme", "controls", "lesson"])].join("&");
      const link = this.getAttribute("link");
      address.hash = link === null ? pairs(["scenario", "consumer"]).join("&") : link.slice(link.indexOf("#") + 1);
      return address.href;
    }

    /** The origin that the frame has: a sandboxed one has none. */
    get #origin() {
      const tokens = this.#frame.sandbox;
      const opaque = this.hasAttribute("sandbox") && !tokens.contains("allow-same-origin");
      return opaque ? "null" : this.#home.origin;
    }

    #hear({ source, origin, data }) {
      if (source !== this.#frame?.contentWindow || origin !== this.#origin) return;
      if (data?.redeliver !== "height" || !(data.height > 0)) return;
      const now = this.#frame.offsetHeight;
      const wanted = Math.min(Math.ceil(data.height) + 2, MOST_HEIGHT);
      if (wanted > now || wanted < now - SLACK) this.#frame.style.height = `${wanted}px`;
    }

    #tellTheme() {
      const origin = this.#origin === "null" ? "*" : this.#origin;
      this.#frame.contentWindow.postMessage({ redeliver: "theme", theme: this.getAttribute("theme") ?? "auto" }, origin);
    }
  }

  if (!customElements.get("redeliver-playground")) customElements.define("redeliver-playground", RedeliverPlayground);
})();
