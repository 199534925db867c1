package wirelab.types;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/** A field whose null Gson writes though it leaves out those of others. */
public final class NullWritten implements TypeAdapterFactory {
  @Override
  public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    TypeAdapter<T> usual = gson.getAdapter(type);
    return new TypeAdapter<T>() {
      @Override
      public void write(JsonWriter out, T value) throws IOException {
        if (value != null) {
          usual.write(out, value);
          return;
        }
        boolean before = out.getSerializeNulls();
        out.setSerializeNulls(true);
        out.nullValue();
        out.setSerializeNulls(before);
      }

      @Override
      public T read(JsonReader in) throws IOException {
        return usual.read(in);
      }
    };
  }
}
