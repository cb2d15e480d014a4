import type { Relation } from './strings/compare-strings.js';

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

/** Returns the effect of a change on the values that are accepted. What is not decided counts as other values. */
export function effectOfRelation(relation: Relation | undefined): 'narrower' | 'wider' | 'other' {
  return relation === undefined || relation === 'same' ? 'other' : relation;
}

/** Compares two schemas, whose value is at a path. */
export type CompareSchemas = (before: unknown, after: unknown, path: string) => readonly SchemaChange[];

/** Where two objects are compared. */
export interface ObjectPlace {
  readonly path: string;
  readonly direction: Direction;
  /** Whether objects are closed unless they say otherwise, as the arguments of a tool are. */
  readonly isClosed: boolean;
  readonly compare: CompareSchemas;
}
