import { checkOptionNames, type OptionNames } from '../base/options/check-options.js';
import { callback, flag, oneOf } from '../base/options/option-rules.js';
import { type AnthropicOptions, toAnthropic } from '../format/to-anthropic.js';
import { toGemini } from '../format/to-gemini.js';
import type { FunctionJsonSchema } from '../format/to-json-schema.js';
import { type OpenAIOptions, toOpenAI, toOpenAIChat } from '../format/to-openai.js';
import { toPrompt } from '../format/to-prompt.js';
import {
  checkFormat,
  type ExportOptions,
  type FormatOptions,
  type FormatSupport,
  type ToolFormat,
} from '../format/tool-format.js';
import type { WarningOptions } from '../format/warnings.js';
import { isDirectlyCallable } from '../tool/spec/is-directly-callable.js';
import { basicGroup } from './entry/tool-group.js';
import { exportEach, type UnsupportedOptions } from './export-each.js';
import { type ExportedTool, type Selection, selectionNames } from './selection.js';
import { measureCost, type Tokenizer, type ToolkitCost } from './tool-cost.js';
import type { ExportFilter } from './tool-filter.js';

/** The options of `toolkit.cost()`. */
export interface CostOptions extends ExportFilter {
  /** Returns the number of tokens of a text. @default an estimate of one token for four bytes */
  readonly tokenizer?: Tokenizer | undefined;
}

/** The options of all exports. */
export type ScopeExportOptions = ExportFilter & ExportOptions & UnsupportedOptions;

/** The options of `getJsonSchemas()`. */
export type SchemaExportOptions = ExportFilter & Pick<ExportOptions, 'deferLoading'>;

/** The options of `toPrompt()`. */
export type PromptExportOptions = SchemaExportOptions & UnsupportedOptions;

const scopeNames = { ...selectionNames, unsupported: oneOf('omit', 'error') } satisfies OptionNames<
  ExportFilter & UnsupportedOptions
>;

const costNames: OptionNames<CostOptions> = { ...selectionNames, tokenizer: callback };
const schemaNames = { ...selectionNames, deferLoading: flag } satisfies OptionNames<
  ExportFilter & Pick<ExportOptions, 'deferLoading'>
>;
const promptNames = { ...scopeNames, deferLoading: flag } satisfies OptionNames<
  ExportFilter & UnsupportedOptions & Pick<ExportOptions, 'deferLoading'>
>;
const exportNames: OptionNames<ScopeExportOptions> = { ...promptNames, refs: true };
const openAINames: OptionNames<OpenAIOptions & ScopeExportOptions> = {
  ...exportNames,
  ...toOpenAI.options,
  api: oneOf('responses', 'chat'),
};
const anthropicNames: OptionNames<AnthropicOptions & ScopeExportOptions> = { ...exportNames, ...toAnthropic.options };
const geminiNames: OptionNames<WarningOptions & ScopeExportOptions> = { ...exportNames, ...toGemini.options };

const noSupport: FormatSupport = Object.freeze({});

/** Exports the active tools of a toolkit or session in the formats of model providers. */
export class Exporter {
  readonly #selection: Selection;

  constructor(selection: Selection) {
    this.#selection = selection;
  }

  cost(options: CostOptions): ToolkitCost {
    checkOptionNames(options, costNames, 'cost');
    const { tokenizer, ...filter } = options;
    const tools = this.#selection.groups().flatMap(({ name: group, active }) => {
      const isActive = filter.groups === undefined ? active : group === basicGroup || filter.groups.includes(group);
      return this.#selection
        .list({ ...filter, group })
        .filter(isDirectlyCallable)
        .map((spec) => ({ spec, group, active: isActive }));
    });
    return measureCost(tools, tokenizer);
  }

  /** Exports the active tools in a format. */
  to<Tool>(
    format: ToolFormat<Tool, WarningOptions, unknown>,
    options: FormatOptions & ExportFilter & UnsupportedOptions & WarningOptions,
  ): unknown {
    checkFormat(format, options, { where: 'toolkit', further: scopeNames });
    const { hostRequest, groups, tags, include, exclude, versions, unsupported, ...formatOptions } = options;
    const { auth, state = this.#selection.state, deferLoading, refs } = formatOptions;
    const filter = { auth, hostRequest, groups, tags, include, exclude, versions };
    const selected = this.#selection.exported(filter, { deferLoading, supports: format.supports ?? noSupport });
    const own = { ...formatOptions, state };
    const toExport = ({ spec, ...loading }: ExportedTool) => ({
      tool: spec.to(format, { ...own, ...loading }),
      toDescriptor: () => spec.to((tool) => tool, { refs, ...loading }),
    });
    const exported = exportEach(selected, toExport, { unsupported, onWarning: formatOptions.onWarning });
    const tools = exported.map(({ tool }) => tool);
    if (format.list === undefined) return tools;
    const descriptors = exported.map(({ toDescriptor }) => toDescriptor());
    return format.list(tools, { descriptors, hosted: (provider) => this.#selection.hostedBy(provider, filter) }, own);
  }

  getJsonSchemas(options: SchemaExportOptions): FunctionJsonSchema[] {
    checkOptionNames(options, schemaNames, 'getJsonSchemas');
    const { deferLoading, ...filter } = options;
    return this.#selection
      .exported(filter, { deferLoading, supports: noSupport })
      .map(({ spec }) => spec.toJsonSchema());
  }

  toOpenAI(given: OpenAIOptions & ScopeExportOptions): unknown {
    checkOptionNames(given, openAINames, 'toOpenAI');
    const { api, ...options } = given;
    return api === 'chat' ? this.to(toOpenAIChat, options) : this.to(toOpenAI, options);
  }

  toAnthropic(options: AnthropicOptions & ScopeExportOptions): unknown {
    checkOptionNames(options, anthropicNames, 'toAnthropic');
    return this.to(toAnthropic, options);
  }

  toGemini(options: WarningOptions & ScopeExportOptions): unknown {
    checkOptionNames(options, geminiNames, 'toGemini');
    return this.to(toGemini, options);
  }

  toPrompt(options: PromptExportOptions): unknown {
    checkOptionNames(options, promptNames, 'toPrompt');
    return this.to(toPrompt, options);
  }
}
