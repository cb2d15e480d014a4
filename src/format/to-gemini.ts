import type { GeminiSchema } from './gemini-schema.js';
import { toRootObject } from './root-object.js';
import { toGeminiSchema } from './to-gemini-schema.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import type { FormatContext, HostedDefinition } from './tool-format.js';
import { reportWarnings, type WarningOptions } from './warnings.js';

/** Options of the format for Gemini. */
export type GeminiOptions = WarningOptions;

/** A function declaration of Google's Gemini API. */
export interface GeminiFunctionDeclaration {
  name: string;
  description?: string;
  /** Absent for a tool without arguments. */
  parameters?: GeminiSchema;
}

/**
 * Exports a tool for Gemini, in its smaller dialect of schemas: references are written out, and what the dialect lacks
 * is said in descriptions and reported once, to `onWarning` or as a process warning of type `ToolwrightWarning`.
 */
export function toGemini(tool: ToolDescriptor, options: GeminiOptions = {}): GeminiFunctionDeclaration {
  const { description } = tool;
  const name = geminiName(tool.name);
  const root = toRootObject(tool.inputSchema);
  const { schema, warnings } = toGeminiSchema(root.schema);
  const renamed = name === tool.name ? [] : [`the name became '${name}', as names must start with a letter or '_'`];
  const all = [...renamed, ...root.warnings, ...warnings];
  reportWarnings(tool, { summary: 'says in words what Gemini lacks', warnings: all }, options);
  const { additionalProperties: further = false, patternProperties } = root.schema;
  const isBare = schema.properties === undefined && further === false && patternProperties === undefined;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(isBare ? {} : { parameters: schema }),
  };
}

/** Puts all function declarations into one entry, and each tool that Google runs into an entry of its own. */
toGemini.list = (
  functionDeclarations: GeminiFunctionDeclaration[],
  { hosted }: FormatContext,
): ({ functionDeclarations: GeminiFunctionDeclaration[] } | HostedDefinition)[] => [
  ...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []),
  ...hosted('gemini'),
];

/**
 * A tool's name as Gemini takes it: with an underscore before one that does not start with a letter or an underscore.
 */
export function geminiName(name: string): string {
  return /^[a-zA-Z_]/.test(name) ? name : `_${name}`;
}
