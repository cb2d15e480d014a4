import type { JsonSchema } from './json-schema.js';

/** What a Standard Schema says is wrong with a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What `~standard.validate` answers. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/**
 * The part of a Standard Schema (https://standardschema.dev, v1) and of Standard JSON Schema that toolwright uses:
 * what zod, valibot and arktype schemas have in common. Structural, so that none of them is imported.
 */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Checks a value, and may change it on the way. */
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
    readonly jsonSchema?: {
      /** The schema of what `validate` takes. */
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
      /** The schema of what `validate` gives. */
      readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

/** Whether `value` is a Standard Schema. Asked before `typeof value === 'function'`: arktype schemas are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  const standard = (value as { readonly '~standard'?: unknown })['~standard'];
  return typeof standard === 'object' && standard !== null && 'validate' in standard;
}

/** The JSON Schema that a Standard Schema says accepts its input, or that its output has; undefined if it has none. */
export function jsonSchemaOf(schema: StandardSchema, side: 'input' | 'output'): JsonSchema | undefined {
  return schema['~standard'].jsonSchema?.[side]({ target: 'draft-2020-12' });
}
