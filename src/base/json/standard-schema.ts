import type { JsonSchema } from './json-schema.js';

/** A problem that a Standard Schema reports about a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The result of `~standard.validate`: the validated value, or the issues. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/**
 * The part of Standard Schema (https://standardschema.dev, v1) and of Standard JSON Schema that toolwright uses.
 * Schemas of zod, valibot and arktype implement it. The type is structural, so none of these libraries is imported.
 */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Validates a value and may transform it. */
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    /** The types of what `validate` accepts and returns, which exist for the compiler alone. */
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly jsonSchema?: {
      /** Returns the JSON Schema of the input of `validate`. */
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
      /** Returns the JSON Schema of the output of `validate`. */
      readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

/**
 * Checks whether `value` is a Standard Schema. Call it before you test `typeof value === 'function'`, because arktype
 * schemas are functions.
 */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  const standard = (value as { readonly '~standard'?: unknown })['~standard'];
  return typeof standard === 'object' && standard !== null && 'validate' in standard;
}

/** Returns the JSON Schema of a Standard Schema's input or output, or undefined if the schema cannot produce one. */
export function jsonSchemaOf(schema: StandardSchema, side: 'input' | 'output'): JsonSchema | undefined {
  return schema['~standard'].jsonSchema?.[side]({ target: 'draft-2020-12' });
}
