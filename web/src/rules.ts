// The rule that applies in the position on the board, what it allows and why; and of each rule before it, why it does not apply.

import type { Evaluated, Explained, Fact, Failing, Recognised, RuleText } from "./api.ts";
import { button, count, h, replace, words, type Child } from "./dom.ts";
import type { Room } from "./room.ts";
import { moveButton, refused, type Pointing } from "./value.ts";

export class RulesPanel {
  readonly element = h("div", { class: "rules-panel" });
  /** The value of what is selected in the text. It stands beside the text, whichever tab is open. */
  readonly selected = h("div", { class: "selected", "aria-live": "polite" });
  private readonly applying = h("div", { class: "applying" });
  private readonly asked = new Map<string, HTMLDetailsElement>();
  private explained: Explained | null = null;

  constructor(
    room: Room,
    private readonly pointing: Pointing,
    private readonly reveal: (rule: RuleText) => void,
  ) {
    this.element.append(this.applying);
    room.evaluated.on((value) => {
      if (!value) replace(this.selected);
      else if ("refused" in value) replace(this.selected, h("p", { class: "quiet" }, words(value.refused.message)));
      else replace(this.selected, ...evaluated(value.answer));
    });
    room.explained.on((told) => {
      this.explained = null;
      this.asked.clear();
      if (!told) replace(this.applying, h("p", { class: "quiet" }, "The text has mistakes: they are underlined."));
      else if ("refused" in told) replace(this.applying, refused(told.refused));
      else if (told.answer.applies) this.show(told.answer.applies);
      else if (told.answer.recognised) replace(this.applying, ...recognised(told.answer.recognised));
      else replace(this.applying, h("p", { class: "quiet" }, "This text has no rules of play."));
    });
  }

  private show(explained: Explained): void {
    this.explained = explained;
    const { rule, earlier } = explained;
    replace(
      this.applying,
      rule
        ? h(
            "h3",
            {},
            h("span", { class: "tag applies" }, "applies"),
            ` rule ${rule.number} of ${rule.of}: `,
            button(rule.name ?? "rule", () => this.reveal(rule), { class: "link code" }),
          )
        : h("h3", {}, "no rule has a move here"),
      explained.seen_as !== undefined && h("p", { class: "quiet" }, "The text speaks of the other colours; it is read so."),
      rule && h("p", { class: "allowed" }, "It allows ", ...listed(rule.moves.map((move) => moveButton(move, `play ${move.san}`, this.pointing)))),
      rule?.satisfying !== undefined &&
        rule.satisfying > rule.moves.length &&
        h("p", { class: "quiet" }, `Its condition holds for ${count(rule.satisfying - rule.moves.length, "other move")}, which the preferences leave out.`),
      rule && (rule.because.length > 0 || rule.preferences.length > 0) &&
        h(
          "details",
          { open: true },
          h("summary", {}, `Why ${rule.moves[0]?.san ?? ""}`),
          facts(rule.because),
          rule.preferences.length > 0 &&
            h("ul", { class: "facts" }, ...rule.preferences.map((preferred) => fact({ text: `${preferred.most ? "most" : "least"} ${preferred.text}`, value: String(preferred.value) }))),
        ),
      rule?.untold !== undefined && h("p", { class: "quiet" }, words(rule.untold)),
      earlier.length > 0 && h("h4", {}, "Rules that come first and do not apply"),
      ...earlier.map((failing) => this.failing(failing)),
    );
  }

  private failing(rule: Failing): HTMLElement {
    const name = rule.name ?? `rule ${rule.number}`;
    const element = h(
      "details",
      { class: "failing", "data-rule": name },
      h("summary", {}, h("span", { class: "number" }, String(rule.number)), " ", h("code", {}, name), ": ", words(shortReason(rule))),
      rule.nearest && facts(rule.nearest.fails),
      ...(rule.refused ?? []).slice(0, 12).map((each) =>
        h("p", { class: "quiet" }, `${each.san ?? ""}: `, words(each.why ?? ""), each.reply ? ` (${each.reply})` : ""),
      ),
      rule.untold !== undefined && h("p", { class: "quiet" }, words(rule.untold)),
      rule.from !== undefined && button("Show it in the text", () => this.reveal(rule), { class: "link" }),
    );
    this.asked.set(name, element);
    return element;
  }

  /** Says why the rule of that name does not apply. Nothing to say of a rule of another strategy. */
  ask(name: string): boolean {
    if (!this.explained) return false;
    const element = this.asked.get(name);
    for (const each of this.asked.values()) each.open = each === element;
    this.element.querySelector(".later")?.remove();
    if (!element && this.explained.rule && this.explained.rule.name !== name) {
      const note = h("p", { class: "later quiet" }, words(`\`${name}\` comes later: \`${this.explained.rule.name ?? ""}\` has a move here, so nothing below it is asked.`));
      this.applying.prepend(note);
    }
    return element !== undefined;
  }
}

/** Why a rule does not apply, as one sentence. */
function shortReason(rule: Failing): string {
  const whose = rule.men ? ` of ${rule.men}` : "";
  if (rule.not_asked) {
    const { when, holds } = rule.not_asked;
    return holds ? `not asked, since \`${when}\` holds above` : `not asked, since \`${when}\` does not hold`;
  }
  if (rule.candidates === 0 && !rule.refused?.length) return `there is no legal move${whose}`;
  if (rule.no_move_satisfies.length > 0) return `no move${whose} satisfies ${rule.no_move_satisfies.map((part) => `\`${part}\``).join(" and ")}`;
  if (rule.nearest) return `no move${whose} satisfies all of it; ${rule.nearest.san} comes nearest`;
  return "no move of it works here";
}

function recognised(told: Recognised): Child[] {
  return [
    h("h3", {}, h("span", { class: "tag applies" }, "answers"), ` rule ${told.rule.number} of ${told.rule.of}: `, h("strong", {}, told.answer), ` for ${told.for}`),
    h("pre", { class: "rule-text" }, told.rule.text),
    told.because.length > 0 && h("details", { open: true }, h("summary", {}, "Why"), facts(told.because)),
    told.earlier.length > 0 && h("h4", {}, "Rules that come first and do not answer"),
    ...told.earlier.map((passed) =>
      h("details", {}, h("summary", {}, passed.to > passed.number ? `rules ${passed.number} to ${passed.to}` : `rule ${passed.number}`), facts(passed.fails)),
    ),
  ];
}

function evaluated({ text, value, inside, after }: Evaluated & { after?: string }): Child[] {
  return [
    h("h3", {}, h("code", {}, text), " is ", h("code", { class: `value-${value}` }, value), after ? ` after ${after}` : " here"),
    inside && inside.length > 0 && facts(inside),
  ];
}

/** Parts of a condition with their values. */
export function facts(list: Fact[]): HTMLElement {
  return h("ul", { class: "facts" }, ...list.map(fact));
}

function fact({ text, value, inside }: Fact): HTMLElement {
  const sign = value === "true" ? "✓" : value === "false" ? "✗" : "";
  return h(
    "li",
    {},
    h("code", {}, text),
    sign ? h("span", { class: `truth ${value}` }, ` ${sign} ${value}`) : h("span", { class: "number" }, ` = ${value}`),
    inside && inside.length > 0 && facts(inside),
  );
}

function listed(elements: HTMLElement[]): Child[] {
  return elements.flatMap((element, index) => (index ? [" ", element] : [element]));
}
