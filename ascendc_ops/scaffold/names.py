# SPDX-License-Identifier: Apache-2.0
"""Names of a schema's arguments in C++."""

from __future__ import annotations

# C++'s words that Python allows, and what the templates call their own variables and types.
_TAKEN = frozenset(
    """
    alignas alignof auto bitand bitor bool case catch char class compl const constexpr default delete do
    double enum explicit export extern float for friend goto inline int long mutable namespace new
    operator private protected public register short signed sizeof static struct switch template this
    throw true false typedef typename union unsigned using virtual void volatile xor half attributes
    blocks context count device dtype dtypes each guard i inputs kernel operators output_gm problem result
    results scratch shape shapes stream tiling T Launch Compute ge at c10 std torch
    """.split()  # noqa: SIM905
)


def identifier(name: str) -> str:
    """``name``, or another one where C++ or the generated code has it."""
    return f"{name}_" if name in _TAKEN else name
