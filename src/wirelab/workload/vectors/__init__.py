"""Public suites of cases, read as they lie: what each case is, and what its suite says of it."""
