"""Public suites of cases, read as they are published: each case, and the judgement of its suite on it."""
