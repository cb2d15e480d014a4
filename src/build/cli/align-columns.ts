/** Returns the rows of a table as lines, with each column as wide as its longest cell. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
