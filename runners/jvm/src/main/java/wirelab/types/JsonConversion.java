package wirelab.types;

import org.json.JSONObject;

/** Between domain objects and org.json's tree, rendered for each payload type. */
public interface JsonConversion {
  /**
   * From a domain object to a tree: a JSONObject, or a JSONArray.
   *
   * @param nulls whether null fields are {@link JSONObject#NULL}; otherwise they are left out
   */
  Object build(Object object, boolean nulls);

  /** The tree of a text. */
  Object parse(String text);

  /**
   * From a tree to a domain object.
   *
   * @throws org.json.JSONException if a field is missing, or of another type
   */
  Object unbuild(Object json);
}
