import type { JsonSchema } from '../json-schema.js';
import type { ToolAnnotations, ToolExample, ToolIcon } from '../metadata/tool-options.js';

/**
 * A tool as a model or a vendor's API sees it, from which every format exports it. It has no bound parameters.
 */
export interface ToolDescriptor {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Always an object schema in the internal dialect: 2020-12, `$defs`, no `$schema`, no `title` annotations. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly examples?: readonly ToolExample[] | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly icons?: readonly ToolIcon[] | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** The author's own input schema, for formats that carry any JSON Schema: given back as it was written. */
  readonly authoredInputSchema?: JsonSchema | undefined;
  /** The author's own output schema, for formats that carry any JSON Schema: given back as it was written. */
  readonly authoredOutputSchema?: JsonSchema | undefined;
}
