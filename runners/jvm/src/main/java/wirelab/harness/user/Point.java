package wirelab.harness.user;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/** Where a device was. */
public class Point implements Serializable {
  private static final long serialVersionUID = 1L;

  private UUID device;
  private Instant time;
  private double latitude;
  private double longitude;
  private double altitude;
  private double speed;
  private double heading;
  private double accuracy;

  static Point read(CodedInputStream input) throws IOException {
    Point point = new Point();
    for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
      switch (tag >>> 3) {
        case 1 -> point.device = uuid(ByteBuffer.wrap(input.readByteArray()));
        case 2 -> point.time = Instant.ofEpochMilli(input.readInt64());
        case 3 -> point.latitude = input.readDouble();
        case 4 -> point.longitude = input.readDouble();
        case 5 -> point.altitude = input.readDouble();
        case 6 -> point.speed = input.readDouble();
        case 7 -> point.heading = input.readDouble();
        case 8 -> point.accuracy = input.readDouble();
        default -> throw new IOException("point has no field " + (tag >>> 3));
      }
    }
    return point;
  }

  private static UUID uuid(ByteBuffer bytes) {
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  public UUID getDevice() {
    return device;
  }

  public void setDevice(UUID device) {
    this.device = device;
  }

  public Instant getTime() {
    return time;
  }

  public void setTime(Instant time) {
    this.time = time;
  }

  public double getLatitude() {
    return latitude;
  }

  public void setLatitude(double latitude) {
    this.latitude = latitude;
  }

  public double getLongitude() {
    return longitude;
  }

  public void setLongitude(double longitude) {
    this.longitude = longitude;
  }

  public double getAltitude() {
    return altitude;
  }

  public void setAltitude(double altitude) {
    this.altitude = altitude;
  }

  public double getSpeed() {
    return speed;
  }

  public void setSpeed(double speed) {
    this.speed = speed;
  }

  public double getHeading() {
    return heading;
  }

  public void setHeading(double heading) {
    this.heading = heading;
  }

  public double getAccuracy() {
    return accuracy;
  }

  public void setAccuracy(double accuracy) {
    this.accuracy = accuracy;
  }
}
