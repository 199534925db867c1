package wirelab.measure;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.util.Arrays;
import wirelab.data.Copy;
import wirelab.types.Replay;

/**
 * One call of an operation: it works on a whole copy, each object on its own, in order. Where its
 * implementations have steps, those are by copy and place; inputs, files and tables are by copy.
 */
public interface Call {
  /** The call; the sink takes every output. */
  void call(int copy, Sink sink) throws Exception;

  /**
   * Any operation in memory, but for {@code replay}.
   *
   * @param bytes whether it gives bytes, rather than objects
   */
  record EachObject(Step[][] steps, Copy[] inputs, boolean bytes) implements Call {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy].objects();
      for (int i = 0; i < own.length; i++) {
        Object output = step[i].apply(own[i]);
        if (bytes) {
          sink.take((byte[]) output);
        } else {
          sink.keep(output);
        }
      }
    }
  }

  /** The operation {@code replay} in memory: each object is decoded, and folded at once. */
  record Replaying(Step[][] steps, Copy[] inputs, Replay replay) implements Call {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy].objects();
      Object[] columns = inputs[copy].columns();
      Object state = replay.start();
      for (int i = 0; i < own.length; i++) {
        state = replay.step(state, columns[i], step[i].apply(own[i]));
      }
      sink.keep(replay.end(state));
    }
  }

  /** Serializes into a file, which each call writes as a whole. */
  record IntoFile(Step[][] steps, Copy[] inputs, String file) implements Call {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy].objects();
      try (SinkFile output = new SinkFile(file)) {
        for (int i = 0; i < own.length; i++) {
          byte[] bytes = (byte[]) step[i].apply(own[i]);
          output.write(bytes);
          sink.take(bytes);
        }
      }
    }
  }

  /**
   * Deserializes from a file, which each call reads whole.
   *
   * @param ends by copy and place, where each object ends in the file
   */
  record FromFile(Step[][] steps, Path[] files, int[][] ends) implements Call {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      byte[] file = SinkFile.read(files[copy]);
      int start = 0;
      for (int i = 0; i < step.length; i++) {
        int end = ends[copy][i];
        boolean whole = start == 0 && end == file.length;
        sink.keep(step[i].apply(whole ? file : Arrays.copyOfRange(file, start, end)));
        start = end;
      }
    }
  }

  /** Serializes into a table, as one transaction. */
  record IntoTable(Step[][] steps, Copy[] inputs, SinkTable[] tables) implements Call {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] own = inputs[copy].objects();
      SinkTable table = tables[copy];
      table.empty();
      for (int i = 0; i < own.length; i++) {
        byte[] bytes = (byte[]) step[i].apply(own[i]);
        table.add(i, bytes);
        sink.take(bytes);
      }
      table.commit();
    }
  }

  /** Deserializes from a table, row by row. */
  record FromTable(Step[][] steps, SinkTable[] tables) implements Call {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      SinkTable table = tables[copy];
      try (ResultSet rows = table.rows()) {
        for (int i = 0; rows.next(); i++) {
          sink.keep(step[i].apply(table.payload(rows)));
        }
      }
    }
  }

  /** The operation {@code replay} from a table: each row is decoded, and folded at once. */
  record ReplayingTable(Step[][] steps, Copy[] inputs, SinkTable[] tables, Replay replay)
      implements Call {
    @Override
    public void call(int copy, Sink sink) throws Exception {
      Step[] step = steps[copy];
      Object[] columns = inputs[copy].columns();
      SinkTable table = tables[copy];
      Object state = replay.start();
      try (ResultSet rows = table.rows()) {
        for (int i = 0; rows.next(); i++) {
          state = replay.step(state, columns[i], step[i].apply(table.payload(rows)));
        }
      }
      sink.keep(replay.end(state));
    }
  }
}
