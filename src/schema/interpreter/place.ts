/** A location in a value and in its schema. */
export interface Place {
  /** The JSON Pointer of the value. */
  readonly instancePath: string;
  /** The JSON Pointer of the schema, as a URI fragment that begins with `#`. */
  readonly schemaPath: string;
}
