"""Draw numbers: lines over time or over games, and bars. Data in, PNG out; the functions are pure."""

from __future__ import annotations

from render.canvas import Picture, quantized
from render.memory import trim_heap_later
from render.plots.bars import paint_bars
from render.plots.data import Axis, BarPlot, Bars, LinePlot, Lines, Look, Plot, Series, Tick
from render.plots.inks import plot_colours
from render.plots.lines import paint_lines
from render.png import encode

__all__ = ["Axis", "BarPlot", "Bars", "LinePlot", "Lines", "Look", "Plot", "Series", "Tick", "drawn", "paint_plot"]


def drawn(plot: Plot) -> bytes:
    """Return a plot as a PNG, 1080 pixels wide. Equal plots give the same bytes."""
    trim_heap_later()
    return encode(quantized(paint_plot(plot), plot_colours(plot.look.theme)))


def paint_plot(plot: Plot) -> Picture:
    """Return a plot as an image in full colour, before it is encoded."""
    return paint_lines(plot) if isinstance(plot, LinePlot) else paint_bars(plot)
