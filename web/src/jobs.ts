// Work that takes a while: a job of the server, followed by its events. Whoever starts one may give it up by a signal; the server is then
// told, so that it does not go on for nobody.

import { cancel, get, Pending, post, Refusal, type ClaimReport, type Job, type PositionAnswer, type Progress } from "./api.ts";

import { noAnswer } from "./connection.ts";

export interface Followed {
  started?: (id: string) => void;
  progress?: (progress: Progress) => void;
  claim?: (claim: ClaimReport) => void;
}

/** Starts a job and follows it to its end. */
export async function run(body: unknown, told: Followed, signal: AbortSignal): Promise<Job> {
  const { job } = await post<{ job: string }>("/api/jobs", body, { signal });
  told.started?.(job);
  return follow(job, told, signal);
}

/** Follows a job to its end; given up, it is cancelled. */
export function follow(id: string, told: Followed, signal: AbortSignal): Promise<Job> {
  return new Promise((resolve, reject) => {
    const path = `/api/jobs/${encodeURIComponent(id)}`;
    const events = new EventSource(`${path}/events`);
    const end = (): void => events.close();
    const on = <T>(name: string, act: (data: T) => void): void =>
      events.addEventListener(name, (event) => act(JSON.parse((event as MessageEvent<string>).data) as T));
    on<Progress>("progress", (progress) => told.progress?.(progress));
    on<ClaimReport>("claim", (claim) => told.claim?.(claim));
    on<Job>("done", (job) => {
      end();
      resolve(job);
    });
    events.addEventListener("error", () => {
      // The stream broke off, or it had ended before we listened.
      if (events.readyState !== EventSource.CLOSED && !signal.aborted) return noAnswer();
      end();
      get<Job>(path).then((job) => (isOver(job) ? resolve(job) : reject(new Refusal(0, "Adli does not answer"))), reject);
    });
    signal.addEventListener("abort", () => {
      end();
      void cancel(id);
      reject(new DOMException("given up", "AbortError"));
    });
  });
}

const isOver = (job: Job): boolean => job.state !== "queued" && job.state !== "running";

/** How often a question is put again: tables that are made may need others. */
const ATTEMPTS = 4;

/** Asks; if something has to be made first (tables, plays), that is a job, and the question is put again after it. */
export async function patiently<T>(ask: () => Promise<T>, told: Followed, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Pending)) throw error;
      const job = await follow(error.job, told, signal);
      if (job.state !== "done") throw new Refusal(503, job.error ?? `making the tables was ${job.state}`);
    }
  }
  throw new Refusal(503, "the tables of this endgame are not ready", "ask again in a moment");
}

/** The value of a position. */
export function valueOf(fen: string, told: Followed, signal: AbortSignal): Promise<PositionAnswer> {
  return patiently(() => get<PositionAnswer>(`/api/position?fen=${encodeURIComponent(fen)}`, { signal }), told, signal);
}

/** A question with a body, asked patiently. */
export function askFor<T>(path: string, body: unknown, signal: AbortSignal = new AbortController().signal): Promise<T> {
  return patiently(() => post<T>(path, body, { signal }), {}, signal);
}

/** Waits a little, unless it is given up. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    window.setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
  });
}
