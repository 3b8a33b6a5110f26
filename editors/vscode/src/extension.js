// Starts `adli lsp` and talks to it. All that is known about texts is known there; here is only what an editor has to do itself.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { claimAt } = require("./claim");

/** The command that the server runs, from the lens above a claim too: the address of the text, the name of the claim. */
const PROVE = "adli.prove";

/** @type {LanguageClient | undefined} */
let client;

async function start() {
  const command = vscode.workspace.getConfiguration("adli").get("path", "adli");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("adli", "Adli", server, {
    documentSelector: [{ language: "adv" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.adv") },
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const answer = await vscode.window.showErrorMessage(
      `\`${command} lsp\` could not be started (${error.message}); highlighting works without it. Install Adli, or say where it is in the setting \`adli.path\``,
      "Open the setting",
    );
    if (answer) await vscode.commands.executeCommand("workbench.action.openSettings", "adli.path");
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.dispose();
}

async function restart() {
  await stop();
  await start();
}

async function proveHere() {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "adv") return;
  const claim = claimAt(editor.document.getText().split("\n"), editor.selection.active.line);
  if (!claim) {
    void vscode.window.showInformationMessage("there is no claim here: put the cursor into a lemma, a theorem or a query");
  } else if (!client?.initializeResult?.capabilities.executeCommandProvider?.commands.includes(PROVE)) {
    void vscode.window.showErrorMessage(`\`adli lsp\` is not there to prove \`${claim}\`: see the output of Adli, then restart the language server`);
  } else {
    await vscode.commands.executeCommand(PROVE, editor.document.uri.toString(), claim);
  }
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("adli.proveHere", proveHere),
    vscode.commands.registerCommand("adli.restart", restart),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("adli.path")) await restart();
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
