"""Reports as the terminal, Markdown and a page show them."""
