import { DefinitionError } from '../../errors.js';

/** Where in a schema something is wrong. */
export interface SchemaPlace {
  /** Whose schema it is: how the message begins. */
  readonly where: string;
  /** The JSON Pointer of the schema that holds the keyword. */
  readonly pointer: string;
  readonly keyword?: string | undefined;
}

/** The error for a schema that cannot be used; `problem` says what is wrong and what to do. */
export function schemaProblem({ where, pointer, keyword }: SchemaPlace, problem: string): DefinitionError {
  const schema = pointer === '' ? 'the JSON Schema' : `the JSON Schema at '${pointer}'`;
  const subject = keyword === undefined ? schema : `${schema}, '${keyword}'`;
  return new DefinitionError(`${where}: ${subject}: ${problem}`);
}

/** A JSON value as a message shows it, cut short. */
export function show(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined';
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}
