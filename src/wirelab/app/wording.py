"""Words of the report that the command line uses while a run goes on."""

from wirelab.report.quantities import time_left
from wirelab.report.wording import cell_words, final_way_words, final_words

__all__ = ["cell_words", "final_way_words", "final_words", "time_left"]
