"""Study files: checked, and their claims compared with their own numbers."""
