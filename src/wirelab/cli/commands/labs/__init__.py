"""Commands that show or export what labs contain."""
