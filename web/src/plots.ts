// Pictures of a text: moves needed, excess over best play, share of each rule, and where on the board something holds. They are drawn by the
// server, by the code behind `adli plot`, and shown as pictures, so that nothing in them acts on the page.

import { refusal, type Plots } from "./api.ts";
import { button, h, replace, words } from "./dom.ts";
import { askFor } from "./jobs.ts";
import type { Room } from "./room.ts";
import { refused } from "./value.ts";

export function plotsPanel(room: Room): HTMLElement {
  const pictures = h("div", { class: "pictures" });
  const condition = h("input", { type: "text", id: "heat-condition", "aria-label": "The condition", placeholder: "check, or steps(K, k) = 2", autocomplete: "off", spellcheck: "false" });
  const man = h("select", { id: "heat-man" });
  const what = h("select", { id: "heat-what", "aria-label": "What is drawn", on: { change: () => { condition.hidden = what.value !== ""; } } });
  const draw = async (heat?: { condition?: string; claim?: string; man: string }): Promise<void> => {
    replace(pictures, h("p", { class: "quiet" }, "drawing …"));
    try {
      const body = { text: room.text, ...(room.strategy ? { strategy: room.strategy } : {}), ...(heat ? { heat } : {}) };
      const { plots } = await askFor<Plots>("/api/plots", body);
      replace(pictures, ...(plots.length ? plots.map(picture) : [h("p", { class: "quiet" }, "There is nothing to draw for this text.")]));
    } catch (error) {
      replace(pictures, refused(refusal(error)));
    }
  };
  const all = button("Draw the plots of this text", () => void draw(), { class: "primary" });
  const heat = h("form", { class: "heat", on: { submit: (event) => {
    event.preventDefault();
    void draw({ ...(what.value ? { claim: what.value } : { condition: condition.value }), man: man.value });
  } } },
    h("label", { for: "heat-what" }, "Where "), what, condition,
    h("label", { for: "heat-man" }, " by the square of "), man,
    h("button", { type: "submit" }, "Draw the board"));
  room.checkedText.on((told) => {
    if (!("answer" in told)) return;
    all.disabled = !room.understood;
    const letters = /endgame\s+\w+\s+\w+\s+((?:\w\s+)+)v\s+\w+\s+((?:\w\b\s*)+)/.exec(room.words);
    const men = [...new Set(`${letters?.[1] ?? "K"} ${letters?.[2] ?? "k"}`.match(/\b\w\b/g) ?? [])];
    const [chosen, drawn] = [man.value, what.value];
    const claims = told.answer.claims.filter((claim) => claim.kind !== "query");
    replace(what, h("option", { value: "" }, "this holds:"), ...claims.map(({ name }) => h("option", { value: name, selected: name === drawn }, `${name} fails`)));
    condition.hidden = what.value !== "";
    replace(man, ...men.map((letter) => h("option", { value: letter, selected: letter === chosen }, letter)));
  });
  room.texted.on(() => replace(pictures));
  return h("div", { class: "plots-panel" }, all, heat, pictures);
}

function picture(plot: Plots["plots"][number]): HTMLElement {
  const address = `data:image/svg+xml,${encodeURIComponent(plot.svg)}`;
  return h("figure", { class: "plot" }, h("img", { src: address, alt: plot.description ?? plot.title }),
    h("figcaption", {}, words(plot.title), " ", h("a", { href: address, download: `${plot.name}.svg` }, "save")));
}
