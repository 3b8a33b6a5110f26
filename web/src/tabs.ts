// Panels of which one is shown, as tabs: arrow keys go from one to the next.

import { h } from "./dom.ts";

export interface Tab {
  name: string;
  title: string;
  panel: HTMLElement;
}

const SHOWN = "adli.tab";

/** The tab that was open before the page was loaded again. Whoever comes by an address begins with the first one. */
function before(): string | null {
  const isReload = performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "reload");
  try {
    return isReload ? sessionStorage.getItem(SHOWN) : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

export class Tabs {
  readonly element: HTMLElement;
  private readonly heads = new Map<string, HTMLButtonElement>();
  private readonly badges = new Map<string, HTMLElement>();
  private readonly panels = new Map<string, HTMLElement>();

  constructor(label: string, tabs: Tab[]) {
    const list = h("div", { role: "tablist", "aria-label": label, class: "tab-list" });
    this.element = h("div", { class: "tabs" }, list);
    const names = tabs.map(({ name }) => name);
    for (const { name, title, panel } of tabs) {
      const badge = h("span", { class: "badge" });
      const head = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, on: { click: () => this.show(name) } }, title, badge);
      const body = h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, class: "tab-panel", tabindex: 0 }, panel);
      this.heads.set(name, head);
      this.badges.set(name, badge);
      this.panels.set(name, body);
      list.append(head);
      this.element.append(body);
    }
    list.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (way === undefined) return;
      const at = names.indexOf(this.shown);
      const next = names[(at + way + names.length) % names.length];
      if (next) {
        this.show(next);
        this.heads.get(next)?.focus();
      }
      event.preventDefault();
    });
    const shown = before();
    this.show(names.find((name) => name === shown) ?? names[0] ?? "");
  }

  get shown(): string {
    return [...this.heads].find(([, head]) => head.getAttribute("aria-selected") === "true")?.[0] ?? "";
  }

  show(name: string): void {
    for (const [each, head] of this.heads) {
      head.setAttribute("aria-selected", String(each === name));
      head.tabIndex = each === name ? 0 : -1;
    }
    for (const [each, panel] of this.panels) panel.hidden = each !== name;
    try {
      sessionStorage.setItem(SHOWN, name);
    } catch {
      // A browser that keeps nothing begins with the first tab again.
    }
  }

  /** A few letters beside the title. */
  badge(name: string, text: string, tone = ""): void {
    const badge = this.badges.get(name);
    if (!badge) return;
    badge.textContent = text;
    badge.className = `badge ${tone}`;
  }
}
