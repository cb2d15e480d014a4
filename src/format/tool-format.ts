import { DefinitionError } from '../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { flag, type KnownOptions, secretObject } from '../base/options/option-rules.js';
import { previewValue } from '../base/values/value-preview.js';
import type { ToolState } from '../call/state/tool-state.js';
import type { RefStyle } from './export-refs.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** The name of a model provider that runs tools itself. */
export type ToolProviderName = 'openai' | 'anthropic' | 'gemini';

/** The definition of a tool that a model provider runs, as specified by the provider's documentation. */
export type HostedDefinition = Readonly<Record<string, unknown>>;

/** The option with which every export rewrites references. */
export interface RefOptions {
  /**
   * How the export writes subschemas that several places share. `'inline'` replaces each `$ref` by its definition, except
   * in a definition that contains itself. `'hoist'` moves repeated subschemas into `$defs`. Both replace schemas that
   * `toMcp` would export verbatim.
   *
   * @default 'keep': as the format does
   */
  readonly refs?: RefStyle | undefined;
}

/** The options of every export of a tool or a toolkit. */
export interface ExportOptions extends RefOptions {
  /**
   * Whether tools are deferred: `false` defers none, `true` defers every tool that does not decide itself.
   *
   * @default as each tool, or else its group, decides
   */
  readonly deferLoading?: boolean | undefined;
}

/** What the provider of a format does itself. */
export interface FormatSupport {
  /** Whether the provider searches deferred tools itself, so that all of them are exported. @default false */
  readonly deferLoading?: boolean | undefined;
  /** Whether the format states who may call a tool, so that tools that only code may call are exported. @default false */
  readonly allowedCallers?: boolean | undefined;
}

/** The options that `to` passes to every format in addition to the format's own options. */
export interface FormatOptions extends ExportOptions {
  /**
   * The caller for whom the tools are exported. A toolkit omits the tools that this caller may not access.
   */
  readonly auth?: unknown;
  /**
   * The state from which bindings are read, layered over the state of the spec. @default the state of the spec or
   * toolkit
   */
  readonly state?: ToolState | undefined;
}

/** The options that a format receives: its own options and the options of every format. */
export type FormatOptionsOf<Options> = NonNullable<Options> & FormatOptions;

/** The last argument of `to`. It may be omitted if every option of the format is optional. */
export type FormatArguments<Options> =
  Partial<Options> extends Options ? [options?: FormatOptionsOf<Options>] : [options: FormatOptionsOf<Options>];

/** The context of the list that a toolkit exports. */
export interface FormatContext {
  /** The exported tools as descriptors, in the order of the list. */
  readonly descriptors: readonly ToolDescriptor[];
  /** Returns the definitions of the active tools that a provider runs. */
  hosted(provider: ToolProviderName): readonly HostedDefinition[];
}

/**
 * A function that exports one tool, for `spec.to(format)` and `toolkit.to(format)`. Any function from a descriptor to a
 * value is a format.
 *
 * @typeParam Tool - The type of an exported tool.
 * @typeParam Options - The format's own options.
 * @typeParam List - The type of an exported toolkit.
 * @example
 * ```ts
 * const names = toolkit.to((tool) => tool.name);
 * ```
 */
export interface ToolFormat<Tool, Options = unknown, List = Tool[]> {
  (tool: ToolDescriptor, options: FormatOptionsOf<Options>): Tool;
  /**
   * The names of the format's own options: `to` refuses all others, so that a misspelled one is not ignored.
   * @default options are not checked
   */
  readonly options?: Readonly<Record<string, true>> | undefined;
  /** What the provider does itself. @default nothing: a toolkit omits deferred tools and offers `search_tools` */
  readonly supports?: FormatSupport | undefined;
  /** Creates the export of a toolkit from the exports of its tools. @default the tools as an array */
  readonly list?: (tools: Tool[], context: FormatContext, options: FormatOptionsOf<Options>) => List;
}

const commonOptions: OptionNames<FormatOptions> = {
  auth: true,
  state: secretObject,
  refs: true,
  deferLoading: flag,
};

/** The object that exports. */
interface Exporter {
  /** The beginning of error messages. */
  readonly where: string;
  /** The names of further options that the exporter accepts. */
  readonly further?: KnownOptions;
}

/** Throws a DefinitionError if the format is not a function, or has no option of that name. */
export function checkFormat(format: unknown, options: FormatOptions, { where, further }: Exporter): void {
  if (typeof format === 'function') {
    const { options: own } = format as Partial<ToolFormat<unknown>>;
    if (own !== undefined)
      checkOptionNames(options, { ...own, ...commonOptions, ...further }, `${where}.to(${format.name})`);
    return;
  }
  throw new DefinitionError(
    `${where}.to: the format must be a function, such as toOpenAI of this package, not ${previewValue(format)}.`,
  );
}
