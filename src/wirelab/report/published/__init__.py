"""Runs of many labs in one place: lists of them, and the documents of a folder that anybody can host."""
