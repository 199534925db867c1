package wirelab.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One end of what JMH's fork and its parent say to each other, on loopback. */
record Line(Socket socket, BufferedReader in, PrintStream out) implements AutoCloseable {
  /** From the fork to where its parent listens. */
  static Line to(int port) throws IOException {
    return of(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  static Line of(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return new Line(
        socket,
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)),
        new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8));
  }

  void say(String words) {
    out.println(words);
  }

  /** The next thing that the other end says; null: it has gone. */
  String hear() throws IOException {
    return in.readLine();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
