"""The kinds of documents: what their files are called, what stands in them, and what reads them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from seamark.catalogue import listings as listing_rows
from seamark.catalogue import property_rows
from seamark.patterns import regex
from seamark.source import ASTRO, HTML, PHP
from seamark.source.data import expanded_documents, properties

from . import (
    application_names,
    asyncapi,
    docker_compose,
    dockerfile,
    graphql,
    kubernetes,
    listings,
    nginx,
    openapi,
    proto,
    route_links,
    service_config,
    spring,
)
from .cloud_functions import sam, serverless
from .facts import NOTHING, Facts
from .written_requests import curl, http_file, pages, postman


class Kind(Struct, frozen=True):
    """A kind of documents. Their texts match `tells`, patterns that begin with a literal: `re` is fast at those."""

    names: re.Pattern[str]
    tells: tuple[re.Pattern[bytes], ...]
    read: Callable[[bytes], Facts]


_POSTMAN = regex(rb"getpostman\.com/json/collection/v2")
_PAGES = regex(r"[^/]+\.(?:html?|blade\.php|edge|j2|jinja2?|njk|twig|vue)$", re.IGNORECASE)
_FORM_ENDINGS = (one for dialect in (HTML, ASTRO, PHP) for one in dialect.extensions)
_FORMS = regex(rf"[^/]+(?:{'|'.join(map(re.escape, _FORM_ENDINGS))})$", re.IGNORECASE)
_DATA = regex(r"[^/]+\.(?:ya?ml|json)$", re.IGNORECASE)
_LANGUAGES = {"json": "json", "yml": "yaml", "yaml": "yaml", "proto": "proto"}
_LANGUAGES |= dict.fromkeys(("graphql", "graphqls", "gql"), "graphql") | dict.fromkeys(("http", "rest"), "http")

KINDS = (
    Kind(
        _DATA,
        (
            regex(rb"""openapi["']?\s*:\s*["']?3"""),
            regex(rb"""swagger["']?\s*:\s*["']?2"""),
        ),
        openapi.read,
    ),
    Kind(_DATA, (regex(rb"""kind["']?\s*:\s*["']?(?:Ingress|HTTPRoute)\b"""),), kubernetes.read),
    Kind(_DATA, (regex(rb"""asyncapi["']?\s*:\s*["']?[23]"""),), asyncapi.read),
    Kind(_DATA, (regex(rb"google\.api\.Service\b"),), service_config.read),
    Kind(regex(r"[^/]+\.json$", re.IGNORECASE), (_POSTMAN,), postman.read),
    Kind(_DATA, (regex(rb"AWS::Serverless::Function"),), sam.read),
    Kind(regex(r"serverless[\w.-]*\.(?:ya?ml|json)$"), (regex(rb"""functions["']?\s*:"""),), serverless.read),
    Kind(
        regex(r"(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$"),
        (regex(rb"services\s*:"),),
        docker_compose.read,
    ),
    Kind(
        regex(r"(?:[^/]*\.conf|nginx[\w-]*)(?:\.(?:template|tmpl|tpl|j2|erb|in))?$"),
        (regex(rb"proxy_pass\s"),),
        nginx.read,
    ),
    Kind(regex(r"[^/]+\.proto$"), (regex(rb"service\s+\w"),), proto.read),
    Kind(regex(r"[^/]+\.(?:graphqls?|gql)$"), (regex(rb"\{"),), graphql.read),
    Kind(regex(r"[^/]+\.(?:http|rest)$"), http_file.TELLS, http_file.read),
    Kind(regex(r"[^/]+\.(?:sh|bash)$"), curl.TELLS, curl.read),
    Kind(_PAGES, route_links.TELLS, route_links.read),
    Kind(_FORMS, pages.TELLS, pages.read),
    Kind(regex(r"Dockerfile$"), (regex(rb"(?i:ENV)\s"),), dockerfile.read),
    Kind(regex(r"[^/]+\.ya?ml$"), spring.TELLS, partial(spring.read, expanded_documents)),
    Kind(regex(r"application[\w-]*\.properties$"), spring.TELLS, partial(spring.read, properties)),
    *(
        Kind(
            regex(rf"(?:{'|'.join(row.files)})(?:-[\w-]+)?\.{ending}$"),
            (regex(re.escape(row.named.rpartition(".")[2]).encode()),),
            partial(application_names.read, row, properties if ending == "properties" else expanded_documents),
        )
        for row in property_rows()
        if row.named
        for ending in row.endings
    ),
    *(
        Kind(
            regex(rf"[^/]+(?:{'|'.join(map(re.escape, row.files))})$"),
            listings.tells(row),
            partial(listings.read, row, library),
        )
        for row, library in listing_rows()
    ),
)


_NAMES = tuple(
    regex("|".join(f"(?:{kind.names.pattern})" for kind in KINDS if kind.names.flags == flags), flags)
    for flags in sorted({kind.names.flags for kind in KINDS})
)
"""The names of all kinds, in as few patterns as there are ways to match them."""


def is_document(path: str) -> bool:
    """Whether a file of this name may be a document."""
    name = path.rpartition("/")[2]
    return any(names.match(name) is not None for names in _NAMES)


def language_of(path: str) -> str | None:
    """What a document is written in: `yaml`, `json`, `proto`, `graphql`, `http`; None for others."""
    return _LANGUAGES.get(path.rpartition(".")[2].lower())


def facts_of(path: str, data: bytes) -> Facts:
    """All that a file says as a document of any kind."""
    name = path.rpartition("/")[2]
    found = [
        kind.read(data)
        for kind in KINDS
        if kind.names.match(name) is not None and any(pattern.search(data) is not None for pattern in kind.tells)
    ]
    if not found:
        return NOTHING
    return Facts(
        tuple(surface for facts in found for surface in facts.surfaces),
        tuple(gateway for facts in found for gateway in facts.gateways),
        tuple(service for facts in found for service in facts.services),
        tuple(variable for facts in found for variable in facts.environment),
        tuple(number for facts in found for number in facts.described),
        tuple(procedure for facts in found for procedure in facts.procedures),
        tuple(field for facts in found for field in facts.fields),
        tuple(request for facts in found for request in facts.requests),
        tuple(channel for facts in found for channel in facts.channels),
        tuple(link for facts in found for link in facts.links),
        tuple(attribute for facts in found for attribute in facts.attributes),
    )
