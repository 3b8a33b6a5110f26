// A server, a browser, and pages in it, for the tests.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page,
} from "playwright-core";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export interface World {
  origin: string;
  browser: Browser;
  /** Requests to anywhere else, and what the browser refused or complained of. */
  complaints: string[];
  /** A page with a browser's own memory, at a path of ours. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Another page with the same memory. */
  beside(page: Page, path: string): Promise<Page>;
  /** Stops the server, does something, and starts it again at the same address. */
  without(act: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** The address that the server prints once it listens. */
function address(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout?.on("data", (part: Buffer) => {
      said += part.toString();
      const found = /http:\/\/[\w.:[\]]+/.exec(said);
      if (found && said.includes("\n")) resolve(found[0]);
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`adli serve ended with exit code ${code}`)));
  });
}

export async function world(): Promise<World> {
  const adli = process.env["ADLI"] ?? "adli";
  const tables = mkdtempSync(join(tmpdir(), "adli-page-"));
  const serve = (port: string): ChildProcess =>
    spawn(adli, ["serve", "--port", port], { env: { ...process.env, ADLI_TABLES: tables }, stdio: ["ignore", "pipe", "inherit"] });
  const end = (running: ChildProcess): Promise<unknown> => {
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill();
    return ended;
  };
  let server = serve("0");
  const origin = await address(server);
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
  const complaints: string[] = [];
  const visit = async (context: BrowserContext, path: string, isScripted = true): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on("request", (request) => {
      const { origin: asked, protocol } = new URL(request.url());
      const isOurs = asked === origin || protocol === "data:" || protocol === "blob:";
      if (!isOurs) complaints.push(`a request to ${request.url()}`);
    });
    page.on("pageerror", (error) => complaints.push(`an error of the script: ${error.message}`));
    page.on("console", (message) => {
      // An answer such as 400 or 422 is part of the work; the browser writes it down as an error.
      const isAnswer = message.text().startsWith("Failed to load resource");
      if (message.type() === "error" && !isAnswer) complaints.push(message.text());
    });
    await page.goto(origin + path);
    if (isScripted) await page.waitForSelector("html[data-ready]");
    return page;
  };
  return {
    origin,
    browser,
    complaints,
    async open(path, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
      // The compiler of the tests wraps functions in this helper, which a page does not have.
      await context.addInitScript("globalThis.__name = (each) => each");
      await context.addInitScript(() =>
        document.addEventListener("securitypolicyviolation", (event) =>
          console.error(`the policy refused ${event.violatedDirective} of ${(event.target as Element | null)?.outerHTML?.slice(0, 200) ?? ""} in ${event.sourceFile ?? ""}:${event.lineNumber}:${event.columnNumber}`)),
      );
      return visit(context, path, options.javaScriptEnabled !== false);
    },
    beside: (page, path) => visit(page.context(), path),
    async without(act) {
      await end(server);
      try {
        await act();
      } finally {
        server = serve(new URL(origin).port);
        await address(server);
      }
    },
    async close() {
      await browser.close();
      await end(server);
      rmSync(tables, { recursive: true, force: true });
    },
  };
}
