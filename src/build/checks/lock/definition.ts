import type { JsonSchema } from '../../../base/json/json-schema.js';
import { canonicalJson } from '../../../tool/arguments/canonical-json.js';
import { originOf } from '../../../tool/spec/tool-origin.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import { estimateTokens } from '../../../toolkit/tool-cost.js';

/** What models and callers see of a tool. */
export interface ToolDefinition {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  /** Another title, and the hints that decide whether people are asked. */
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  /** What an imported tool calls, such as the operation of a document. */
  readonly origin?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** What a server of tools says of itself, and the fingerprints of what it offers. */
export interface ServerDefinition {
  readonly name: string;
  readonly instructions?: string | undefined;
  /** The fingerprints of what the server offers, for the option `pins` of `mcpSource`. */
  readonly pins: Readonly<Record<string, string>>;
}

/** The definitions that models see. */
export interface Definitions {
  /** The servers of imported tools, by the name of their source. */
  readonly servers: Readonly<Record<string, ServerDefinition>>;
  readonly tools: Readonly<Record<string, ToolDefinition>>;
}

/** Returns what models and callers see of a tool. */
export function definitionOf(spec: ToolSpec): ToolDefinition {
  const { title, description, inputSchema, outputSchema, annotations } = spec;
  const origin = originOf(spec);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** Returns the tokens of a definition as most APIs receive it, with its name. */
export function tokensOf(name: string, { description, inputSchema: parameters }: ToolDefinition): number {
  return estimateTokens(JSON.stringify({ name, description, parameters }));
}

/** Checks whether two values are the same JSON, in any order of keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}
