"""Which of all contracts a user wants to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from seamark.resolve.port_model import Boundary
from seamark.settings import names

from .failure import Failure
from .sides import Sides


class Narrowing(NamedTuple):
    """What a user wants to see of all contracts."""

    unmatched: bool = False
    service: str | None = None
    pattern: str | None = None

    def contracts(self, sides: Sides) -> Sequence[Boundary]:
        """The contracts that are wanted. Raises `Failure` if there is no such service."""
        found = sides.contracts
        if self.service is not None:
            found = _of_service(found, service_folder(self.service))
        if self.pattern is not None:
            found = [one for one in found if names((self.pattern,), one.mechanism, one.key)]
        return [one for one in found if sides.is_unmatched(one)] if self.unmatched else found


def service_folder(text: str) -> str:
    """A service's folder as ports have it, however a user writes it."""
    folder = text.replace("\\", "/").strip("/").removeprefix("./")
    return "" if folder == "." else folder


def _of_service(found: Sequence[Boundary], service: str) -> list[Boundary]:
    services = [{port.service for port in (*one.providers, *one.consumers)} for one in found]
    there = set().union(*services)
    if service not in there:
        named = ", ".join(name or "." for name in sorted(there))
        raise Failure(f"{service or '.'} is not a service with contracts; these are: {named or 'none'}")
    return [one for one, of in zip(found, services, strict=True) if service in of]
