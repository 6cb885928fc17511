"""What a pattern is, and how one is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

Files = Mapping[str, str]
"""Texts by the paths of their files."""

DOUBLINGS = 4


class Pattern(NamedTuple):
    """A workspace of any size, and the sizes that it is tried at, the smallest first."""

    files: Callable[[int], Files]
    sizes: tuple[int, ...]


def pattern(first: int, *, factor: int = 2, times: int = DOUBLINGS) -> Callable[[Callable[[int], Files]], Pattern]:
    """Make a function a pattern that is tried at `first`, and as many `times` at `factor` times the size before."""
    sizes = tuple(first * factor**step for step in range(times + 1))
    return lambda files: Pattern(files, sizes)


def each(numbers: int | range, text: Callable[[int], str]) -> str:
    """The texts for all of these numbers, or for those below one, one behind the other."""
    return "".join(map(text, range(numbers) if isinstance(numbers, int) else numbers))


PY = """\
from fastapi import FastAPI, APIRouter
import requests
app = FastAPI()
"""
TS = """\
import axios from "axios";
import express from "express";
const app = express();
"""
GO = """\
package main
import "net/http"
"""
GIN = """\
package main
import "github.com/gin-gonic/gin"
"""
RS = """\
use axum::{Router, routing::get};
"""
PHP = """\
<?php
use Illuminate\\Support\\Facades\\Route;
use Illuminate\\Support\\Facades\\Http;
"""
C = """\
#include <curl/curl.h>
#include <libsoup/soup.h>
"""

JAVA = """\
package a;
import org.springframework.web.bind.annotation.*;
"""


def c_request(url: str, handle: str = "c") -> str:
    """Statements of C that request a URL by curl."""
    return f"curl_easy_setopt({handle}, CURLOPT_URL, {url}); curl_easy_perform({handle});"
