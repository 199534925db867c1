"""From the model to sources: a language's names of types, and the shapes of documents that it can express."""
