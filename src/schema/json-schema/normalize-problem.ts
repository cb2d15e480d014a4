import { DefinitionError } from '../../base/errors/errors.js';

/** The location of a problem in a schema. */
export interface ProblemLocation {
  /** The owner of the schema, with which the message begins. */
  readonly where: string;
  /** The JSON Pointer of the schema that contains the keyword. */
  readonly pointer: string;
  readonly keyword?: string | undefined;
}

/** Creates the error for a schema that cannot be used. `problem` describes what is wrong and how to fix it. */
export function createSchemaError({ where, pointer, keyword }: ProblemLocation, problem: string): DefinitionError {
  const schema = pointer === '' ? 'the JSON Schema' : `the JSON Schema at '${pointer}'`;
  const subject = keyword === undefined ? schema : `${schema}, '${keyword}'`;
  return new DefinitionError(`${where}: ${subject}: ${problem}`);
}

/** Prints a JSON value for a message, truncated if it is long. */
export function show(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined';
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}
