package wirelab.measure;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import wirelab.fault.Fault;

/**
 * Encoded objects, each at an address of a server on loopback, and the client that fetches them.
 * Every user of the machine can reach the server: whoever does not know its secret gets 404.
 */
final class Loopback implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int SECRET_BYTES = 32;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  static {
    // Before the server's class is loaded: each body would wait 40 ms until its head is
    // acknowledged.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final List<byte[]> offered = new CopyOnWriteArrayList<>();
  private final String folder;
  private final HttpServer server;
  private final ExecutorService threads;
  private final HttpClient client;

  /** Starts the server, which offers nothing yet. */
  Loopback() throws Fault {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    folder = "/" + HexFormat.of().formatHex(secret) + "/";
    try {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .proxy(HttpClient.Builder.NO_PROXY)
              .build();
      server = HttpServer.create(new InetSocketAddress(HOST, 0), 0);
    } catch (IOException | UncheckedIOException e) {
      throw Fault.of(Fault.Whose.HOST, "no server can listen on " + HOST, e);
    }
    threads = Executors.newCachedThreadPool(Loopback::daemon);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "loopback");
    thread.setDaemon(true);
    return thread;
  }

  /** Serves bytes from now on; gives the request for them. */
  HttpRequest offer(byte[] bytes) {
    offered.add(bytes);
    String path = folder + (offered.size() - 1);
    URI address = URI.create("http://" + HOST + ":" + server.getAddress().getPort() + path);
    return HttpRequest.newBuilder(address).build();
  }

  /** The bytes that a request is for. */
  byte[] fetch(HttpRequest request) throws Fault, InterruptedException {
    HttpResponse<byte[]> response;
    try {
      response = client.send(request, BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw Fault.of(Fault.Whose.HOST, "an object cannot be fetched over loopback", e);
    }
    if (response.statusCode() != OK) {
      IOException wrong = new IOException("the answer's status is " + response.statusCode());
      throw Fault.of(Fault.Whose.HOST, "an object cannot be fetched over loopback", wrong);
    }
    return response.body();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getRawPath();
      int name = path.lastIndexOf('/') + 1;
      if (!isSame(path.substring(0, name), folder)) {
        exchange.sendResponseHeaders(NOT_FOUND, -1);
        return;
      }
      byte[] bytes = offered.get(Integer.parseInt(path, name, path.length(), 10));
      if (bytes.length == 0) {
        exchange.sendResponseHeaders(OK, -1); // with 0, chunks would follow
      } else {
        exchange.sendResponseHeaders(OK, bytes.length);
        exchange.getResponseBody().write(bytes);
      }
    }
  }

  private static boolean isSame(String shown, String secret) {
    return MessageDigest.isEqual(
        shown.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
