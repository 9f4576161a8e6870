# SPDX-License-Identifier: Apache-2.0
"""The timeline of one core as SVG. It is rectangles and labels, which needs no plotting library."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from cann_emulator.trace.launches import VECTOR_CORE_PIPES

if TYPE_CHECKING:
    from cann_emulator.trace.launches import Launch

_COLOURS = {"S": "#8c8c8c", "V": "#2f9e44", "MTE2": "#1971c2", "MTE3": "#e8590c"}
_WIDTH, _LEFT, _RIGHT = 1200, 60, 20
_TOP, _ROW, _BAR = 50, 40, 28
_TICKS = 10


def timeline_svg(launch: Launch, core: int = 0, window_us: tuple[float, float] | None = None) -> str:
    """The pipes of ``core`` from the launch to its end, or in ``window_us`` (from, to) alone."""
    begin, end = window_us or (0.0, launch.time_us)
    scale = (_WIDTH - _LEFT - _RIGHT) / (end - begin)
    bottom = _TOP + _ROW * len(VECTOR_CORE_PIPES)

    def x(time_us: float) -> float:
        return _LEFT + (min(max(time_us, begin), end) - begin) * scale

    title = f"{launch.kernel} on {launch.soc}, core {core} of {launch.cores}: {launch.time_us:.2f} us in all"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 40}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{bottom + 40}" fill="white"/>',
        f'<text x="{_LEFT}" y="24" font-size="15">{escape(title)}</text>',
    ]
    for tick in range(_TICKS + 1):
        time_us = begin + (end - begin) * tick / _TICKS
        parts.append(f'<path d="M{x(time_us):.1f} {_TOP - 6}V{bottom}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{x(time_us):.1f}" y="{bottom + 18}" text-anchor="middle">{time_us:.1f}</text>'
        )
    parts.append(f'<text x="{_WIDTH - _RIGHT}" y="{bottom + 34}" text-anchor="end">us</text>')
    for row, pipe in enumerate(VECTOR_CORE_PIPES):
        y = _TOP + row * _ROW
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 18}" text-anchor="end">{pipe}</text>')
        for one in launch.timeline:
            stop = one.start_us + one.duration_us
            if one.core != core or one.pipe != pipe or stop < begin or one.start_us > end:
                continue
            left, width = x(one.start_us), max(x(stop) - x(one.start_us), 0.3)
            label = f"{one.name}, {one.duration_us:.3f} us, {one.gm_bytes} bytes of GM"
            parts.append(
                f'<rect x="{left:.2f}" y="{y}" width="{width:.2f}" height="{_BAR}" fill="{_COLOURS[pipe]}" '
                f'stroke="white" stroke-width="0.3"><title>{escape(label)}</title></rect>'
            )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
