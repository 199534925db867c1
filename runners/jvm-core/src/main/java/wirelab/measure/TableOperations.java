package wirelab.measure;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import wirelab.corpus.Carrier;
import wirelab.corpus.Table;
import wirelab.fault.Fault;
import wirelab.measure.OpenSubject.Step;
import wirelab.types.Replay;
import wirelab.types.Types;

/** Makes operations on the sink's tables ready to be measured, one table a copy. */
public final class TableOperations {
  private TableOperations() {}

  /**
   * Serialize into a table, or deserialize or replay from one.
   *
   * @param subject set up
   * @param types the workload's types; for replay, with one
   * @param carrier of the workload's objects
   * @param folder where the databases go
   * @throws Fault request: the workload has no table; host: the databases cannot be written
   */
  public static Operation of(
      OpenSubject subject,
      OperationName name,
      Inputs[] inputs,
      Types types,
      Carrier carrier,
      Path folder)
      throws Fault {
    Table table = carrier.table();
    SinkTable[] tables = new SinkTable[inputs.length];
    Beside[] beside = new Beside[inputs.length];
    for (int copy = 0; copy < tables.length; copy++) {
      tables[copy] = new SinkTable(folder.resolve("copy-" + copy + ".sqlite"), table);
      beside[copy] = Beside.of(inputs[copy], table, carrier);
    }
    Step[] byType = subject.steps(name);
    if (name == OperationName.SERIALIZE) {
      return new Into(Operations.steps(byType, inputs), inputs, beside, tables);
    }
    for (int copy = 0; copy < tables.length; copy++) {
      beside[copy].fill(tables[copy], inputs[copy].values());
    }
    Map<Integer, Step> byNumber = new HashMap<>();
    for (int type = 0; type < byType.length; type++) {
      byNumber.put(table.numbers().get(type), byType[type]);
    }
    return name == OperationName.REPLAY
        ? new Replaying(byNumber, inputs, tables, types.replay())
        : new From(byNumber, tables);
  }

  private static void close(SinkTable[] tables) throws Fault {
    for (SinkTable table : tables) {
      table.close();
    }
  }

  /** What rows have beside the payloads' bytes: columns, and the payload's number in the union. */
  private record Beside(Object[][] columns, int[] numbers) {
    static Beside of(Inputs inputs, Table table, Carrier carrier) {
      Object[][] columns = new Object[inputs.columns().length][];
      int[] numbers = new int[columns.length];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = carrier.row(inputs.columns()[i]);
        numbers[i] = table.numbers().get(inputs.types()[i]);
      }
      return new Beside(columns, numbers);
    }

    void fill(SinkTable table, Object[] payloads) throws Fault {
      for (int i = 0; i < payloads.length; i++) {
        table.add(columns[i], numbers[i], (byte[]) payloads[i]);
      }
      table.commit();
    }
  }

  private record Into(Step[][] steps, Inputs[] inputs, Beside[] beside, SinkTable[] tables)
      implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy].values();
      Object[][] columns = beside[copy].columns;
      int[] numbers = beside[copy].numbers;
      SinkTable table = tables[copy];
      table.empty();
      for (int i = 0; i < own.length; i++) {
        byte[] bytes = (byte[]) step[i].apply(own[i]);
        table.add(columns[i], numbers[i], bytes);
        sink.take(bytes);
      }
      table.commit();
    }

    @Override
    public void close() throws Fault {
      TableOperations.close(tables);
    }
  }

  private record From(Map<Integer, Step> steps, SinkTable[] tables) implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      tables[copy].each((number, payload) -> sink.take(steps.get(number).apply(payload)));
    }

    @Override
    public void close() throws Fault {
      TableOperations.close(tables);
    }
  }

  private record Replaying(
      Map<Integer, Step> steps, Inputs[] inputs, SinkTable[] tables, Replay replay)
      implements Operation {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Folding folding = new Folding(steps, inputs[copy].columns(), replay);
      tables[copy].each(folding);
      sink.take(replay.end(folding.state));
    }

    @Override
    public void close() throws Fault {
      TableOperations.close(tables);
    }
  }

  /** Decodes each row and folds it at once. */
  private static final class Folding implements SinkTable.Row {
    private final Map<Integer, Step> steps;
    private final Object[] beside;
    private final Replay replay;
    private Object state;
    private int place;

    Folding(Map<Integer, Step> steps, Object[] beside, Replay replay) {
      this.steps = steps;
      this.beside = beside;
      this.replay = replay;
      state = replay.start();
    }

    @Override
    public void take(int number, byte[] payload) throws Exception {
      state = replay.step(state, beside[place++], steps.get(number).apply(payload));
    }
  }
}
