"""The innermost span that holds a position, however deep spans are nested."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seamark.extract.nested_spans import OUTSIDE, NestedSpans

Span = tuple[int, int]


@st.composite
def nested(draw: st.DrawFn) -> list[Span]:
    """Spans of which any two are nested or apart: what is between brackets that match."""
    spans: list[Span] = []
    opened: list[int] = []
    for position, opens in enumerate(draw(st.lists(st.booleans(), max_size=60))):
        if opens:
            opened.append(position)
        elif opened:
            spans.append((opened.pop(), position))
    return sorted((*spans, *((start, 99) for start in opened)), key=lambda span: (span[0], -span[1]))


def slowly(spans: list[Span], start: int, end: int, *, itself: bool) -> int:
    holding = (span[0] <= start and end <= span[1] and (itself or span != (start, end)) for span in spans)
    return max((index for index, holds in enumerate(holding) if holds), default=OUTSIDE)


@given(nested(), st.integers(0, 60), st.integers(0, 40), st.booleans())
def test_the_innermost_span_is_found(spans: list[Span], start: int, length: int, itself: bool) -> None:
    for first, last in ((start, start + length), *spans):
        found = NestedSpans(spans).innermost(first, last, itself=itself)
        assert found == slowly(spans, first, last, itself=itself)


def test_what_is_far_outside_is_found_in_few_steps() -> None:
    class Counted(list[Span]):
        looked_at = 0

        def __getitem__(self, index: int) -> Span:  # type: ignore[override]
            self.looked_at += 1
            return super().__getitem__(index)

    spans = Counted((0, 100_000 - number) for number in range(10_000))
    nested = NestedSpans(spans)
    spans.looked_at = 0
    assert nested.innermost(0, 100_000) == OUTSIDE
    assert nested.innermost(0, 99_000) == 999
    assert spans.looked_at < 200
