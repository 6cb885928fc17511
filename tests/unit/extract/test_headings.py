from __future__ import annotations

import time

import pytest

from seamark.extract import Heading, heading
from seamark.extract.headings import _MARKS
from seamark.languages import LANGUAGES, ProgrammingLanguage

PYTHON = '''
@app.get("/users/{user_id}")
async def read_user(
    user_id: int,  # whose
    body: UserIn = Body(...),
) -> dict[str, User]:
    # Nothing is asked twice.
    """Reads a user.

    More."""

def silent(): return "no words"

class Shelf(APIView):
    r"""What there is."""
    def get(self, request): ...
'''
TYPESCRIPT = """
// A license.

/**
 * Lists users.
 * @param req what is asked
 */
export const listUsers = async (req: Request, res: Response): Promise<{ all: string[] }> => {
  "use strict";
};
const limit = 3; // most of all
const plain = (id: string) => id;
@Controller("users")
export class Users {
  /** Makes one. */
  @Post()
  async create(@Body() body: NewUser, @Param("id") id: string): Promise<User> { return made; }
}
// Shows one.
const show = handled(async (req, res) => { res.send(); });
export default { remove: async (req) => {}, put(req) {} };
"""
GO = """package api

// Pay pays an order.
// It may fail.
func (a *API) Pay(w http.ResponseWriter, r *http.Request) (int, error) {
}
"""
RUST = """
/// Lists all.
#[get("/all")]
pub async fn list(Path(id): Path<u32>, Json(body): Json<NewUser>) -> impl Responder { 1 }
trait Shelf { fn one(&self) -> u8; fn two(&self) {} }
"""
PHP = """<?php
class Users {
    /**
     * Shows one.
     */
    #[Route("/users/{id}")]
    public function show(int $id, UserRequest $request): JsonResponse { return $this->one; }
}
"""
CPP = """
// Handles it.
void Users::handle(const Request &request, std::function<void(int)> &&done) {
}
"""


TEXTS = {"python": PYTHON, "typescript": TYPESCRIPT, "go": GO, "rust": RUST, "php": PHP, "cpp": CPP}
EXPECTED = """
python | read_user | async def read_user(user_id: int, body: UserIn = Body(...)) -> dict[str, User] | Reads a user.
python | silent | def silent() |
python | Shelf | class Shelf(APIView) | What there is.
python | get(self | def get(self, request) |
typescript | listUsers | listUsers = async (req: Request, res: Response): Promise<{ all: string[] }> | Lists users.
typescript | plain | plain = (id: string) |
typescript | create | async create(@Body() body: NewUser, @Param("id") id: string): Promise<User> | Makes one.
typescript | show | show = handled(async (req, res) | Shows one.
typescript | remove | remove: async (req) |
typescript | put | put(req) |
go | Pay( | func (a *API) Pay(w http.ResponseWriter, r *http.Request) (int, error) | Pay pays an order.
rust | list( | pub async fn list(Path(id): Path<u32>, Json(body): Json<NewUser>) -> impl Responder | Lists all.
php | show( | public function show(int $id, UserRequest $request): JsonResponse | Shows one.
cpp | handle | void Users::handle(const Request &request, std::function<void(int)> &&done) | Handles it.
"""
"""A dialect, what stands at the name, the signature and the first line."""


@pytest.mark.parametrize("row", EXPECTED.strip().splitlines())
def test_how_definitions_introduce_themselves(row: str) -> None:
    dialect, name, signature, summary = (column.strip() for column in row.split("|"))
    data = TEXTS[dialect].encode()
    assert heading(data, dialect, data.index(name.encode())) == Heading(signature, summary)


@pytest.mark.parametrize(("dialect", "name"), [("typescript", "limit"), ("rust", "one")])
def test_what_has_no_body_has_no_heading(dialect: str, name: str) -> None:
    data = TEXTS[dialect].encode()
    assert heading(data, dialect, data.index(name.encode())) is None


def test_nothing_is_said_of_what_is_no_name() -> None:
    data = b"def f(): ...\n"
    assert [heading(data, "python", offset) for offset in (8, len(data), len(data) + 9)] == [None] * 3


def test_a_long_text_is_cut() -> None:
    data = b'def f(a="' + b"x" * 9000 + b'"): ...'
    found = heading(data, "python", 4)
    assert found is not None and len(found.signature) < 500


def test_many_lines_of_comments_are_read_once_each() -> None:
    data = b"// The first.\n" + b"//\n" * 60_000 + b"func run() {}\n"
    begin = time.process_time()
    assert heading(data, "go", data.index(b"run")) == Heading("func run()", "The first.")
    assert time.process_time() - begin < 3


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_the_signs_of_comments_are_left_out(language: ProgrammingLanguage) -> None:
    for marks in (language.comment, language.comment + language.comment[-1]):
        assert _MARKS.sub("", f"  {marks} Shows -- one. ") == "Shows -- one."
