import { DefinitionError } from '../errors.js';
import type { ToolState } from '../state/tool-state.js';
import { previewValue } from '../value-preview.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** The name of a model provider that runs tools of its own. */
export type ToolProviderName = 'openai' | 'anthropic' | 'gemini';

/** The definition of a tool that a model's provider runs, as the provider's documentation has it. */
export type HostedDefinition = Readonly<Record<string, unknown>>;

/** Options that `to` hands to every format, besides the format's own. */
export interface FormatOptions {
  /**
   * The caller that the tools are exported for. A toolkit also leaves out the tools that this caller may not access.
   */
  readonly auth?: unknown;
  /**
   * The values that bindings read. `to` layers it over the spec's own state. @default the state of the spec or toolkit
   */
  readonly state?: ToolState | undefined;
}

/** The options that a format receives: its own and those of every format. */
export type FormatOptionsOf<Options> = NonNullable<Options> & FormatOptions;

/** The last argument of `to`. It may be left out where every option of the format is optional. */
export type FormatArguments<Options> =
  Partial<Options> extends Options ? [options?: FormatOptionsOf<Options>] : [options: FormatOptionsOf<Options>];

/** The context of the list that a toolkit exports. */
export interface FormatContext {
  /** The exported tools as descriptors, in the order of the list. */
  readonly descriptors: readonly ToolDescriptor[];
  /** Gives the definitions of the active tools that a provider runs. */
  hosted(provider: ToolProviderName): readonly HostedDefinition[];
}

/**
 * A function that exports one tool, for `spec.to(format)` and `toolkit.to(format)`. Any function from a descriptor to a
 * value is a format.
 *
 * @typeParam Tool - One exported tool.
 * @typeParam Options - The format's own options.
 * @typeParam List - The export of a toolkit.
 * @example
 * ```ts
 * const names = toolkit.to((tool) => tool.name);
 * ```
 */
export interface ToolFormat<Tool, Options = unknown, List = Tool[]> {
  (tool: ToolDescriptor, options: FormatOptionsOf<Options>): Tool;
  /** Makes the export of a toolkit from the exports of its tools. @default the tools as an array */
  readonly list?: (tools: Tool[], context: FormatContext, options: FormatOptionsOf<Options>) => List;
}

/** Throws a DefinitionError if what `to` was given is no function. */
export function checkFormat(format: unknown, where: string): void {
  if (typeof format === 'function') return;
  throw new DefinitionError(
    `${where}.to: the format must be a function, such as toOpenAI of this package, not ${previewValue(format)}.`,
  );
}
