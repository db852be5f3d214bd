// What VS Code speaks: its own client library, over the streams of a real server. Prints what it saw, as JSON.
//     node client.js FOLDER PROGRAM ARGUMENT ...
const fs = require("fs"), path = require("path"), url = require("url");
const { spawn } = require("child_process");
const lsp = require("vscode-languageserver-protocol/node");

const [root, program, ...given] = process.argv.slice(2);
const server = spawn(program, given, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
const connection = lsp.createProtocolConnection(
  new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
const uri = url.pathToFileURL(path.join(root, "train.py")).toString();
const text = fs.readFileSync(path.join(root, "train.py"), "utf-8");
const waiting = new Map();
const seen = { registered: [], cancelled: 0 };

connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
  (waiting.get(params.version) || (() => {}))(params.diagnostics);
});
connection.onRequest(lsp.RegistrationRequest.type, (params) => {
  seen.registered.push(...params.registrations.map((each) => each.method));
});
const published = (version) => new Promise((resolve) => waiting.set(version, resolve));
const named = { textDocument: { uri } };
const change = (version, content) => connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
  textDocument: { uri, version }, contentChanges: [{ text: content }] });
const hover = (token) => connection.sendRequest(
  lsp.HoverRequest.type, { ...named, position: { line: 6, character: 3 } }, token);

async function main() {
  connection.listen();
  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: url.pathToFileURL(root).toString(), workspaceFolders: null,
    capabilities: {
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, workspaceEdit: { documentChanges: true } },
      textDocument: { publishDiagnostics: { relatedInformation: true, versionSupport: true } },
    },
  });
  seen.capabilities = Object.keys(capabilities).sort();
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  const first = published(1);
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "python", version: 1, text } });
  seen.first = (await first).map((each) => each.code);
  const source = new lsp.CancellationTokenSource();
  const last = published(21);
  const answers = [];
  for (let version = 2; version <= 21; version++) {
    await change(version, text + "# more\n".repeat(version));
    answers.push(hover(version % 2 ? source.token : undefined));
  }
  source.cancel();
  for (const answer of await Promise.allSettled(answers)) {
    if (answer.status === "fulfilled" && answer.value.contents.value.includes("PTL201")) continue;
    if (answer.reason && answer.reason.code === lsp.LSPErrorCodes.RequestCancelled) seen.cancelled++;
    else throw answer.reason || new Error("an answer without the rule");
  }
  seen.last = (await last).map((each) => each.code);
  const actions = await connection.sendRequest(lsp.CodeActionRequest.type, {
    ...named, range: (await last)[0].range, context: { diagnostics: await last } });
  seen.actions = actions.map((each) => each.kind);
  await connection.sendRequest(lsp.ShutdownRequest.type);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(lsp.ExitNotification.type);
  seen.status = await ended;
  console.log(JSON.stringify(seen));
}

main().then(() => process.exit(0), (error) => { console.error(error); server.kill(); process.exit(1); });
