module runner

go 1.26

require (
	github.com/google/uuid v1.6.0
	google.golang.org/protobuf v1.36.12
)
