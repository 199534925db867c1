"""Reports for the terminal, as Markdown and as pages."""
