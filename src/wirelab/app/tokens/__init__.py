"""What texts of data cost language models: tokens by published vocabularies, and whether a text can be read back."""
