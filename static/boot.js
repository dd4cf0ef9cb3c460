// Starts the WebAssembly module, or says in the page why it cannot.
//
// Trunk would put a script like this inline; a file of our own lets the page run under a content security policy
// without 'unsafe-inline'. The names of the two built files come from the <meta> that Trunk.toml writes.
// A classic script, not a module: it has to run where modules do not, to say so.

(() => {
  const SUPPORT = "Any browser updated since 2023 can.";

  /** Shows `text` in place of the loading message. Does nothing once the app has taken the page over. */
  function say(text) {
    const message = document.getElementById("boot");
    if (!message) return;
    message.setAttribute("role", "alert");
    message.textContent = text;
  }

  /** What to tell a person about `error`, in words they can act on. */
  function explain(error) {
    if (location.protocol === "file:" && !globalThis.inlined) {
      return "Browsers do not start WebAssembly from a file. Serve this folder, for example with: python3 -m http.server";
    }
    if (typeof WebAssembly !== "object") {
      return `This browser cannot run WebAssembly, or an extension or a setting turned it off. ${SUPPORT}`;
    }
    if (error instanceof WebAssembly.CompileError && /Content Security Policy|unsafe-eval/.test(error.message)) {
      return "This site's security policy forbids WebAssembly. Its owner has to allow script-src 'wasm-unsafe-eval'.";
    }
    if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) {
      return `This browser cannot read the playground's code. ${SUPPORT} If yours is newer, load the page again.`;
    }
    if (error instanceof WebAssembly.RuntimeError) {
      return "The playground stopped while it was starting. Load the page again; if that does not help, report it.";
    }
    if (origin === "null" && !globalThis.inlined) {
      return "The playground could not be downloaded into this sandboxed frame. Its server has to send "
        + "Access-Control-Allow-Origin: *";
    }
    return "The playground could not be downloaded completely. Check the connection and load the page again.";
  }

  /** Runs one of the scripts that not every visit needs. */
  function load(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { src: name, onload: resolve, onerror: reject });
      document.head.append(script);
    });
  }

  async function start() {
    // The page in one file (scripts/package.mjs) brings everything along.
    if (globalThis.inlined) return inlined();
    const guest = new URLSearchParams(location.search).has("embed");
    if (guest) await load("guest.js");
    const built = document.querySelector("meta[name=playground]");
    const address = (name) => new URL(built.getAttribute(name), document.baseURI).href;
    const { default: init } = await import(address("data-js"));
    await init({ module_or_path: address("data-wasm") });
    // A frame keeps nothing, and one without an origin must not even ask.
    if (!guest && top === window && origin !== "null" && navigator.serviceWorker) await load("offline.js");
  }

  start().catch((error) => {
    console.error(error);
    say(`${explain(error)} (${error})`);
  });
})();
