/** A schema in Gemini's dialect, a subset of OpenAPI 3.0. */
export interface GeminiSchema {
  /** The type: `STRING`, `NUMBER`, `INTEGER`, `BOOLEAN`, `ARRAY`, `OBJECT` or `NULL`. */
  // biome-ignore lint/suspicious/noExplicitAny: the vendor's type is a string enum, to which no literal is assignable.
  type?: any;
  description?: string;
  nullable?: boolean;
  format?: string;
  enum?: string[];
  default?: unknown;
  example?: unknown;
  anyOf?: GeminiSchema[];
  properties?: { [name: string]: GeminiSchema };
  required?: string[];
  items?: GeminiSchema;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  /** The minimum length, as a decimal string: the vendor's API encodes 64-bit integers as text. */
  minLength?: string;
  maxLength?: string;
  minItems?: string;
  maxItems?: string;
  minProperties?: string;
  maxProperties?: string;
}
