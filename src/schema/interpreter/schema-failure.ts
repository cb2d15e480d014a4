/** A failed keyword of a schema, with the names that ajv gives to its fields. */
export interface SchemaFailure {
  readonly keyword: string;
  /** The JSON Pointer of the value that failed. */
  readonly instancePath: string;
  /** The JSON Pointer of the keyword, from the root or from the definition that was last referred to. */
  readonly schemaPath: string;
  /** The details of the failure, by keyword. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of a detail depends on its keyword, as in ajv.
  readonly params: Readonly<Record<string, any>>;
  readonly message?: string | undefined;
  /** The value of the keyword. */
  readonly schema?: unknown;
  /** The schema that contains the keyword. */
  readonly parentSchema?: Readonly<Record<string, unknown>> | undefined;
  /** The value that failed. */
  readonly data?: unknown;
}
