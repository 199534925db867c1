package wirelab.benchmark;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.google.gson.Gson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import wirelab.corpus.Corpus;
import wirelab.domain.Professor;
import wirelab.domain.School;
import wirelab.domain.Student;
import wirelab.measure.Batches;
import wirelab.measure.MeasuringLoop;
import wirelab.measure.Mode;
import wirelab.measure.OpenSubject;
import wirelab.measure.Operation;
import wirelab.measure.OperationName;
import wirelab.measure.Operations;
import wirelab.measure.Subject;
import wirelab.types.Types;

/**
 * What our adaptors cost: a codec's operation on schools as the runner measures it, and the same in
 * a loop written by hand against the library, batches of both in turns in this very process.
 */
public final class HandWritten {
  private static final long BATCH_NANOS = 20_000_000;
  private static final Mode WARM_UP =
      new Mode.Steady(BATCH_NANOS, 5, 10, 0.02, 1_000_000_000L, 3_000_000_000L);
  private static final int TURNS = 15;
  private static final int BATCHES = 4;

  private HandWritten() {}

  /** As a user of a library would write it. */
  private interface Written {
    byte[] write(School school) throws Exception;

    School read(byte[] bytes) throws Exception;
  }

  /**
   * Measures.
   *
   * @param arguments a corpus of schools, the codec, {@code serialize} or {@code deserialize},
   *     {@code adaptor} or {@code hand} for who goes first
   */
  public static void main(String[] arguments) throws Exception {
    Types types =
        (Types) Class.forName(Types.IMPLEMENTATION).getDeclaredConstructor().newInstance();
    Corpus corpus = Corpus.read(Files.readAllBytes(Path.of(arguments[0])), 8, types);
    OpenSubject subject = Subject.of(arguments[1], Map.of(), null, null).open(types);
    Written written = written(arguments[1]);
    check(corpus, subject, written, types);
    boolean serialize = arguments[2].equals("serialize");
    OperationName name = serialize ? OperationName.SERIALIZE : OperationName.DESERIALIZE;
    MeasuringLoop adaptor = loop(Operations.inMemory(subject, name, corpus, types), corpus);
    MeasuringLoop byHand = loop(byHand(written, corpus, serialize), corpus);
    boolean adaptorFirst = arguments[3].equals("adaptor");
    MeasuringLoop first = adaptorFirst ? adaptor : byHand;
    MeasuringLoop second = adaptorFirst ? byHand : adaptor;
    int calls = calls(first.run(WARM_UP).batches());
    second.run(WARM_UP);
    double[] firstNanos = new double[TURNS];
    double[] secondNanos = new double[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      firstNanos[turn] = nanos(first, calls);
      secondNanos[turn] = nanos(second, calls);
    }
    double[] hand = adaptorFirst ? secondNanos : firstNanos;
    double[] ratios = new double[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
      double ratio = firstNanos[turn] / secondNanos[turn];
      ratios[turn] = adaptorFirst ? ratio : 1 / ratio;
    }
    String line = "{\"hand_ns\": %.1f, \"ratio\": %.6f}";
    System.out.println(String.format(Locale.ROOT, line, median(hand), median(ratios)));
    System.exit(0);
  }

  private static Written written(String codec) {
    return switch (codec) {
      case "gson" -> new ByGson();
      case "jackson-json" -> new ByJackson();
      case "kryo5" -> new ByKryo();
      case "protobuf-java" -> new ByProtobuf();
      default -> throw new IllegalArgumentException("nobody has written " + codec + " by hand");
    };
  }

  /** Both must do the same work. */
  private static void check(Corpus corpus, OpenSubject subject, Written written, Types types)
      throws Exception {
    for (Object each : corpus.objects()) {
      byte[] ours = subject.coder(0).encode(each);
      byte[] theirs = written.write((School) each);
      Object read = written.read(theirs);
      if (ours.length != theirs.length
          || !types.root().build(each).equals(types.root().build(read))) {
        throw new IllegalStateException("the loop written by hand does not do what the codec does");
      }
    }
  }

  private static MeasuringLoop loop(Operation operation, Corpus corpus) {
    return new MeasuringLoop(operation, corpus.copies().length, 100);
  }

  private static Operation byHand(Written written, Corpus corpus, boolean serialize)
      throws Exception {
    int copies = corpus.copies().length;
    School[][] schools = new School[copies][];
    byte[][][] encoded = new byte[copies][][];
    for (int copy = 0; copy < copies; copy++) {
      Object[] objects = corpus.copies()[copy];
      schools[copy] = Arrays.copyOf(objects, objects.length, School[].class);
      encoded[copy] = new byte[objects.length][];
      for (int i = 0; i < objects.length; i++) {
        encoded[copy][i] = written.write(schools[copy][i]);
      }
    }
    if (serialize) {
      return (copy, sink) -> {
        for (School school : schools[copy]) {
          sink.take(written.write(school));
        }
      };
    }
    return (copy, sink) -> {
      for (byte[] bytes : encoded[copy]) {
        sink.take(written.read(bytes));
      }
    };
  }

  private static int calls(Batches batches) {
    return batches.calls(batches.size() - 1);
  }

  /** Nanoseconds a call: this thread's own, which other work on the machine disturbs least. */
  private static double nanos(MeasuringLoop loop, int calls) throws Exception {
    Batches batches = loop.run(new Mode.Fixed(0, BATCHES, calls)).batches();
    double[] nanos = new double[BATCHES];
    for (int i = 0; i < BATCHES; i++) {
      nanos[i] = (double) batches.cpuNanos(batches.size() - BATCHES + i) / calls;
    }
    return median(nanos);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static final class ByGson implements Written {
    private final Gson gson = new Gson();

    @Override
    public byte[] write(School school) {
      return gson.toJson(school).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public School read(byte[] bytes) {
      return gson.fromJson(new String(bytes, StandardCharsets.UTF_8), School.class);
    }
  }

  private static final class ByJackson implements Written {
    private final ObjectMapper mapper =
        new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
    private final ObjectWriter writer = mapper.writerFor(School.class);
    private final ObjectReader reader = mapper.readerFor(School.class);

    @Override
    public byte[] write(School school) throws Exception {
      return writer.writeValueAsBytes(school);
    }

    @Override
    public School read(byte[] bytes) throws Exception {
      return reader.readValue(bytes);
    }
  }

  private static final class ByKryo implements Written {
    private final com.esotericsoftware.kryo.kryo5.Kryo kryo =
        new com.esotericsoftware.kryo.kryo5.Kryo();
    private final com.esotericsoftware.kryo.kryo5.io.Output output =
        new com.esotericsoftware.kryo.kryo5.io.Output(4096, -1);
    private final com.esotericsoftware.kryo.kryo5.io.Input input =
        new com.esotericsoftware.kryo.kryo5.io.Input();

    ByKryo() {
      kryo.register(School.class);
      kryo.register(Professor.class);
      kryo.register(Student.class);
      kryo.register(ArrayList.class);
    }

    @Override
    public byte[] write(School school) {
      output.reset();
      kryo.writeObject(output, school);
      return output.toBytes();
    }

    @Override
    public School read(byte[] bytes) {
      input.setBuffer(bytes);
      return kryo.readObject(input, School.class);
    }
  }

  private static final class ByProtobuf implements Written {
    @Override
    public byte[] write(School school) {
      wirelab.messages.school.School.Builder builder = wirelab.messages.school.School.newBuilder();
      for (Professor professor : school.getProfessors()) {
        builder.addProfessors(message(professor));
      }
      return builder.build().toByteArray();
    }

    private static wirelab.messages.school.Professor message(Professor professor) {
      wirelab.messages.school.Professor.Builder builder =
          wirelab.messages.school.Professor.newBuilder()
              .setId(professor.getId())
              .setName(professor.getName())
              .setTelephone(professor.getTelephone())
              .setBirthDate(professor.getBirthDate())
              .setAddress(professor.getAddress());
      for (Student student : professor.getStudents()) {
        builder.addStudents(
            wirelab.messages.school.Student.newBuilder()
                .setId(student.getId())
                .setName(student.getName())
                .setTelephone(student.getTelephone())
                .setGender(student.getGender())
                .setBirthDate(student.getBirthDate())
                .setRegistrationDate(student.getRegistrationDate())
                .setAddress(student.getAddress())
                .build());
      }
      return builder.build();
    }

    @Override
    public School read(byte[] bytes) throws Exception {
      wirelab.messages.school.School message = wirelab.messages.school.School.parseFrom(bytes);
      List<Professor> professors = new ArrayList<>(message.getProfessorsCount());
      for (wirelab.messages.school.Professor each : message.getProfessorsList()) {
        professors.add(professor(each));
      }
      School school = new School();
      school.setProfessors(professors);
      return school;
    }

    private static Professor professor(wirelab.messages.school.Professor message) {
      List<Student> students = new ArrayList<>(message.getStudentsCount());
      for (wirelab.messages.school.Student each : message.getStudentsList()) {
        students.add(student(each));
      }
      Professor professor = new Professor();
      professor.setId(message.getId());
      professor.setName(message.getName());
      professor.setTelephone(message.getTelephone());
      professor.setBirthDate(message.getBirthDate());
      professor.setAddress(message.getAddress());
      professor.setStudents(students);
      return professor;
    }

    private static Student student(wirelab.messages.school.Student message) {
      Student student = new Student();
      student.setId(message.getId());
      student.setName(message.getName());
      student.setTelephone(message.getTelephone());
      student.setGender(message.getGender());
      student.setBirthDate(message.getBirthDate());
      student.setRegistrationDate(message.getRegistrationDate());
      student.setAddress(message.getAddress());
      return student;
    }
  }
}
