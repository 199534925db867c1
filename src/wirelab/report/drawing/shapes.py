"""Shapes of points and of legends. Pure."""

# SVG paths in a square from -1 to 1: Vega takes them as symbols, and the page's legends draw them.
CIRCLE = "M-.9,0A.9,.9,0,1,1,.9,0A.9,.9,0,1,1,-.9,0Z"
SQUARE = "M-.8,-.8H.8V.8H-.8Z"
DIAMOND = "M0,-1L1,0L0,1L-1,0Z"
UP = "M0,-.95L1,.8L-1,.8Z"
DOWN = "M0,.95L1,-.8L-1,-.8Z"
LEFT = "M-.95,0L.8,-1L.8,1Z"
RIGHT = "M.95,0L-.8,-1L-.8,1Z"
CROSS = "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z"
