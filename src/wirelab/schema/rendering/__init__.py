"""From the model to sources: how a language says types, and what of a document it says as it is."""
