"""Commands that show or export the content of labs."""
