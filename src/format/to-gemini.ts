import type { OptionNames } from '../base/options/check-options.js';
import { copyJson } from '../schema/values/copy-json.js';
import { checkExpansion } from './check-expansion.js';
import type { GeminiSchema } from './gemini-schema.js';
import { toRootObject } from './root-object.js';
import { toGeminiSchema } from './to-gemini-schema.js';
import type { ToolDescriptor } from './tool-descriptor.js';
import type { FormatContext, HostedDefinition } from './tool-format.js';
import { reportWarnings, type WarningOptions } from './warnings.js';

/** The options of the format for Gemini. */
export type GeminiOptions = WarningOptions;

/** A function declaration of Google's Gemini API. */
export interface GeminiFunctionDeclaration {
  name: string;
  description?: string;
  /** The parameters. Omitted for a tool without arguments. */
  parameters?: GeminiSchema;
  /** Whether the model waits for the result in the Live API: `BLOCKING` or `NON_BLOCKING`. */
  // biome-ignore lint/suspicious/noExplicitAny: the vendor's type is a string enum, to which no literal is assignable.
  behavior?: any;
  /** The JSON Schema of the result. */
  responseJsonSchema?: unknown;
}

/**
 * Exports a tool for Gemini, whose dialect supports fewer keywords: references are inlined, and unsupported keywords
 * are described in words in descriptions and reported once, to `onWarning` or as a process warning of type
 * `ToolwrightWarning`.
 */
export function toGemini(tool: ToolDescriptor, options: GeminiOptions = {}): GeminiFunctionDeclaration {
  checkExpansion(tool);
  const { description } = tool;
  const name = toGeminiName(tool.name);
  const root = toRootObject(tool.inputSchema);
  const { schema, warnings } = toGeminiSchema(root.schema);
  const renamed = name === tool.name ? [] : [`the name became '${name}' because names must start with a letter or '_'`];
  const all = [...renamed, ...root.warnings, ...warnings];
  reportWarnings(tool, { summary: 'is not fully supported by Gemini', warnings: all }, options);
  const { additionalProperties: further = false, patternProperties } = root.schema;
  const hasNoArguments = schema.properties === undefined && further === false && patternProperties === undefined;
  return copyJson({
    name,
    ...(description === undefined ? {} : { description }),
    ...(hasNoArguments ? {} : { parameters: schema }),
    ...tool.providerOptions?.gemini,
  } as GeminiFunctionDeclaration);
}

const optionNames = { onWarning: true } satisfies OptionNames<GeminiOptions>;
toGemini.options = optionNames;

/** Puts all function declarations into one entry, and each tool that Google runs into a separate entry. */
toGemini.list = (
  functionDeclarations: GeminiFunctionDeclaration[],
  { hosted }: FormatContext,
): ({ functionDeclarations: GeminiFunctionDeclaration[] } | HostedDefinition)[] => [
  ...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []),
  ...hosted('gemini'),
];

/**
 * Converts a tool name to a name that Gemini accepts: adds an underscore if it does not start with a letter or
 * underscore.
 */
export function toGeminiName(name: string): string {
  return /^[a-zA-Z_]/.test(name) ? name : `_${name}`;
}
