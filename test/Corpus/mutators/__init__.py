"""The ways to break a package (KINDS), by what they break."""

from . import constants, devices, errors, inputs, kernels, launches, memory, owners, proxy, streams, tables  # noqa: F401
from .registry import KINDS

__all__ = ["KINDS"]
