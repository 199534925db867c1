package wirelab.types;

import org.json.JSONObject;

/** Between domain objects and org.json's tree, rendered for each payload type. */
public interface JsonConversion {
  /**
   * From a domain object to a tree.
   *
   * @param nulls whether null fields are {@link JSONObject#NULL}; otherwise they are left out
   */
  JSONObject build(Object object, boolean nulls);

  /**
   * From a tree to a domain object.
   *
   * @throws org.json.JSONException if a field is missing, or of another type
   */
  Object unbuild(JSONObject json);
}
