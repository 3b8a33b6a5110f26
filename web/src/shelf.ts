// Keeps a user's files in the browser's storage, so that no tab ever writes over what another tab wrote.
//
// A file is a set of versions. Each version stands under a key of its own, which only the tab that began it
// writes; it names the versions that it came from. A version that no other came from is a head, and is shown.
// Two tabs that type in one file at the same time therefore make two heads, and both are shown; a deletion is
// a version without words, so that it takes nothing away that its author had not seen. No lock is needed,
// which matters: a browser gives locks only to pages of this machine or over HTTPS, and storage is not the
// same in all tabs at the same moment. Every key press is written at once: there is nothing to lose when a
// tab is closed.

export interface Version {
  file: string;
  /** Begins with one tab's first change to a version of others; no other tab uses it. */
  writer: string;
  /** Counts the changes of this writer, from 1. */
  n: number;
  /** The last change of each earlier writer from which this version came. */
  over: Record<string, number>;
  /** Milliseconds since 1970. */
  at: number;
  /** `null` after a deletion. */
  words: string | null;
  /** Came with an address, and was not changed since. */
  link?: boolean;
}

/** A version that is shown. */
export interface Own extends Version {
  words: string;
}

/** What became of a version that is on show: a newer one came from it, it was deleted, storage was cleared;
    rivals were made beside it. */
export interface Fate {
  newer?: Own;
  isDeleted: boolean;
  isMissing: boolean;
  rivals: Own[];
}

export type Mark = Pick<Version, "file" | "writer" | "n">;
export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "adli.text.";
/** A list of `{ id, words }`, as pages wrote until 2026. */
const OLD = "adli.texts";
/** Unchanged files from addresses that are kept; no other file is ever removed but by its user. */
export const MOST_LINKS = 40;
/** A version that others came from is removed after this time, in which its writer has heard of them. */
const PATIENCE = 60_000;
const SHORT_PATIENCE = 5_000;

const fresh = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
const keyOf = ({ file, writer }: Mark): string => `${PREFIX}${file}.${writer}`;
const hasWords = (version: Version): version is Own => version.words !== null;
const newestFirst = (versions: Version[]): Own[] => versions.filter(hasWords).toSorted((a, b) => b.at - a.at);

/** Whether a version is another, or came from it. */
export function covers(later: Version, mark: Mark): boolean {
  const seen = later.writer === mark.writer ? later.n : (later.over[mark.writer] ?? 0);
  return later.file === mark.file && seen >= mark.n;
}

/** Versions that no other came from. */
function headsOf(versions: Version[]): Version[] {
  const last = new Map<string, number>();
  for (const { file, over } of versions) {
    for (const [writer, n] of Object.entries(over)) {
      const key = keyOf({ file, writer, n });
      last.set(key, Math.max(n, last.get(key) ?? 0));
    }
  }
  return versions.filter((version) => (last.get(keyOf(version)) ?? 0) < version.n);
}

export class Shelf {
  /** Versions for which there was no room. They last as long as the page, which says so. */
  private readonly unkept = new Map<string, Version>();
  /** The writers of this tab, each with its last change. */
  private readonly writers = new Map<string, number>();

  /** Without a store every file lasts as long as the page. */
  constructor(private readonly store: Store | null) {}

  /** Files, or their last changes, for which there was no room: they are in this page alone. */
  get lacking(): Own[] {
    return newestFirst([...this.unkept.values()]).filter(({ link }) => !link);
  }

  isKept(mark: Mark): boolean {
    return (this.unkept.get(keyOf(mark))?.n ?? 0) < mark.n;
  }

  /** All files, the last changed first. */
  files(): Own[] {
    return newestFirst(headsOf(this.versions()));
  }

  /** The newest form of what was on show. */
  find(mark: Mark): Own | null {
    const heads = this.files().filter(({ file }) => file === mark.file);
    const later = heads.filter((head) => covers(head, mark));
    return later.find(({ writer }) => writer === mark.writer) ?? later[0] ?? heads[0] ?? null;
  }

  /** The file with these words, changed by its user rather than not. */
  withWords(words: string): Own | null {
    const same = this.files().filter((head) => head.words === words);
    return same.find((head) => !head.link) ?? same[0] ?? null;
  }

  /** Keeps what was typed over a version, or as a new file. */
  type(base: Version | null, words: string): Own {
    const goesOn = base !== null && this.writers.get(base.writer) === base.n;
    const at = Date.now();
    const next: Own = goesOn
      ? { file: base.file, writer: base.writer, n: base.n + 1, over: base.over, at, words }
      : { file: base?.file ?? fresh(), writer: fresh(), n: 1, over: base ? this.seen(base) : {}, at, words };
    this.writers.set(next.writer, next.n);
    this.keep(next);
    return next;
  }

  /** Keeps words that came with an address apart from what was typed; of those that were never changed the
      oldest makes way. */
  keepLink(words: string): Own {
    const own = { file: fresh(), writer: fresh(), n: 1, over: {}, at: Date.now(), words, link: true };
    this.keep(own);
    for (const old of this.links().slice(MOST_LINKS)) this.remove(old);
    return own;
  }

  /** Deletes a version, and what it came from. What another tab has typed meanwhile stays. */
  delete(own: Version): void {
    this.unkept.delete(keyOf(own));
    const gone: Version = {
      file: own.file,
      writer: fresh(),
      n: 1,
      over: this.seen(own),
      at: Date.now(),
      words: null,
    };
    if (!this.put(gone)) {
      // The deleted version itself makes room.
      this.remove(own);
      this.put(gone);
    }
    this.flush();
  }

  fateOf(shown: Version): Fate {
    const versions = this.versions().filter((version) => version.file === shown.file);
    const others = headsOf(versions).filter((head) => head.writer !== shown.writer || head.n > shown.n);
    const later = others.filter((head) => covers(head, shown));
    const newer = newestFirst(later)[0];
    const isDeleted = !newer && later.length > 0;
    const isMissing = later.length === 0 && !versions.some(({ writer }) => writer === shown.writer);
    return {
      ...(newer ? { newer } : {}),
      isDeleted,
      isMissing,
      rivals: newestFirst(others.filter((head) => !later.includes(head))),
    };
  }

  /** Keeps a version as it is: one that is missing, or for which there was no room. */
  keep(version: Version): void {
    this.unkept.set(keyOf(version), version);
    this.flush();
  }

  /** Tries again to keep that for which there was no room. */
  flush(): void {
    for (const [key, version] of this.unkept) if (this.put(version)) this.unkept.delete(key);
  }

  /** Removes versions that others came from a while ago, and deletions that have nothing left to delete. */
  tidy(patience = PATIENCE): void {
    const before = Date.now() - patience;
    // A version that is not stored does not replace one that is.
    const versions = this.stored();
    const heads = new Set(headsOf(versions));
    const isDone = (version: Version): boolean => !heads.has(version) && version.at < before;
    const left = new Set(
      versions.filter((version) => !isDone(version) && version.words !== null).map(({ file }) => file),
    );
    for (const version of versions) {
      if (isDone(version) || (version.words === null && version.at < before && !left.has(version.file)))
        this.remove(version);
    }
  }

  /** What a version came from and itself, as far as it is still there. */
  private seen(base: Version): Record<string, number> {
    const there = new Set(
      this.versions()
        .filter(({ file }) => file === base.file)
        .map(({ writer }) => writer),
    );
    const before = Object.entries(base.over).filter(([writer]) => there.has(writer));
    return { ...Object.fromEntries(before), [base.writer]: base.n };
  }

  private links(): Own[] {
    return this.files().filter(({ link }) => link);
  }

  private versions(): Version[] {
    const all = new Map(this.stored().map((version) => [keyOf(version), version]));
    for (const [key, version] of this.unkept) all.set(key, version);
    return [...all.values()];
  }

  private stored(): Version[] {
    const { store } = this;
    const keys = Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? "");
    const read = keys
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => asVersion(store?.getItem(key) ?? ""));
    return [...this.old(), ...read.filter((version) => version !== null)];
  }

  /** The list of earlier pages, the oldest last. It is read where it is: a tab that still runs such a page
      goes on with it. */
  private old(): Version[] {
    return this.oldList().map(({ id, words }, index) => ({
      file: id,
      writer: `old${hash(words)}`,
      n: 1,
      over: {},
      at: -index,
      words,
    }));
  }

  private oldList(): { id: string; words: string }[] {
    const list = parsed(this.store?.getItem(OLD) ?? "[]");
    return Array.isArray(list) ? list.filter((each) => hasStrings(each, "id", "words")) : [];
  }

  private remove(version: Version): void {
    this.unkept.delete(keyOf(version));
    this.store?.removeItem(keyOf(version));
    const list = this.oldList();
    const left = list.filter(
      ({ id, words }) => id !== version.file || `old${hash(words)}` !== version.writer,
    );
    if (left.length < list.length) this.write(OLD, JSON.stringify(left));
  }

  /** Writes a version; if there is no room for it, unchanged files from addresses make way, the oldest first.
      */
  private put(version: Version): boolean {
    const write = (): boolean => this.write(keyOf(version), JSON.stringify(version));
    if (write()) return true;
    this.tidy(SHORT_PATIENCE);
    for (const old of this.links().toReversed()) {
      if (write()) return true;
      if (keyOf(old) !== keyOf(version)) this.remove(old);
    }
    return write();
  }

  private write(key: string, value: string): boolean {
    try {
      this.store?.setItem(key, value);
      return this.store !== null;
    } catch {
      return false; // no room
    }
  }
}

/** The storage of the browser; `null` if it has none for this page. */
export function browserStore(): Store | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Whether an event of storage may concern files. */
export const concernsFiles = ({ key }: StorageEvent): boolean =>
  key === null || key.startsWith(PREFIX) || key === OLD;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function hasStrings<K extends string>(value: unknown, ...names: K[]): value is Record<K, string> {
  return (
    typeof value === "object" &&
    value !== null &&
    names.every((name) => typeof (value as Record<string, unknown>)[name] === "string")
  );
}

function asVersion(json: string): Version | null {
  const value = parsed(json);
  if (!hasStrings(value, "file", "writer")) return null;
  const { n, at, words, over } = value as unknown as Version;
  const isWhole =
    typeof n === "number" && typeof at === "number" && (words === null || typeof words === "string");
  return isWhole && typeof over === "object" && over !== null ? (value as unknown as Version) : null;
}

/** Tells texts apart (FNV-1a, and the length). */
function hash(words: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < words.length; at++) sum = Math.imul(sum ^ words.charCodeAt(at), 0x01000193) >>> 0;
  return `${words.length}-${sum.toString(36)}`;
}
