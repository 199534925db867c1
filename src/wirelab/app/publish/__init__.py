"""Labs as a folder of static files that anybody can host."""
