"""The ways to break a package (KINDS), by what they break."""

from . import devices, errors, kernels, memory, owners, streams, tables  # noqa: F401
from .registry import KINDS

__all__ = ["KINDS"]
