package wirelab.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import wirelab.codec.Codecs;
import wirelab.corpus.Digests;
import wirelab.fault.Fault;
import wirelab.sample.SampleTypes;
import wirelab.types.Types;

class TalkTest {
  private static final String HELLO = "{'type':'hello','protocol':{'major':1,'minor':0}}";
  private static final String BYE = "{'type':'bye'}";
  private static final String STEADY =
      "'mode':{'kind':'steady','batch_ns':1000,'batches':3,'warm_up':{'min_ns':0,'max_ns':1000}}";
  private static final String MEMORY = "'sink':{'kind':'memory'}";

  @TempDir Path folder;
  private String load;
  private String digest;

  @BeforeEach
  void writeCorpus() throws IOException {
    byte[] bytes = new SampleTypes().corpus();
    digest = Digests.of(bytes);
    Files.write(folder.resolve("corpus"), bytes);
    load = load("sample", "corpus", digest);
  }

  private String load(String workload, String file, String digest) {
    String line = "{'type':'load','workload':'%s','corpus':'%s','digest':'%s','copies':2}";
    return line.formatted(workload, folder.resolve(file), digest);
  }

  private static Types find(String workload) throws Fault {
    if (workload.equals(SampleTypes.WORKLOAD)) {
      return new SampleTypes();
    }
    throw new Fault(Fault.Kind.WORKLOAD, "there is no workload '" + workload + "' here");
  }

  private static List<JsonObject> talk(String... lines) throws Exception {
    String text = String.join("\n", lines).replace('\'', '"') + "\n";
    return talk(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<JsonObject> talk(byte[] requests) throws Exception {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    Main.talk(new ByteArrayInputStream(requests), output, TalkTest::find);
    List<JsonObject> answers = new ArrayList<>();
    for (String line : output.toString(StandardCharsets.UTF_8).lines().toList()) {
      answers.add(JsonParser.object().from(line));
    }
    return answers;
  }

  private static JsonObject last(String... lines) throws Exception {
    List<JsonObject> answers = talk(lines);
    return answers.get(answers.size() - 1);
  }

  private static void assertFault(String fault, String says, JsonObject answer) {
    assertEquals("error", answer.getString("type"), answer.toString());
    assertEquals(fault, answer.getString("fault"), answer.toString());
    assertTrue(answer.getString("message").contains(says), answer.toString());
  }

  @Test
  void greets() throws Exception {
    JsonObject ready = last(HELLO, BYE);
    assertEquals("ready", ready.getString("type"));
    assertEquals("jvm", ready.getString("runner"));
    assertTrue(ready.getDouble("timer_resolution_ns") > 0);
    JsonArray codecs = ready.getArray("codecs");
    assertEquals(Codecs.all().size(), codecs.size());
    List<String> converting = List.of("org-json", "protobuf-java");
    for (Object each : codecs) {
      JsonObject codec = (JsonObject) each;
      int operations = converting.contains(codec.getString("name")) ? 8 : 4;
      assertEquals(operations, codec.getArray("operations").size(), codec.toString());
    }
    for (Object codec : codecs) {
      assertTrue(Character.isDigit(((JsonObject) codec).getString("version").charAt(0)));
    }
  }

  @Test
  void refusesAnotherMajorVersion() throws Exception {
    assertFault("request", "2.0", last("{'type':'hello','protocol':{'major':2,'minor':0}}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "[1, 2]",
        "{'type':'hello'",
        "{'kind':'hello'}",
        "{'type':'greet'}",
        "{'type':7}",
        "{'type':'hello'}",
        "{'type':'hello','protocol':1}",
        "{'type':'hello','protocol':{'major':'1','minor':0}}",
        "{'type':'hello','protocol':{'major':1.5,'minor':0}}",
        "{'type':'hello','protocol':{'major':-1,'minor':0}}",
        "{'type':'hello','protocol':{'major':1,'minor':0,'patch':0}}",
        "{'type':'hello','protocol':{'major':1,'minor':0},'more':1}",
        "{'type':'canary','repetitions':0}",
        "{'type':'canary','repetitions':null}",
        "{'type':'bye','more':1}",
      })
  void malformedRequestsAreTheRequestsFault(String line) throws Exception {
    List<JsonObject> answers = talk(HELLO, line, HELLO);
    assertFault("request", "", answers.get(1));
    assertEquals("ready", answers.get(2).getString("type"), "it stays usable");
  }

  @Test
  void otherEncodingsAreTheRequestsFault() throws Exception {
    assertFault("request", "UTF-8", talk(new byte[] {'{', (byte) 0xFF, '}', '\n'}).get(0));
  }

  @Test
  void helloComesFirst() throws Exception {
    assertFault("request", "hello", last(load));
    assertFault("request", "hello", last("{'type':'canary'}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'verify','subject':{'codec':'gson'}}",
        "{'type':'encode','subject':{'codec':'gson'},'file':'x'}",
      })
  void loadComesBefore(String line) throws Exception {
    assertFault("request", "load", last(HELLO, line));
  }

  @Test
  void loadsAndWritesAgain() throws Exception {
    JsonObject loaded = last(HELLO, load);
    assertEquals("loaded", loaded.getString("type"));
    assertEquals(1, loaded.getInt("objects"));
    assertEquals(digest, loaded.getString("digest"));
  }

  @Test
  void loadFaults() throws Exception {
    assertFault("workload", "digest", last(HELLO, load("sample", "corpus", "0".repeat(64))));
    assertFault("host", "no file", last(HELLO, load("sample", "absent", digest)));
    assertFault("workload", "other", last(HELLO, load("other", "corpus", digest)));
    assertFault("request", "digest", last(HELLO, load("sample", "corpus", "12")));
    byte[] broken = {9, 1, 2};
    Files.write(folder.resolve("broken"), broken);
    assertFault("workload", "", last(HELLO, load("sample", "broken", Digests.of(broken))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jaxb-ri", "jaxb-moxy", "gson", "protobuf-java", "gson','compressor':'gzip"})
  void verifies(String codec) throws Exception {
    JsonObject verified =
        last(HELLO, load, "{'type':'verify','subject':{'codec':'" + codec + "'}}");
    assertEquals("verified", verified.getString("type"), verified.toString());
    assertEquals(digest, verified.getString("digest"));
    assertTrue(verified.getInt("encoded_bytes") > 0);
    assertEquals(codec.contains("gzip"), verified.getInt("compressed_bytes") > 0);
  }

  @ParameterizedTest
  @CsvSource({
    "'codec':'jackson', jackson",
    "'codec':'gson'__'parameters':{'a':'b'}, parameter",
    "'codec':'jaxb-ri'__'parameters':{'context':'never'}, never",
    "'codec':'gson'__'compressor':'rar', rar",
    "'codec':'gson'__'compressor':'gzip'__'level':10, level 10",
    "'codec':'gson'__'level':3, level",
  })
  void unknownSubjectsAreTheCodecsFault(String subject, String says) throws Exception {
    String spec = subject.replace("__", ",");
    assertFault("codec", says, last(HELLO, load, "{'type':'verify','subject':{" + spec + "}}"));
  }

  private static String measure(String subject, String operation, String rest) {
    String line = "{'type':'measure','subject':{%s},'operation':'%s',%s}";
    return line.formatted(subject, operation, rest);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serialize",
        "deserialize",
        "build",
        "write",
        "parse",
        "unbuild",
        "compress",
        "decompress"
      })
  void measuresEveryOperation(String operation) throws Exception {
    String subject = "'codec':'protobuf-java','compressor':'zstd'";
    String request = measure(subject, operation, MEMORY + "," + STEADY);
    List<JsonObject> answers = talk(HELLO, load, request);
    JsonObject done = answers.get(answers.size() - 1);
    assertEquals("done", done.getString("type"), done.toString());
    assertEquals(answers.size() - 3, done.getInt("batches"));
    assertEquals("warm-up", answers.get(2).getString("phase"));
    assertEquals("measured", answers.get(answers.size() - 2).getString("phase"));
    assertTrue(answers.get(answers.size() - 2).getInt("allocated_bytes") > 0);
  }

  @Test
  void operationsThatASubjectLacksAreTheCodecsFault() throws Exception {
    String rest = MEMORY + "," + STEADY;
    assertFault("codec", "parse", last(HELLO, load, measure("'codec':'gson'", "parse", rest)));
    assertFault(
        "codec", "compressor", last(HELLO, load, measure("'codec':'gson'", "compress", rest)));
    assertFault(
        "request", "operation", last(HELLO, load, measure("'codec':'gson'", "dream", rest)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"serialize", "deserialize"})
  void measuresOnFiles(String operation) throws Exception {
    String sink = "'sink':{'kind':'file','folder':'" + folder + "'},";
    String request = measure("'codec':'gson'", operation, sink + STEADY);
    assertEquals("done", last(HELLO, load, request).getString("type"));
    String name = operation.equals("serialize") ? "serialized" : "copy-1";
    String json = Files.readString(folder.resolve(name));
    assertTrue(json.contains("\"name\":\"part 3\""), json);
  }

  @Test
  void fileSinkNeedsItsFolder() throws Exception {
    String bare = "'sink':{'kind':'file'}," + STEADY;
    assertFault(
        "request", "folder", last(HELLO, load, measure("'codec':'gson'", "serialize", bare)));
    String absent = "'sink':{'kind':'file','folder':'" + folder.resolve("absent") + "'}," + STEADY;
    assertFault(
        "host", "folder", last(HELLO, load, measure("'codec':'gson'", "serialize", absent)));
  }

  @Test
  void fixedAndCold() throws Exception {
    String fixed = MEMORY + ",'mode':{'kind':'fixed','warm_up_runs':2,'runs':3,'calls':4}";
    List<JsonObject> answers = talk(HELLO, load, measure("'codec':'gson'", "serialize", fixed));
    assertEquals(5 + 1, answers.size() - 2);
    assertEquals(4, answers.get(2).getInt("calls"));
    String cold = MEMORY + ",'mode':{'kind':'cold'}";
    JsonObject done = last(HELLO, load, measure("'codec':'gson'", "serialize", cold));
    assertEquals(1, done.getInt("batches"));
    assertTrue(done.isNull("steady"));
    assertFault(
        "request", "encoded", last(HELLO, load, measure("'codec':'gson'", "deserialize", cold)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"deserialize", "parse", "unbuild", "decompress"})
  void coldReadingTakesItsInputFromAFile(String operation) throws Exception {
    String subject = "'codec':'protobuf-java','compressor':'gzip'";
    String file = folder.resolve("encoded").toString();
    String encode = "{'type':'encode','subject':{" + subject + "},'file':'" + file + "'}";
    String rest = MEMORY + ",'mode':{'kind':'cold'},'encoded':'" + file + "'";
    JsonObject done = last(HELLO, load, encode, measure(subject, operation, rest));
    assertEquals("done", done.getString("type"), done.toString());
  }

  @Test
  void whatIsEncodedHereIsDecodedThere() throws Exception {
    String file = folder.resolve("encoded").toString();
    String subject = "'subject':{'codec':'jaxb-ri','compressor':'zstd','level':19}";
    JsonObject encoded =
        last(HELLO, load, "{'type':'encode'," + subject + ",'file':'" + file + "'}");
    assertEquals(Digests.of(Files.readAllBytes(Path.of(file))), encoded.getString("digest"));
    String request = "{'type':'decode','workload':'sample',%s,'file':'%s','corpus':'%s'}";
    String corpus = folder.resolve("decoded").toString();
    JsonObject decoded = last(HELLO, request.formatted(subject, file, corpus));
    assertEquals("decoded", decoded.getString("type"), decoded.toString());
    assertEquals(digest, decoded.getString("digest"));
    assertEquals(digest, Digests.of(Files.readAllBytes(Path.of(corpus))));
  }

  @Test
  void hostileInputIsTheCodecsFault() throws Exception {
    Files.write(folder.resolve("hostile"), new byte[] {3, '{', '{', '{'});
    String request =
        "{'type':'decode','workload':'sample','subject':{'codec':'gson'},'file':'%s','corpus':'%s'}";
    String line = request.formatted(folder.resolve("hostile"), folder.resolve("decoded"));
    assertFault("codec", "decode", last(HELLO, line));
  }

  @Test
  void answersNothingAfterBye() throws Exception {
    assertEquals(1, talk(HELLO, BYE, HELLO).size());
  }
}
