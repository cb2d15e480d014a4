/** A schema in Gemini's dialect, a selection of OpenAPI 3.0. */
export interface GeminiSchema {
  /** `STRING`, `NUMBER`, `INTEGER`, `BOOLEAN`, `ARRAY`, `OBJECT` or `NULL`. */
  // biome-ignore lint/suspicious/noExplicitAny: the vendor's type is a string enum, which takes no literal.
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
  /** Whole numbers as text, as the vendor's API writes 64-bit integers. */
  minLength?: string;
  maxLength?: string;
  minItems?: string;
  maxItems?: string;
  minProperties?: string;
  maxProperties?: string;
}
