from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seamark.index.incremental.numbers import NONE, Numbering, members, pack_numbers, with_number, without_number

NUMBERS = st.sets(st.integers(0, 2**32 - 1), max_size=20)


@given(NUMBERS)
def test_what_is_packed_is_had_again(numbers: set[int]) -> None:
    assert set(members(pack_numbers(numbers))) == numbers


@given(NUMBERS, st.data())
def test_one_joins_and_leaves(numbers: set[int], data: st.DataObject) -> None:
    one = data.draw(st.integers(0, 2**32 - 1).filter(lambda number: number not in numbers))
    more = with_number(pack_numbers(sorted(numbers)), one)
    assert list(members(more)) == sorted({*numbers, one})
    assert list(members(without_number(more, one))) == sorted(numbers)


def test_none_is_left_of_one() -> None:
    assert without_number(with_number(NONE, 7), 7) == NONE


@given(st.lists(st.text("abcdef", min_size=1, max_size=1)))
def test_things_keep_their_numbers_while_they_are_there(turns: list[str]) -> None:
    """Each turn a thing comes, or goes if it is there."""
    numbered, there = Numbering[str](), dict[str, int]()
    for thing in turns:
        if thing in there:
            numbered.remove(there.pop(thing))
        else:
            there[thing] = numbered.add(thing)
        assert len({*there.values()}) == len(there)
        assert all(numbered.number(one) == number and numbered[number] == one for one, number in there.items())
        assert (numbered.number(thing) is not None, bool(numbered)) == (thing in there, bool(there))
        assert max(there.values(), default=0) < 6
