// A page of which the server says that it is being worked out is loaded again when it is there.

import { get } from "./api.ts";
import { patiently } from "./jobs.ts";

export async function whenReady(path: string): Promise<void> {
  await patiently(() => get(path), {}, new AbortController().signal).then(
    () => location.reload(),
    () => undefined, // what the server said stands on the page
  );
}
