// Keeps the page for use without a network, and says when a newer version of it has come. static/boot.js loads this
// after the program, so that nothing waits for it; never in a frame and never from a file.

(() => {
  const workers = navigator.serviceWorker;
  let known = workers.controller;

  /** Loads the page again with the session as it stands, which the program notes in the history's entry. */
  function reload() {
    if (typeof history.state === "string") history.replaceState(history.state, "", `#${history.state}`);
    location.reload();
  }

  function say() {
    if (document.getElementById("newer")) return;
    const bar = document.createElement("aside");
    bar.className = "bar";
    bar.id = "newer";
    const text = document.createElement("p");
    text.setAttribute("role", "status");
    const button = document.createElement("button");
    button.className = "press";
    button.textContent = "Reload";
    button.addEventListener("click", reload);
    bar.append(text, button);
    document.body.prepend(bar);
    // Said after it is there, so that screen readers notice.
    text.textContent = "A newer version is ready. Reload to use it.";
  }

  workers.addEventListener("controllerchange", () => {
    if (known) say();
    known = workers.controller;
  });
  // A browser that refuses (storage is blocked, the certificate is not trusted) has the page only with a network.
  workers.register("sw.js", { updateViaCache: "none" }).catch(() => {});
})();
