"""The cost of data as text for language models: tokens by published vocabularies, and whether texts are read back."""
