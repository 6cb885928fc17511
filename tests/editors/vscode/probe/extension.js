// Runs inside VS Code what a test asks for: the body of an async function of `vscode` and `args`, and answers in JSON.
const http = require("node:http");
const vscode = require("vscode");

const AsyncFunction = (async () => undefined).constructor;

async function answer(text) {
  const { body, args } = JSON.parse(text);
  try {
    return { value: await new AsyncFunction("vscode", "args", body)(vscode, args) };
  } catch (error) {
    return { error: String(error?.stack ?? error) };
  }
}

exports.activate = (context) => {
  const server = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    response.end(JSON.stringify(await answer(Buffer.concat(chunks).toString())));
  });
  server.listen(Number(process.env.SEAMARK_PROBE_PORT), "127.0.0.1");
  context.subscriptions.push({ dispose: () => server.close() });
};
