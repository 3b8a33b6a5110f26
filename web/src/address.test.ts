import assert from "node:assert/strict";
import { test } from "node:test";
import { pack, pastedFen, readAddress, unpack, writeAddress } from "./address.ts";

test("an address is written with underscores and read back", async () => {
  const fen = "8/8/8/3k4/8/8/4K3/R7 w - - 0 1";
  const written = await writeAddress({ fen, text: "krk/bratko", strategy: "bratko" });
  assert.equal(written, "/?fen=8/8/8/3k4/8/8/4K3/R7_w_-_-_0_1&text=krk/bratko&strategy=bratko");
  assert.deepEqual(await readAddress(new URL(written, "http://localhost")), {
    fen,
    text: "krk/bratko",
    strategy: "bratko",
  });
});

test("an own text travels in the fragment and comes back letter by letter", async () => {
  const words = "-- Maliković, Čubrilo\nendgame KRK White K R v Black k\n".repeat(40);
  const written = await writeAddress({ words, text: "krk" });
  assert.match(written, /^\/#text=[\w-]+$/);
  assert.ok(written.length < words.length / 4, "it is packed");
  assert.deepEqual(await readAddress(new URL(written, "http://localhost")), { words });
});

test("what is damaged or grows without end is nobody's text", async () => {
  const packed = await pack("endgame KRK");
  assert.equal(await unpack(packed.slice(0, -3)), null);
  assert.equal(await unpack("not_packed"), null);
  assert.equal(await unpack(await pack("x".repeat(200_000))), null);
});

test("positions are found in what people paste", () => {
  const men = "8/8/8/3k4/8/8/4K3/R7";
  const cases: [string, string | null][] = [
    [`${men} b - - 0 1`, `${men} b - - 0 1`],
    [`  ${men}  `, `${men} w - - 0 1`],
    [`https://lichess.org/analysis/${men}_b_-_-_0_1?color=white`, `${men} b - - 0 1`],
    [`https://lichess.org/editor/${men}_w_-_-_0_1`, `${men} w - - 0 1`],
    [`https://lichess.org/editor?fen=8%2F8%2F8%2F3k4%2F8%2F8%2F4K3%2FR7+b+-+-+0+1`, `${men} b - - 0 1`],
    [`https://tablebase.lichess.ovh/standard?fen=${men}_w_-_-_0_1`, `${men} w - - 0 1`],
    [`${men} w - - id "failure 1"; c0 "stalemate";`, `${men} w - - 0 1`],
    ["8/8/8/8/4pP2/8/8/k1K5 b - f3 0 1", "8/8/8/8/4pP2/8/8/k1K5 b - f3 0 1"],
    ["8/8/8/3k4/8/8/4K3 w", null],
    ["9/8/8/3k4/8/8/4K3/R7 w", null],
    ["hello", null],
  ];
  for (const [pasted, fen] of cases) assert.deepEqual(pastedFen(pasted), fen === null ? null : { fen }, pasted);
});

test("move counters that say something are left out, and that is known", () => {
  const men = "8/8/8/3k4/8/8/4K3/R7";
  const without = { fen: `${men} b - - 0 1`, counters: true };
  for (const pasted of [`${men} b - - 12 60`, `${men} b - - 0 60`, `https://lichess.org/analysis/${men}_b_-_-_12_1`]) assert.deepEqual(pastedFen(pasted), without, pasted);
});

test("castling rights are left out, and that is known", async () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const without = { fen: start.replace("KQkq", "-"), castling: true };
  assert.deepEqual(pastedFen(start), without);
  assert.deepEqual(pastedFen(`https://lichess.org/analysis/${start.replaceAll(" ", "_")}`), without);
  assert.deepEqual(await readAddress(new URL(`http://localhost/?fen=${start.replaceAll(" ", "_")}`)), without);
});
