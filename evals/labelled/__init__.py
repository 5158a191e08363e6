"""Sets of labelled cases that need no conversation, one per file; `SETS` names them. Knows no Inspect."""

from evals.labelled.registry import SETS, labelled_set

__all__ = ["SETS", "labelled_set"]
