import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { MOST_LINKS, Shelf, type Own, type Store } from "./shelf.ts";

/** The storage of a browser, with room for so many letters. */
class Room implements Store {
  readonly kept = new Map<string, string>();
  constructor(private readonly most = Number.POSITIVE_INFINITY) {}
  get length(): number {
    return this.kept.size;
  }
  key(index: number): string | null {
    return [...this.kept.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    const others = [...this.kept].filter(([name]) => name !== key);
    if (
      others.reduce((sum, [name, text]) => sum + name.length + text.length, key.length + value.length) >
      this.most
    )
      throw new Error("QuotaExceededError");
    this.kept.set(key, value);
  }
  removeItem(key: string): void {
    this.kept.delete(key);
  }
}

const words = (shelf: Shelf): string[] =>
  shelf
    .files()
    .map((own) => own.words)
    .toSorted();
/** What a page loaded now would show. */
const later = (store: Store): string[] => words(new Shelf(store));
const typed = (shelf: Shelf, ...forms: string[]): Own => {
  let own: Own | null = null;
  for (const form of forms) own = shelf.type(own, form);
  return own!;
};

test("every change is kept at once, and takes the place of the one before", () => {
  const store = new Room();
  const shelf = new Shelf(store);
  const own = typed(shelf, "a", "ab", "abc");
  typed(shelf, "other");
  assert.deepEqual(later(store), ["abc", "other"]);
  assert.equal(store.length, 2);
  // A page that is loaded again finds the file by an earlier mark.
  assert.equal(new Shelf(store).find({ ...own, n: 1 })?.words, "abc");
});

test("a file that gets the words of another one stays another file", () => {
  const store = new Room();
  const shelf = new Shelf(store);
  typed(shelf, "a");
  const second = typed(shelf, "b", "a");
  shelf.type(second, "ac");
  assert.deepEqual(later(store), ["a", "ac"]);
});

test("files from addresses make way for one another, never a typed one", () => {
  const store = new Room();
  const shelf = new Shelf(store);
  const mine = ["one", "two", "three"];
  mine.forEach((each) => typed(shelf, each));
  const changed = shelf.type(shelf.keepLink("from elsewhere"), "from elsewhere, changed");
  for (let link = 0; link < 3 * MOST_LINKS; link++) new Shelf(store).keepLink(`link ${link}`);
  const left = later(store);
  for (const each of [...mine, changed.words]) assert.ok(left.includes(each), each);
  assert.equal(left.length, mine.length + 1 + MOST_LINKS);
});

test("a tab follows what another one typed, and neither writes over the other", () => {
  const store = new Room();
  const [one, two] = [new Shelf(store), new Shelf(store)];
  const base = typed(one, "base");
  const first = one.type(base, "base, first");
  const seen = two.fateOf(base).newer!;
  assert.equal(seen.words, "base, first");
  const second = two.type(seen, "base, first, second");
  assert.equal(one.fateOf(first).newer?.words, "base, first, second");
  assert.deepEqual(later(store), ["base, first, second"]);
  // Now both type without having seen what the other typed.
  const mine = one.type(one.fateOf(first).newer!, "mine");
  const yours = two.type(second, "yours");
  assert.deepEqual(later(store), ["mine", "yours"]);
  assert.deepEqual(
    one.fateOf(mine).rivals.map((own) => own.words),
    ["yours"],
  );
  assert.deepEqual(
    two.fateOf(yours).rivals.map((own) => own.words),
    ["mine"],
  );
  assert.equal(one.fateOf(mine).newer, undefined);
  // One goes on with the other's form: its own is not written over.
  one.type(one.fateOf(mine).rivals[0]!, "yours, by one");
  assert.deepEqual(later(store), ["mine", "yours, by one"]);
});

test("an early mark leads a tab to its own form of a file, even if the other is newer", () => {
  mock.timers.enable({ apis: ["Date"] });
  try {
    const store = new Room();
    const [one, two] = [new Shelf(store), new Shelf(store)];
    const base = typed(one, "base");
    one.type(base, "mine");
    mock.timers.tick(1);
    two.type(base, "yours");
    assert.deepEqual(
      one.files().map((own) => own.words),
      ["yours", "mine"],
    );
    assert.equal(one.find(base)?.words, "mine");
  } finally {
    mock.timers.reset();
  }
});

test("a deletion takes away what its author saw, and what is typed meanwhile stays", () => {
  const store = new Room();
  const [one, two] = [new Shelf(store), new Shelf(store)];
  const base = typed(one, "base");
  const typing = one.type(base, "base, and more");
  two.delete(base); // it has not seen more
  assert.deepEqual(later(store), ["base, and more"]);
  two.delete(two.find(typing)!);
  assert.deepEqual(later(store), []);
  assert.ok(one.fateOf(typing).isDeleted);
  // Typing on brings the file back, and so does undoing a deletion.
  const again = one.type(typing, "base, and more, and more");
  assert.deepEqual(later(store), ["base, and more, and more"]);
  two.delete(again);
  two.type(again, again.words);
  assert.deepEqual(later(store), ["base, and more, and more"]);
});

test("storage that another tab has cleared is noticed, and the file on show kept again", () => {
  const store = new Room();
  const shelf = new Shelf(store);
  const own = typed(shelf, "a", "ab");
  store.kept.clear();
  assert.ok(shelf.fateOf(own).isMissing);
  shelf.keep(own);
  assert.deepEqual(later(store), ["ab"]);
  shelf.delete(own);
  assert.equal(shelf.fateOf(own).isMissing, false, "a deletion is not a loss");
});

test("versions that others came from are removed after a while, and nothing else", () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  try {
    const store = new Room();
    const [one, two, three] = [new Shelf(store), new Shelf(store), new Shelf(store)];
    const gone = typed(one, "to be deleted");
    let own = typed(one, "0");
    for (let turn = 1; turn < 20; turn++) own = [one, two, three][turn % 3]!.type(own, String(turn));
    two.delete(gone);
    one.tidy();
    assert.equal(store.length, 22, "nothing goes at once");
    mock.timers.tick(61_000);
    one.tidy();
    assert.deepEqual(later(store), ["19"]);
    assert.equal(store.length, 1);
    // A tab that slept meanwhile goes on with what it shows: two forms.
    three.type(three.find({ ...own, n: 0 }), "20");
    two.type(own, "20 too");
    assert.deepEqual(later(store), ["20", "20 too"]);
  } finally {
    mock.timers.reset();
  }
});

test("in full storage files from addresses make way; then typed text stays in the page", () => {
  const store = new Room(20_000);
  const shelf = new Shelf(store);
  for (let link = 0; link < 8; link++) shelf.keepLink(`${link}`.repeat(2_000));
  const first = typed(shelf, "a".repeat(9_000));
  const second = typed(shelf, "b".repeat(9_000));
  assert.equal(shelf.lacking.length, 0);
  assert.deepEqual(later(store), [first.words, second.words]);
  const third = typed(shelf, "c".repeat(4_000), "c".repeat(4_001));
  assert.deepEqual(
    shelf.lacking.map((own) => own.words),
    [third.words],
  );
  assert.equal(shelf.isKept(third), false);
  assert.deepEqual(words(shelf), [first.words, second.words, third.words], "it is shown with the others");
  // What is stored of a file stays until its last form is stored too.
  const longer = shelf.type(first, "a".repeat(12_000));
  shelf.tidy(-1);
  assert.deepEqual(later(store), [first.words, second.words]);
  assert.equal(shelf.isKept(longer), false);
  shelf.delete(second);
  shelf.tidy(-1);
  shelf.flush();
  assert.equal(shelf.lacking.length, 0);
  assert.deepEqual(later(store), [longer.words, third.words]);
});

test("without storage files last as long as the page", () => {
  const shelf = new Shelf(null);
  const own = typed(shelf, "a", "ab");
  assert.deepEqual(words(shelf), ["ab"]);
  assert.deepEqual(shelf.lacking, [own]);
});

test("files of earlier pages can be changed and deleted, and a tab with an earlier page may go on", () => {
  const store = new Room();
  const write = (...list: { id: string; words: string }[]): void =>
    store.setItem("adli.texts", JSON.stringify([...list, { id: 3 }, null]));
  write({ id: "x1", words: "new" }, { id: "x0", words: "old" });
  const shelf = new Shelf(store);
  assert.deepEqual(
    shelf.files().map((own) => own.words),
    ["new", "old"],
  );
  const changed = shelf.type(shelf.find({ file: "x0", writer: "?", n: 1 }), "old, changed");
  shelf.delete(shelf.withWords("new")!);
  assert.deepEqual(later(store), ["old, changed"]);
  shelf.tidy(-1);
  assert.deepEqual(later(store), ["old, changed"]);
  // The earlier page types in the file that it has.
  write({ id: "x0", words: "old, changed there" });
  assert.deepEqual(later(store), ["old, changed", "old, changed there"]);
  assert.equal(shelf.find(changed)?.words, "old, changed");
});

test("other values in the storage are left alone", () => {
  const store = new Room();
  for (const value of [
    "",
    "{",
    "null",
    '{"file":"a"}',
    '{"file":"a","writer":"b","n":"1","at":0,"over":{},"words":"w"}',
  ])
    store.setItem(`adli.text.${value}`, value);
  const before = new Map(store.kept);
  const shelf = new Shelf(store);
  assert.deepEqual(words(shelf), []);
  shelf.tidy(-1);
  assert.deepEqual(store.kept, before);
});
