// Where the script begins. The server has already written the page so that it can be read; on the page with the board everything is made anew, on
// the others a little is added.

import "./style.css";
import { h } from "./dom.ts";
import { KEYS } from "./keys.ts";
import { themeSwitch } from "./theme.ts";

/** A field that leaves of a list what has its words. */
function filter(list: HTMLElement): void {
  const field = h("input", { type: "text", id: "filter", autocomplete: "off" });
  field.addEventListener("input", () => {
    const wanted = field.value.toLowerCase();
    for (const term of list.querySelectorAll<HTMLElement>("dt")) {
      const about = term.nextElementSibling as HTMLElement | null;
      const isWanted = `${term.textContent} ${about?.textContent ?? ""}`.toLowerCase().includes(wanted);
      term.hidden = !isWanted;
      if (about) about.hidden = !isWanted;
    }
  });
  list.before(h("p", {}, h("label", { for: "filter" }, "Look for "), field));
}

document.querySelector("header nav")?.after(themeSwitch());
const here = location.pathname;
for (const link of document.querySelectorAll<HTMLAnchorElement>("header nav a")) {
  const path = new URL(link.href).pathname;
  if (path === here || (path !== "/" && here.startsWith(`${path}/`))) link.setAttribute("aria-current", "page");
}

const main = document.getElementById("main");
if (main && here === "/") {
  const { boardPage } = await import("./page.ts");
  await boardPage(main);
} else if (main && here === "/exercises") {
  const { exercisesPage } = await import("./exercises.ts");
  await exercisesPage(main);
} else if (main && here.startsWith("/endgames/") && !main.querySelector("table")) {
  const { whenReady } = await import("./waiting.ts");
  void whenReady(`/api${here}`);
} else if (main && here === "/library") {
  const list = main.querySelector("dl");
  if (list) filter(list);
} else if (main && here.startsWith("/library/")) {
  const claims = main.querySelector<HTMLElement>("h2 + ul:has(pre)");
  const { libraryText } = await import("./library.ts");
  if (claims) libraryText(decodeURIComponent(here.slice("/library/".length)), claims);
} else if (main && here === "/help" && !main.querySelector("kbd")) {
  const rows = KEYS.map((key) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, "shown" in key ? key.shown : key.key)), h("td", {}, key.what), h("td", {}, key.where)));
  main.append(h("h2", {}, "Keys"), h("table", {}, h("tbody", {}, ...rows)));
}
document.documentElement.dataset["ready"] = "";
