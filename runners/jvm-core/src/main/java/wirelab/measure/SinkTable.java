package wirelab.measure;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import wirelab.data.Carrier;
import wirelab.data.Copy;

/** A copy's table, in a SQLite database of its own; a row per object. */
final class SinkTable implements AutoCloseable {
  private final Object[][] columns; // by place: what a row has beside the payload
  private final int[] numbers; // by place: the payload's, in the union
  private final Connection connection;
  private final PreparedStatement empty;
  private final PreparedStatement insert;
  private final PreparedStatement select;
  private Object read; // the last column that was: a reader of the table has them all

  /** Makes the database, which is not there yet, and the table in it, without a row. */
  SinkTable(Path file, Carrier carrier, Copy copy) throws SQLException {
    Carrier.Table table = carrier.table();
    columns = Arrays.stream(copy.columns()).map(carrier::row).toArray(Object[][]::new);
    numbers = Arrays.stream(copy.types()).map(table.numbers()::get).toArray();
    String name = quoted(table.name());
    List<String> all = table.columns().stream().map(SinkTable::quoted).toList();
    String places = all.stream().map(column -> "?").collect(Collectors.joining(", "));
    // The driver unpacks its native part: beside the table, which is cleared away with it.
    System.setProperty("org.sqlite.tmpdir", file.getParent().toString());
    connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (Statement statement = connection.createStatement()) {
      // What is timed is the work of the library, not when the disk has it.
      statement.execute("PRAGMA synchronous = OFF");
      statement.execute("CREATE TABLE " + name + " (" + String.join(", ", all) + ")");
    }
    connection.setAutoCommit(false);
    empty = connection.prepareStatement("DELETE FROM " + name);
    insert = connection.prepareStatement("INSERT INTO " + name + " VALUES (" + places + ")");
    String order = " FROM " + name + " ORDER BY rowid";
    select = connection.prepareStatement("SELECT " + String.join(", ", all) + order);
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }

  /** Takes all rows out; what follows is one transaction, up to {@link #commit}. */
  void empty() throws SQLException {
    empty.executeUpdate();
  }

  /** Adds the row of an object's bytes. */
  void add(int place, byte[] payload) throws SQLException {
    Object[] row = columns[place];
    int last = row.length;
    for (int i = 0; i < last; i++) {
      insert.setObject(i + 1, row[i]);
    }
    insert.setInt(last + 1, numbers[place]);
    insert.setBytes(last + 2, payload);
    insert.executeUpdate();
  }

  /** Adds all rows of a copy whose objects are bytes. */
  void fill(Copy copy) throws SQLException {
    for (int i = 0; i < copy.size(); i++) {
      add(i, (byte[]) copy.objects()[i]);
    }
    commit();
  }

  /** Ends the transaction. */
  void commit() throws SQLException {
    connection.commit();
  }

  /** All rows, in the order in which they were added. */
  ResultSet rows() throws SQLException {
    return select.executeQuery();
  }

  /** A row's bytes; its other columns are read too. */
  byte[] payload(ResultSet row) throws SQLException {
    int last = columns[0].length + 1;
    for (int i = 1; i <= last; i++) {
      read = row.getObject(i);
    }
    return row.getBytes(last + 1);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
