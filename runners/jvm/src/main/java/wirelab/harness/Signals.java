package wirelab.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * The way between JMH's fork and this program, on loopback: a byte asks for a turn, one grants it.
 */
final class Signals implements AutoCloseable {
  /** Any byte will do. */
  static final int TURN = 1;

  private final ServerSocket server;

  private Signals(ServerSocket server) {
    this.server = server;
  }

  static Signals listening() throws IOException {
    return new Signals(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
  }

  int port() {
    return server.getLocalPort();
  }

  /** Passes on what the fork asks for, until it ends or a turn is refused. */
  void relay(Granted granted) {
    try (Socket fork = server.accept()) {
      fork.setTcpNoDelay(true);
      while (fork.getInputStream().read() >= 0 && granted.granted()) {
        fork.getOutputStream().write(TURN);
      }
    } catch (IOException end) {
      // The fork or this program has ended; JMH says why.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  /** Asks whoever waits for this program. */
  interface Granted {
    boolean granted() throws IOException;
  }
}
