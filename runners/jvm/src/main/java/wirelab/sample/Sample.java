package wirelab.sample;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A domain type like the rendered ones, for the rehearsal and the tests. */
@XmlRootElement(name = "sample")
@XmlAccessorType(XmlAccessType.FIELD)
public class Sample implements Serializable {
  private static final long serialVersionUID = 1L;

  private String name = "";

  private List<Part> parts = new ArrayList<>();

  private List<String> tags = new ArrayList<>();

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public List<Part> getParts() {
    return parts;
  }

  public void setParts(List<Part> parts) {
    this.parts = parts;
  }

  public List<String> getTags() {
    return tags;
  }

  public void setTags(List<String> tags) {
    this.tags = tags;
  }

  /** A part of it. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Part implements Serializable {
    private static final long serialVersionUID = 1L;

    private int number;
    private String name = "";
    private boolean packed;

    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      this.number = number;
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public boolean isPacked() {
      return packed;
    }

    public void setPacked(boolean packed) {
      this.packed = packed;
    }
  }
}
