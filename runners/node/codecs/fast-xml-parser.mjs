// XML by fast-xml-parser and its builder: https://github.com/NaturalIntelligence/fast-xml-parser/tree/master/docs (text is neither trimmed nor
// made a number, names are kept; one builder and one parser)
import { XMLBuilder, XMLParser } from "fast-xml-parser";

const DEEPEST = 10_000;

export async function open({ rendered, bytes }) {
  const { tags, into, from } = await rendered("xml.mjs");
  const builder = new XMLBuilder({ maxNestedTags: DEEPEST });
  const parser = new XMLParser({
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    maxNestedTags: DEEPEST,
    onDangerousProperty: (name) => name,
  });
  return {
    serialize: (object, type) => bytes.utf8(builder.build({ [tags[type]]: into[type](object) })),
    deserialize: (data, type) => from[type](Object.values(parser.parse(bytes.fromUtf8(data)))[0]), // the root, whatever its name
  };
}
