// Offers what ours asks Microsoft's Python extension for: which interpreter is selected.
const vscode = require("vscode");

exports.activate = () => {
  const path = process.env.SEAMARK_TEST_PYTHON;
  return {
    environments: {
      getActiveEnvironmentPath: () => ({ id: path, path }),
      resolveEnvironment: async () => ({ executable: { uri: path && vscode.Uri.file(path) } }),
      onDidChangeActiveEnvironmentPath: new vscode.EventEmitter().event,
    },
  };
};
