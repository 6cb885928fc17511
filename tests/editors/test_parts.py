"""Parts of VS Code's extension, with as much of VS Code as each needs."""

from __future__ import annotations

import json
from pathlib import Path

from seamark.escaping import escape_text

from .parts import said

DIAGNOSTICS = """
let heard;
const all = new Map();
exports.DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
exports.languages = {
  onDidChangeDiagnostics(listener) { heard = listener; },
  getDiagnostics: (uri) => (uri === undefined ? [...all] : (all.get(uri) ?? [])),
};
exports.Uri = { parse: (uri) => uri };
exports.publish = (uri, diagnostics) => { all.set(uri, diagnostics); heard({ uris: [uri] }); };
"""


def test_names_of_files_are_shown_as_the_server_shows_texts(tmp_path: Path) -> None:
    name = "käse 漢字😀 \x1b\x00\x9b\u202e\u2028\u200b\U000e0041.ts"
    assert said(f"return part.visible({json.dumps(name)})", "words", tmp_path) == escape_text(name)


def test_diagnostics_of_other_extensions_are_no_findings(tmp_path: Path) -> None:
    script = """
    const { publish } = require("vscode");
    const ours = { source: "seamark", severity: 1, message: "lost", range: { start: { line: 1, character: 2 } } };
    const [theirs, hint, moved] = [{ ...ours, source: "ts" }, { ...ours, severity: 3 }, { ...ours, message: "found" }];
    let times = 0;
    part.onDidChangeFindings(() => { times += 1; });
    return [[theirs], [ours], [theirs, ours], [ours, hint], [moved], [theirs], []].map((diagnostics) => {
      publish("file:///a.py", diagnostics);
      return times;
    });
    """
    assert said(script, "findings", tmp_path, DIAGNOSTICS) == [0, 1, 1, 1, 2, 3, 3]


def test_a_change_and_the_calls_that_break_by_it_are_one_problem(tmp_path: Path) -> None:
    script = """
    const { publish } = require("vscode");
    const at = (line) => ({ start: { line, character: 2 } });
    const near = (uri, line) => ({ location: { uri, range: at(line) } });
    const said = (code, line, ...relatedInformation) => {
      const [source, message, range] = ["seamark", `${code} ${line}`, at(line)];
      return { source, severity: 1, code: { value: code }, message, range, relatedInformation };
    };
    part.onDidChangeFindings(() => {});
    publish("a.py", [said("breaking-change", 1, near("a.ts", 5), near("a.ts", 6)), said("near-miss", 2)]);
    publish("a.ts", [
      said("broken-call", 5), said("broken-call", 7, near("a.py", 1)), said("broken-call", 8, near("gone.py", 1)),
    ]);
    const find = part.findings();
    const of = (uri, line) => find({ stated: { uri, range: at(line) } });
    return [part.countFindings(), of("a.py", 1), ...[5, 7, 8].map((line) => of("a.ts", line).isPart), of("a.ts", 9)];
    """
    change = {"message": "breaking-change 1", "isPart": False}
    assert said(script, "findings", tmp_path, DIAGNOSTICS) == [3, change, True, True, False, None]


def test_only_the_newest_answer_is_heard(tmp_path: Path) -> None:
    script = """
    const [answers, heard] = [[], []];
    const client = { sendRequest: () => new Promise((resolve) => answers.push(resolve)) };
    const answered = (answer) => heard.push(answer.number);
    const polled = new part.Polled({ method: "any", isWanted: () => true, answered }, { debug() {} });
    const answer = async (number) => {
      answers[number]({ reading: null, number });
      await new Promise(setImmediate);
    };
    polled.use(client);
    polled.touch();
    await answer(1);
    await answer(0);
    polled.touch();
    await answer(2);
    polled.touch();
    polled.dispose();
    await answer(3);
    return heard;
    """
    assert said(script, "polled", tmp_path) == [1, 2]
