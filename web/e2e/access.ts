// Accessibility by axe-core: nothing serious, on every page, in light and dark, wide and narrow.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { says, tab, value, type Test } from "./steps.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Found {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

async function serious(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const found = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<{ violations: unknown[] }> } }).axe.run());
  const violations = found.violations as Found[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.slice(0, 4).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary?.split("\n")[1] ?? ""}`).join("\n  ")}`);
}

const looks = [
  { colorScheme: "light", viewport: { width: 1360, height: 900 } },
  { colorScheme: "dark", viewport: { width: 1360, height: 900 } },
  { colorScheme: "light", viewport: { width: 360, height: 740 } },
] as const;

export const tests: Record<string, Test> = {
  async "axe-core finds nothing serious on the board, in every tab"({ open }) {
    for (const look of looks) {
      const page = await open("/?text=kqk/beginner", look);
      await says(value(page), /mates|draw/i);
      for (const name of ["position", "verdicts", "failures", "train", "plots"]) {
        await tab(page, name);
        if (name === "verdicts") await page.locator(".claim .chip.refuted").first().waitFor();
        assert.deepEqual(await serious(page), [], `${look.colorScheme}, ${look.viewport.width} px, ${name}`);
      }
      await tab(page, "train");
      await page.getByRole("button", { name: "Begin", exact: true }).click();
      await says(page.locator(".coach"), "Your move");
      assert.deepEqual(await serious(page), [], `${look.colorScheme}, training`);
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByRole("button", { name: "Set up" }).click();
      assert.deepEqual(await serious(page), [], `${look.colorScheme}, setting up`);
    }
  },

  async "axe-core finds nothing serious on the other pages"({ open }) {
    for (const path of ["/library", "/library/krk", "/endgames", "/endgames/KRK", "/exercises?text=krk", "/help"]) {
      for (const look of looks.slice(0, 2)) {
        const page = await open(path, look);
        assert.deepEqual(await serious(page), [], `${path}, ${look.colorScheme}`);
      }
    }
  },
};
