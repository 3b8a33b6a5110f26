#!/usr/bin/env node
// Stands in for `adli lsp`, to see that an editor starts it and listens: says of every text that is opened that its first word is a mistake.

let input = Buffer.alloc(0);
process.stdin.on("data", (data) => {
  input = Buffer.concat([input, data]);
  for (;;) {
    const end = input.indexOf("\r\n\r\n");
    const length = /Content-Length: (\d+)/i.exec(input.subarray(0, Math.max(end, 0)).toString());
    if (end < 0 || !length || input.length < end + 4 + Number(length[1])) return;
    const message = JSON.parse(input.subarray(end + 4, end + 4 + Number(length[1])).toString());
    input = input.subarray(end + 4 + Number(length[1]));
    answer(message);
  }
});

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function answer({ id, method, params }) {
  if (method === "initialize") {
    send({ id, result: { capabilities: { textDocumentSync: 1 } } });
  } else if (method === "textDocument/didOpen") {
    const { uri, languageId } = params.textDocument;
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    send({
      method: "textDocument/publishDiagnostics",
      params: { uri, diagnostics: [{ range, severity: 1, message: `started with ${process.argv.slice(2)} for ${languageId}` }] },
    });
  } else if (method === "exit") {
    process.exit(0);
  } else if (id !== undefined && method !== undefined) {
    send({ id, result: null });
  }
}
