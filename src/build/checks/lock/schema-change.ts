/** What a change of a schema does to the values that it accepts. */
export type Effect = 'narrower' | 'wider' | 'added' | 'other' | 'words';

/** A change of a schema. */
export interface SchemaChange {
  /** The value that has changed, such as `lines[].sku`. Empty for the whole. */
  readonly path: string;
  readonly effect: Effect;
  /** What has changed, such as 'is now required'. */
  readonly text: string;
}

/** Whether a schema is of arguments, which a caller writes, or of results, which a caller reads. */
export type Direction = 'input' | 'output';
