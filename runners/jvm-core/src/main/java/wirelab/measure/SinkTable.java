package wirelab.measure;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import wirelab.corpus.Table;
import wirelab.fault.Fault;

/**
 * A table of the sink, in a SQLite database of its own. What goes wrong with it is the machine's
 * fault: a {@link SQLException} alone would not tell it from one of a library.
 */
final class SinkTable implements AutoCloseable {
  private final Table table;
  private final Connection connection;
  private final PreparedStatement empty;
  private final PreparedStatement insert;
  private final PreparedStatement select;
  private Object read; // the last column that was: a reader of the table has them all

  /**
   * Makes the database, and the table in it, without a row.
   *
   * @param file of the database; there is none yet
   */
  SinkTable(Path file, Table table) throws Fault {
    this.table = table;
    String name = quoted(table.name());
    List<String> all =
        Stream.concat(table.columns().stream(), Stream.of(table.type(), table.payload()))
            .map(SinkTable::quoted)
            .toList();
    String places = all.stream().map(column -> "?").collect(Collectors.joining(", "));
    try {
      // The driver unpacks its native part: beside the table, which is cleared away with it.
      System.setProperty("org.sqlite.tmpdir", file.getParent().toString());
      connection = DriverManager.getConnection("jdbc:sqlite:" + file);
      try (Statement statement = connection.createStatement()) {
        // What is measured is the work of the library, not when the disk has it.
        statement.execute("PRAGMA synchronous = OFF");
        statement.execute("CREATE TABLE " + name + " (" + String.join(", ", all) + ")");
      }
      connection.setAutoCommit(false);
      empty = connection.prepareStatement("DELETE FROM " + name);
      insert = connection.prepareStatement("INSERT INTO " + name + " VALUES (" + places + ")");
      String order = " FROM " + name + " ORDER BY rowid";
      select = connection.prepareStatement("SELECT " + String.join(", ", all) + order);
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }

  /** Takes all rows out; what follows is one transaction, up to {@link #commit}. */
  void empty() throws Fault {
    try {
      empty.executeUpdate();
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  /**
   * Adds a row.
   *
   * @param columns beside the payload
   * @param number of the payload's type
   * @param payload its bytes
   */
  void add(Object[] columns, int number, byte[] payload) throws Fault {
    int last = columns.length;
    try {
      for (int i = 0; i < last; i++) {
        insert.setObject(i + 1, columns[i]);
      }
      insert.setInt(last + 1, number);
      insert.setBytes(last + 2, payload);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  /** Ends the transaction. */
  void commit() throws Fault {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  /** Hands over each row, in the order in which they were added. */
  void each(Row row) throws Exception {
    int columns = table.columns().size();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        for (int i = 1; i <= columns; i++) {
          read = rows.getObject(i);
        }
        row.take(rows.getInt(columns + 1), rows.getBytes(columns + 2));
      }
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  /** What is done with a payload's number and bytes. */
  interface Row {
    void take(int number, byte[] payload) throws Exception;
  }

  @Override
  public void close() throws Fault {
    try {
      connection.close();
    } catch (SQLException e) {
      throw fault(e);
    }
  }

  private static Fault fault(SQLException thrown) {
    return new Fault(Fault.Kind.HOST, Fault.describe(thrown), thrown);
  }
}
