// Protocol Buffers' JSON by @bufbuild/protobuf: https://github.com/bufbuild/protobuf-es/blob/main/MANUAL.md (toJsonString, fromJsonString)
import { fromJsonString, toJsonString } from "@bufbuild/protobuf";
import { opened } from "./protobuf-es.mjs";

export const open = (host) =>
  opened(
    host,
    (type, message) => host.bytes.utf8(toJsonString(type, message)),
    (type, data) => fromJsonString(type, host.bytes.fromUtf8(data)),
  );
