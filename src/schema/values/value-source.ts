import type { JsonSchema } from '../../base/json/json-schema.js';
import type { ClassFlow } from '../../tool/metadata/flow-options.js';
import type { ValueParser } from './value-parser.js';

/** The schemas and the parser of one value, independent of the kind of its definition. */
export interface ValueSource {
  /** The schema that a model sees, in the internal dialect. */
  readonly published: JsonSchema;
  /** The schema that the compiled validator checks. It accepts anything if only a parser can validate. */
  readonly enforced: JsonSchema;
  readonly parse?: ValueParser;
  /** The author's own JSON Schema, unchanged. */
  readonly authored?: JsonSchema;
  /** Returns what a DTO class says of the data in its properties, by JSON Pointer. */
  readonly flow?: (() => ClassFlow) | undefined;
}
