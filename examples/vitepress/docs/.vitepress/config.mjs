// The built page lies in docs/public/playground/, which VitePress copies as it is.

const base = process.env.BASE ?? "/";

export default {
  title: "How we charge cards",
  lang: "en",
  base,
  head: [
    ["link", { rel: "icon", href: `${base}icon.svg` }],
    ["script", { src: `${base}playground/embed.js`, defer: "" }],
  ],
  // Vue would look for a component of this name.
  vue: { template: { compilerOptions: { isCustomElement: (name) => name === "redeliver-playground" } } },
};
