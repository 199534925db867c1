package wirelab.codec;

/** What codecs whose objects have names for their fields share, JSON's first of all. */
public final class Json {
  /** Whether a field that is absent is written. */
  public static final Parameter NULLS =
      Parameter.of("nulls", "absent fields are left out, or written as null", "omitted", "written");

  private Json() {}

  /** Whether {@link #NULLS} says that they are written. */
  public static boolean writesNulls(Parameters parameters) {
    return parameters.is(NULLS.name(), "written");
  }
}
