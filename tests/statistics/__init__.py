"""Scripted truths, and the method tried on them."""  # noqa: A005 - never imported as `statistics`
