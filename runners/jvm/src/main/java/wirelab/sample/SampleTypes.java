package wirelab.sample;

import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;
import wirelab.build.Rehearsed;
import wirelab.types.JavaTypes;
import wirelab.types.JsonConversion;
import wirelab.types.MessageType;

/** {@link Sample} as a workload. */
public final class SampleTypes implements Rehearsed, JavaTypes {
  private static final MessageType ROOT = new SampleType("Sample", Sample.class);

  private record SampleType(String name, Class<?> domainClass) implements MessageType {}

  @Override
  public MessageType root() {
    return ROOT;
  }

  @Override
  public List<Class<?>> domainClasses() {
    return List.of(Sample.class, Sample.Part.class);
  }

  @Override
  public JsonConversion json(MessageType type) {
    return new SampleJson();
  }

  @Override
  public Object object() {
    Sample sample = new Sample();
    sample.setName("sample <&> é");
    sample.getTags().add("one");
    sample.getTags().add("two");
    for (int i = 1; i <= 3; i++) {
      Sample.Part part = new Sample.Part();
      part.setNumber(i);
      part.setName("part " + i);
      part.setPacked(i % 2 == 0);
      sample.getParts().add(part);
    }
    return sample;
  }

  private static final class SampleJson implements JsonConversion {
    @Override
    public JSONObject build(Object object, boolean nulls) {
      Sample sample = (Sample) object;
      JSONArray parts = new JSONArray();
      for (Sample.Part part : sample.getParts()) {
        parts.put(
            new JSONObject()
                .put("number", part.getNumber())
                .put("name", part.getName())
                .put("packed", part.isPacked()));
      }
      return new JSONObject()
          .put("name", sample.getName())
          .put("parts", parts)
          .put("tags", new JSONArray(sample.getTags()));
    }

    @Override
    public Object parse(String text) {
      return new JSONObject(text);
    }

    @Override
    public Object unbuild(Object tree) {
      JSONObject json = (JSONObject) tree;
      Sample sample = new Sample();
      sample.setName(json.getString("name"));
      for (Object each : json.getJSONArray("parts")) {
        JSONObject read = (JSONObject) each;
        Sample.Part part = new Sample.Part();
        part.setNumber(read.getInt("number"));
        part.setName(read.getString("name"));
        part.setPacked(read.getBoolean("packed"));
        sample.getParts().add(part);
      }
      for (Object tag : json.getJSONArray("tags")) {
        sample.getTags().add((String) tag);
      }
      return sample;
    }
  }
}
