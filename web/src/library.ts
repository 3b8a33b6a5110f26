// A text of the library: its claims are decided on demand, each with its figures and the method that decided it.

import { refusal, type ClaimReport } from "./api.ts";
import { button, h, replace, type Child } from "./dom.ts";
import { run } from "./jobs.ts";
import { refused } from "./value.ts";
import { claimView } from "./verdicts.ts";

/** Adds the button under the claims of a text, if it has any. */
export function libraryText(name: string, claims: HTMLElement): void {
  const place = h("div", { class: "decided", role: "status" });
  const show = (told: Child, decided: ClaimReport[]): void =>
    replace(place, told, h("ul", { class: "claims" }, ...decided.map((claim) => claimView(claim, null))));
  const prove = async (): Promise<void> => {
    const decided: ClaimReport[] = [];
    const leaving = new AbortController();
    window.addEventListener("pagehide", () => leaving.abort());
    show(h("p", { class: "quiet" }, "deciding …"), decided);
    try {
      const tell = (claim: ClaimReport): void => {
        decided.push(claim);
        show(h("p", { class: "quiet" }, `deciding … ${decided.length} so far`), decided);
      };
      const job = await run({ prove: { text: { library: name }, max_failures: 1 } }, { claim: tell }, leaving.signal);
      show(job.error ? h("p", {}, job.error) : null, job.report?.claims ?? decided);
    } catch (error) {
      show(refused(refusal(error)), decided);
    }
  };
  claims.after(h("p", {}, button("Decide them now", () => void prove(), { class: "primary" }), " ",
    h("span", { class: "quiet" }, "with three men a moment, with more it may take minutes")), place);
}
