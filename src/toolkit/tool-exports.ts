import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { type AnthropicOptions, type AnthropicTool, toAnthropic } from '../format/to-anthropic.js';
import { type GeminiFunctionDeclaration, toGemini } from '../format/to-gemini.js';
import type { FunctionJsonSchema } from '../format/to-json-schema.js';
import {
  type OpenAIChatTool,
  type OpenAIOptions,
  type OpenAIResponsesTool,
  toOpenAI,
  toOpenAIChat,
} from '../format/to-openai.js';
import { toPrompt } from '../format/to-prompt.js';
import {
  checkDeferLoading,
  checkFormat,
  type ExportOptions,
  type FormatArguments,
  type FormatOptions,
  type FormatSupport,
  type HostedDefinition,
  type ToolFormat,
  type ToolProviderName,
} from '../format/tool-format.js';
import type { WarningOptions } from '../format/warnings.js';
import { isDirectlyCallable } from '../spec/is-directly-callable.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import type { ToolState } from '../state/tool-state.js';
import { exportEach, type UnsupportedOptions } from './export-each.js';
import { measureCost, type Tokenizer, type ToolkitCost } from './tool-cost.js';
import type { ExportFilter, ToolFilter } from './tool-filter.js';
import { basicGroup, type ToolGroup } from './tool-group.js';

/** The names of the options with which a toolkit selects the tools that it lists or exports. */
export const selectionNames = {
  auth: true,
  hostRequest: true,
  groups: true,
  tags: true,
  include: true,
  exclude: true,
  versions: true,
} satisfies OptionNames<ExportFilter>;

/** The options of `toolkit.cost()`. */
export interface CostOptions extends ExportFilter {
  /** Returns the number of tokens of a text. @default an estimate of one token for four bytes */
  readonly tokenizer?: Tokenizer | undefined;
}

/** A tool of an export. */
export interface ExportedTool {
  readonly spec: ToolSpec;
  readonly deferLoading: boolean;
}

type ScopeExportOptions = ExportFilter & ExportOptions & UnsupportedOptions;

const scopeNames = { ...selectionNames, unsupported: true } satisfies OptionNames<ExportFilter & UnsupportedOptions>;

const costNames: OptionNames<CostOptions> = { ...selectionNames, tokenizer: true };
const schemaNames = { ...selectionNames, deferLoading: true } satisfies OptionNames<
  ExportFilter & Pick<ExportOptions, 'deferLoading'>
>;
const promptNames = { ...scopeNames, deferLoading: true } satisfies OptionNames<
  ExportFilter & UnsupportedOptions & Pick<ExportOptions, 'deferLoading'>
>;
const exportNames: OptionNames<ScopeExportOptions> = { ...promptNames, refs: true };
const openAINames: OptionNames<OpenAIOptions & ScopeExportOptions> = { ...exportNames, ...toOpenAI.options, api: true };
const anthropicNames: OptionNames<AnthropicOptions & ScopeExportOptions> = { ...exportNames, ...toAnthropic.options };
const geminiNames: OptionNames<WarningOptions & ScopeExportOptions> = { ...exportNames, ...toGemini.options };

const noSupport: FormatSupport = Object.freeze({});

/** Exports the active tools of a toolkit or session in the formats of model providers. */
export abstract class ToolExports {
  /** The values that bindings find before those of a tool's own state. */
  abstract readonly state: ToolState;

  /** The specs in the order of registration. */
  abstract list(filter?: ToolFilter): readonly ToolSpec[];

  /** The groups in the order of their creation. */
  abstract groups(): readonly ToolGroup[];

  /**
   * Measures what the exported tools need of a model's context: per tool, per group, and for all active tools. Tools that
   * a provider runs, or that only programs may call, are not included.
   *
   * @throws DefinitionError on an unknown option or group, and if the tokenizer does not return a number.
   */
  cost(options: CostOptions = {}): ToolkitCost {
    checkOptionNames(options, costNames, 'cost');
    const { tokenizer, ...filter } = options;
    const tools = this.groups().flatMap(({ name: group, active }) => {
      const isActive = filter.groups === undefined ? active : group === basicGroup || filter.groups.includes(group);
      return this.list({ ...filter, group })
        .filter(isDirectlyCallable)
        .map((spec) => ({ spec, group, active: isActive }));
    });
    return measureCost(tools, tokenizer);
  }

  /**
   * Returns the definitions of the active tools that a provider runs.
   *
   * @internal
   */
  protected abstract hostedBy(provider: ToolProviderName, filter: ExportFilter): readonly HostedDefinition[];

  /**
   * Returns the tools of an export: the active ones, and the deferred ones that the format supports.
   *
   * @internal
   */
  protected abstract exported(
    filter: ExportFilter,
    options: Pick<ExportOptions, 'deferLoading'> & { readonly supports: FormatSupport },
  ): readonly ExportedTool[];

  /**
   * Exports the active tools in a format: one that the package exports, or any function of a descriptor. Returns an
   * array of the exported tools, or the result of the format's `list` function for that array.
   *
   * @typeParam Tool - The type of one exported tool.
   * @typeParam Options - The format's own options.
   * @typeParam List - The type of the complete export.
   * @throws DefinitionError if the format is not a function, or a group or a name is unknown.
   */
  to<Tool, Options, List = Tool[]>(
    format: ToolFormat<Tool, Options, List>,
    ...options: FormatArguments<Options & ExportFilter & UnsupportedOptions>
  ): List;
  to<Tool>(
    format: ToolFormat<Tool, WarningOptions, unknown>,
    options: FormatOptions & ExportFilter & UnsupportedOptions & WarningOptions = {},
  ): unknown {
    checkFormat(format, options, { where: 'toolkit', further: scopeNames });
    const { hostRequest, groups, tags, include, exclude, versions, unsupported, ...formatOptions } = options;
    const { auth, state = this.state, deferLoading, refs } = formatOptions;
    const filter = { auth, hostRequest, groups, tags, include, exclude, versions };
    const selected = this.exported(filter, { deferLoading, supports: format.supports ?? noSupport });
    const own = { ...formatOptions, state };
    const toExport = ({ spec, ...loading }: ExportedTool) => ({
      tool: spec.to(format, { ...own, ...loading }),
      toDescriptor: () => spec.to((tool) => tool, { refs, ...loading }),
    });
    const exported = exportEach(selected, toExport, { unsupported, onWarning: formatOptions.onWarning });
    const tools = exported.map(({ tool }) => tool);
    if (format.list === undefined) return tools;
    const descriptors = exported.map(({ toDescriptor }) => toDescriptor());
    return format.list(tools, { descriptors, hosted: (provider) => this.hostedBy(provider, filter) }, own);
  }

  /** Returns the `toJsonSchema()` of each active tool, in a new array. */
  getJsonSchemas(options: ExportFilter & Pick<ExportOptions, 'deferLoading'> = {}): FunctionJsonSchema[] {
    checkOptionNames(options, schemaNames, 'getJsonSchemas');
    const { deferLoading, ...filter } = options;
    checkDeferLoading(deferLoading, 'getJsonSchemas');
    return this.exported(filter, { deferLoading, supports: noSupport }).map(({ spec }) => spec.toJsonSchema());
  }

  /**
   * Exports the active tools for OpenAI, hosted tools included. The type of the hosted definitions is inferred from the
   * use of the result, and is not checked.
   */
  toOpenAI<Hosted = HostedDefinition>(
    options: OpenAIOptions & ScopeExportOptions & { readonly api: 'chat' },
  ): (OpenAIChatTool | Hosted)[];
  toOpenAI<Hosted = HostedDefinition>(options?: OpenAIOptions & ScopeExportOptions): (OpenAIResponsesTool | Hosted)[];
  toOpenAI(given: OpenAIOptions & ScopeExportOptions = {}): unknown[] {
    checkOptionNames(given, openAINames, 'toOpenAI');
    const { api, ...options } = given;
    return api === 'chat' ? this.to(toOpenAIChat, options) : this.to(toOpenAI, options);
  }

  /**
   * Exports the active tools for Anthropic's Messages API, hosted tools included. The type of the hosted definitions is
   * inferred from the use of the result, and is not checked.
   */
  toAnthropic<Hosted = HostedDefinition>(options?: AnthropicOptions & ScopeExportOptions): (AnthropicTool | Hosted)[];
  toAnthropic(options: AnthropicOptions & ScopeExportOptions = {}): unknown[] {
    checkOptionNames(options, anthropicNames, 'toAnthropic');
    return this.to(toAnthropic, options);
  }

  /**
   * Exports the active tools for Gemini: all function declarations in one entry, and each hosted tool in its own entry.
   */
  toGemini(
    options: WarningOptions & ScopeExportOptions = {},
  ): ({ functionDeclarations: GeminiFunctionDeclaration[] } | HostedDefinition)[] {
    checkOptionNames(options, geminiNames, 'toGemini');
    return this.to(toGemini, options);
  }

  /** Exports the active tools as text, for a prompt. */
  toPrompt(options: ExportFilter & UnsupportedOptions & Pick<ExportOptions, 'deferLoading'> = {}): string {
    checkOptionNames(options, promptNames, 'toPrompt');
    return this.to(toPrompt, options);
  }
}
