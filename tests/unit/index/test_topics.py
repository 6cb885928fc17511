"""Names that stand for several topics."""

import pytest

from seamark.index.matching.topics import takes
from seamark.resolve.port_model import Port, PortSymbol


@pytest.mark.parametrize(
    ("library", "name", "topic", "expected"),
    [
        ("paho", "sensors/+/light", "sensors/kitchen/light", True),
        ("paho", "sensors/+/light", "sensors/{}/light", True),
        ("paho", "sensors/+/light", "sensors/kitchen/up/light", False),
        ("paho", "sensors/+/light", "sensors/kitchen/heat", False),
        ("paho", "home/#", "home/a/b", True),
        ("paho", "home/#", "house/a", False),
        ("paho", "#", "home/a", False),
        ("paho", "+/+", "home/a", False),
        ("paho", "home/a", "home/a", False),
        ("nats_go", "orders.*", "orders.new", True),
        ("nats_go", "orders.*", "orders.new.eu", False),
        ("nats_go", "orders.>", "orders.new.eu", True),
        ("nats_go", "sensors/+", "sensors/a", False),
        ("redis", "news.*", "news.sport.today", True),
        ("redis", "*.sport.*", "news.sport.today", True),
        ("redis", "a*a", "a", False),
        ("redis", "*", "news", False),
        ("redis", "news", "news.sport", False),
        ("celery", "orders.*", "orders.new", False),
    ],
)
def test_takes(library: str, name: str, topic: str, expected: bool) -> None:
    symbol = PortSymbol("a.py", "file", "a.py")
    provider = Port("queue", name, "exposes", 0.7, "python", library, "a.py", 0, 1, symbol)
    assert takes(provider, topic) is expected
