"""Labs over HTTP, for the browser of the user who started the server. The only place that knows web frameworks."""
