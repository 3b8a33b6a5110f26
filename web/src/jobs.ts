// Work that takes a while: a job of the server, followed by its events. Whoever starts one may give it up by a signal; the server is then
// told, so that it does not go on for nobody.

import { cancel, get, isAbort, post, Refusal, type ClaimReport, type Job, type PositionAnswer, type Progress } from "./api.ts";

export interface Followed {
  progress?: (progress: Progress) => void;
  claim?: (claim: ClaimReport) => void;
}

/** Starts a job and follows it to its end. */
export async function run(body: unknown, told: Followed, signal: AbortSignal): Promise<Job> {
  const { job } = await post<{ job: string | Job }>("/api/jobs", body, { signal });
  return follow(typeof job === "string" ? job : job.id, told, signal);
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
      if (events.readyState !== EventSource.CLOSED && !signal.aborted) return;
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

/** The value of a position. If tables have to be made first, that is a job, and the question is put again after it. */
export async function valueOf(fen: string, told: Followed, signal: AbortSignal): Promise<PositionAnswer> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const path = `/api/position?fen=${encodeURIComponent(fen)}`;
    const answer = await get<PositionAnswer | { job: Job | string }>(path, { signal });
    if (!("job" in answer)) return answer;
    const job = await follow(typeof answer.job === "string" ? answer.job : answer.job.id, told, signal);
    if (job.state !== "done") throw new Refusal(503, job.error ?? `making the tables was ${job.state}`);
  }
  throw new Refusal(503, "the tables of this endgame are not ready");
}

export { isAbort };
