/** A type name that the keyword `type` accepts. */
export type JsonSchemaType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/**
 * A JSON Schema document as an object. Common keywords are typed; any other keyword is allowed.
 * Inside toolwright, schemas use one dialect: 2020-12 with `$defs`, without `$schema` and without `title`.
 */
export interface JsonSchema {
  readonly type?: JsonSchemaType | readonly JsonSchemaType[];
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: JsonSchema | boolean;
  readonly prefixItems?: readonly (JsonSchema | boolean)[];
  readonly contains?: JsonSchema | boolean;
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, JsonSchema | boolean>>;
  readonly unevaluatedProperties?: JsonSchema | boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly (JsonSchema | boolean)[];
  readonly oneOf?: readonly (JsonSchema | boolean)[];
  readonly allOf?: readonly (JsonSchema | boolean)[];
  readonly not?: JsonSchema | boolean;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema | boolean>>;
  readonly [keyword: string]: unknown;
}
