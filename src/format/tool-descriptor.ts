import type { JsonSchema } from '../base/json/json-schema.js';
import type { ProviderOptions, ToolCaller } from '../tool/metadata/provider-options.js';
import type { ToolAnnotations, ToolExample, ToolIcon } from '../tool/metadata/tool-options.js';

/**
 * The description of a tool for models and vendor APIs, from which every format exports it. Bound parameters are not
 * included.
 */
export interface ToolDescriptor {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The input schema: an object schema in the internal dialect (2020-12, `$defs`, no `$schema` and no `title`). */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly examples?: readonly ToolExample[] | undefined;
  readonly annotations?: ToolAnnotations | undefined;
  readonly icons?: readonly ToolIcon[] | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Whether calls coerce their arguments. @default true */
  readonly coerce?: boolean | undefined;
  /** Whether a model receives the tool only after a search. @default false */
  readonly deferLoading?: boolean | undefined;
  /** Who may call the tool. @default the provider's: the model itself */
  readonly allowedCallers?: readonly ToolCaller[] | undefined;
  /** Fields of the exported tool by model provider, as the provider spells them. */
  readonly providerOptions?: ProviderOptions | undefined;
  /** The unchanged input schema as the author wrote it, for formats that support any JSON Schema. */
  readonly authoredInputSchema?: JsonSchema | undefined;
  /** The unchanged output schema as the author wrote it, for formats that support any JSON Schema. */
  readonly authoredOutputSchema?: JsonSchema | undefined;
}
