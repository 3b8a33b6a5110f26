// What the server says, as types, and how it is asked. The names of fields are those of the JSON; see `/api/openapi.json`.

import { noAnswer } from "./connection.ts";

/** A text of the library by its name, or somebody's own words. */
export type TextRef = { library: string } | { name: string; words: string };

export type Outcome = "win" | "draw" | "loss";

export interface ValuedMove {
  uci: string;
  san: string;
  words: string;
  outcome: Outcome;
  plies: number | null;
}

export interface Named {
  uci: string;
  san: string;
}

export interface PositionAnswer {
  fen: string;
  turn: string;
  material: string;
  value: string;
  outcome: Outcome;
  plies: number | null;
  check: boolean;
  over: string | null;
  groups: { title: string; outcome: Outcome; moves: ValuedMove[] }[];
  mutual_zugzwang: string | null;
  mainline: Named[];
  longest: { fen: string; words: string } | null;
}

export interface Diagnostic {
  severity: "error" | "warning" | "info";
  /** The kind of complaint, explained at `/messages#CODE`; none if the request itself was refused. */
  code?: string;
  message: string;
  help?: string | null;
  from: number;
  to: number;
  notes?: { message: string; from: number; to: number }[];
  fixes?: { title: string; from: number; to: number; insert: string }[];
}

export interface RulePlace {
  strategy: string;
  name: string | null;
  from: number;
  to: number;
}

export interface Checked {
  materials: string[];
  strategies: string[];
  claims: { name: string; kind: string; from: number; to: number }[];
  diagnostics: Diagnostic[];
  rules: RulePlace[];
  example: string | null;
  quick: boolean;
}

/** What an author should know of a text that has no mistakes. */
export interface Warnings {
  diagnostics: Diagnostic[];
}

export interface Completion {
  from: number;
  to: number;
  items: { label: string; what: string; detail?: string | null }[];
}

export interface Hover {
  from: number;
  to: number;
  title: string;
  detail: string;
  value?: string | null;
  /** The value is that after the move. */
  primed?: boolean;
}

export interface Fact {
  text: string;
  value: string;
  inside?: Fact[];
}

export interface RuleText {
  name?: string;
  number: number;
  of: number;
  file: string;
  line: number;
  text: string;
  from?: number;
  to?: number;
}

export interface Applying extends RuleText {
  moves: Named[];
  satisfying?: number;
  because: Fact[];
  preferences: { most: boolean; text: string; value: number }[];
  untold?: string;
}

export interface Failing extends RuleText {
  men: string | null;
  candidates: number;
  not_asked?: { when: string; holds: boolean };
  no_move_satisfies: string[];
  nearest: (Named & { fails: Fact[] }) | null;
  refused?: { san?: string; why?: string; reply?: string }[];
  untold?: string;
}

export interface Explained {
  fen: string;
  seen_as?: string;
  strategy: string;
  rule: Applying | null;
  earlier: Failing[];
}

export interface Recognised {
  fen: string;
  recogniser: string;
  answer: string;
  for: string;
  rule: RuleText;
  because: Fact[];
  earlier: { number: number; to: number; fails: Fact[] }[];
}

export interface ExplainAnswer {
  applies?: Explained;
  recognised?: Recognised;
  squares?: string[];
}

export interface Evaluated {
  text: string;
  value: string;
  inside?: Fact[];
  squares?: string[];
}

export interface LineMove {
  uci: string;
  san: string;
  rule?: string;
  fen?: string;
}

export interface Failure {
  fen: string;
  reason: string;
  rule?: string;
  moves: LineMove[];
  end: string;
  answer?: string;
  value?: string;
  cycle_from?: number;
}

export interface ClaimReport {
  name: string;
  material: string;
  kind: string;
  method: string;
  verdict: "proved" | "unsatisfiable" | "refuted" | "unknown" | "not_run" | "internal";
  expected?: string;
  as_claimed?: boolean;
  reason?: string;
  failures?: { positions?: number; plays?: number; kinds?: Record<string, number>; shown: Failure[] };
  /** What was not met, if the claim holds because it speaks of nothing. */
  vacuous?: string;
  positions?: number;
  number?: number;
  share?: number;
  quality?: string;
  longest_moves?: number;
  optimal_longest_moves?: number;
  rules?: { name: string; positions: number; with_choice: number; shadowed?: number }[];
  no_rule?: number;
  warnings?: string[];
  notes?: string[];
  assumes?: string[];
  rests_on?: string[];
  listed?: string[];
  line?: LineMove[];
  seconds?: number;
}

export interface Progress {
  claim?: string | null;
  done: number;
  /** Absent while nobody knows. */
  of?: number | null;
  unit?: string;
  seconds?: number;
  left_seconds?: number | null;
}

export interface Job {
  id: string;
  what: string;
  state: "queued" | "running" | "done" | "cancelled" | "failed";
  progress?: Progress | null;
  report?: { file: string; claims: ClaimReport[] } | null;
  error?: string | null;
}

export interface Played {
  by?: "strategy" | "defence";
  rule?: string | null;
  moves?: Named[];
  move?: Named | null;
  over?: string | null;
  /** The rules themselves do not force what the position is worth: in words. */
  doubt?: string;
}

export interface Judged {
  legal: boolean;
  by_rules: boolean;
  rule?: string | null;
  allowed: string[];
  /** Nothing if nobody knows what the position is worth. */
  value: string | null;
  progress: string;
  left_before?: number | null;
  left_after?: number | null;
  words: string;
}

export interface Exercises {
  sets: { title: string; positions: { fen: string; rule?: string | null; words: string }[] }[];
}

export interface Plots {
  plots: { name: string; title: string; svg: string; description?: string }[];
}

export interface LibraryEntry {
  name: string;
  /** A shorter name that means the same. */
  short?: string;
  title: string;
  material: string;
  strategies: string[];
}

/** The server said no: a sentence, and perhaps what to do. Its status is 0 where there was no answer at all. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly help?: string,
  ) {
    super(message);
  }
}

/** What went wrong, as something to show. */
export function refusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, error instanceof Error ? error.message : String(error));
}

/** Something has to be made first: the job that makes it. */
export class Pending extends Error {
  constructor(readonly job: string) {
    super("not yet");
  }
}

interface Options {
  signal?: AbortSignal | undefined;
  method?: string;
}

async function call(path: string, body: unknown, { signal, method }: Options): Promise<unknown> {
  const init: RequestInit = { method: method ?? (body === undefined ? "GET" : "POST") };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    noAnswer();
    throw new Refusal(0, "Adli does not answer", "is `adli serve` still running?");
  }
  const said: unknown = await answer.json().catch(() => null);
  if (answer.status === 202 && path !== "/api/jobs") throw new Pending((said as { job: string }).job);
  if (answer.ok) return said;
  const { error, help } = (said ?? {}) as { error?: string; help?: string };
  throw new Refusal(answer.status, error ?? `Adli answered ${answer.status}`, help);
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

export function get<T>(path: string, options: Options = {}): Promise<T> {
  return call(path, undefined, options) as Promise<T>;
}

export function post<T>(path: string, body: unknown, options: Options = {}): Promise<T> {
  return call(path, body, options) as Promise<T>;
}

export async function cancel(job: string): Promise<void> {
  await call(`/api/jobs/${encodeURIComponent(job)}`, undefined, { method: "DELETE" }).catch(() => undefined);
}

/** One question at a time: a new one gives up the one before. */
export function latest(): () => AbortSignal {
  let last: AbortController | undefined;
  return () => {
    last?.abort();
    last = new AbortController();
    return last.signal;
  };
}
