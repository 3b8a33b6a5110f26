// Light, dark, or as the system has it; the choice is kept.

import { h } from "./dom.ts";

const KEPT = "adli.theme";
const CHOICES = ["auto", "light", "dark"] as const;
type Choice = (typeof CHOICES)[number];
const SHOWN: Record<Choice, string> = { auto: "◐", light: "☀", dark: "☾" };

function read(): Choice {
  try {
    return CHOICES.find((choice) => choice === localStorage.getItem(KEPT)) ?? "auto";
  } catch {
    return "auto";
  }
}

/** A button that goes through the choices. */
export function themeSwitch(): HTMLElement {
  let now = read();
  const element = h("button", { type: "button", class: "theme" });
  const apply = (): void => {
    if (now === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = now;
    element.textContent = SHOWN[now];
    const named = now === "auto" ? "as the system has it" : now;
    element.setAttribute("aria-label", `colours: ${named}`);
    element.title = `colours: ${named}`;
  };
  element.addEventListener("click", () => {
    now = CHOICES[(CHOICES.indexOf(now) + 1) % CHOICES.length] ?? "auto";
    try {
      localStorage.setItem(KEPT, now);
    } catch {
      // Not kept, but applied.
    }
    apply();
  });
  apply();
  return element;
}
