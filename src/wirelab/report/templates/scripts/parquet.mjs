// Writes the shown cells as a Parquet file, with hyparquet-writer, which the page has beside this script.

// Columns of rows of values, whose first row has the names. Columns of numbers are recognized by their names, even if they are empty.
const isNumber = (name) => /_ns$|_bytes$|^ratio(_|$)/.test(name);
export const parquetColumns = ([names, ...rows]) =>
  names.map((name, at) => ({
    name,
    data: rows.map((row) => row[at] ?? null),
    type: isNumber(name) ? "DOUBLE" : "STRING",
    nullable: true,
  }));

export const parquet = (rows) => globalThis.hyparquetWriter.parquetWriteBuffer({ columnData: parquetColumns(rows) });
