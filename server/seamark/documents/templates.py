"""Texts of which a template (Helm, Jinja) makes documents."""

from __future__ import annotations

import re

_TEMPLATE = re.compile(r"\{[{%](?:(?!\{[{%]).)*?[%}]\}", re.DOTALL)


def without_templates(text: str) -> str:
    """The text with what is not known as `{}`."""
    return _TEMPLATE.sub("{}", text)
