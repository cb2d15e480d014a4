import { DefinitionError } from '../../base/errors/errors.js';
import type { OptionNames } from '../../base/options/check-options.js';
import { callback, count, flag, oneOf, optionsOf, positive, recordOf } from '../../base/options/option-rules.js';
import type { ParamFlow, ToolFlow, Trust } from '../../tool/metadata/flow-options.js';
import { paramFlowNames, show, toolFlowNames, trust } from '../../tool/metadata/tool-option-names.js';
import type { Extract } from './handles/extract-tool.js';

/** What the application says of the data of a tool. It takes precedence over what the tool says of itself. */
export interface ToolFlowPolicy extends ToolFlow {
  /** What is known of arguments, by name, or by JSON Pointer for those within an argument. @default none */
  readonly params?: Readonly<Record<string, ParamFlow>> | undefined;
  /** Whether all arguments decide what the tool does, and therefore have to be trusted. @default that of the toolkit */
  readonly all?: boolean | undefined;
  /** Whether the tool changes nothing. The hints of imported tools are not relied on. @default that of its annotations */
  readonly readOnly?: boolean | undefined;
  /**
   * Whether the tool reaches what others see, such as the web, so that data leaves through it. An imported tool is assumed
   * to. @default that of its annotations
   */
  readonly openWorld?: boolean | undefined;
}

/** What the application says of the tools of a source. */
export interface SourceFlowPolicy {
  /** Whether the results of its tools are trusted, unless a tool says otherwise. @default 'untrusted' */
  readonly trust?: Trust | undefined;
  /**
   * Whether the names, descriptions and enums of its tools are trusted, so that a session may list them and stay trusted.
   * Those that are pinned are.
   *
   * @default 'untrusted'
   */
  readonly definitions?: Trust | undefined;
  /** What a model sees of the results of its tools, unless the application says otherwise of a tool. @default 'value' */
  readonly show?: ToolFlow['show'];
}

/** The options of the flow of data. */
export interface FlowOptions {
  /**
   * What happens to a call that others may have decided, or that shows private data to others: an approver is asked, the call
   * is denied, or it runs, and its events, its record in the history and `explain` say so.
   *
   * @default 'ask'
   */
  readonly onViolation?: 'ask' | 'deny' | 'allow' | undefined;
  /**
   * Whether all arguments decide what a tool does, and therefore have to be trusted, of all tools that change something.
   *
   * @default false
   */
  readonly all?: boolean | undefined;
  /** What is known of tools, by name. @default what the tools say of themselves */
  readonly tools?: Readonly<Record<string, ToolFlowPolicy>> | undefined;
  /** What is known of sources, by name. @default none */
  readonly sources?: Readonly<Record<string, SourceFlowPolicy>> | undefined;
  /**
   * Whether an identity is a client of yours: the labels that it sends with the arguments of a call, in `_meta`, may then make
   * them more trusted. Those of any other client can only make them less trusted.
   *
   * @param auth - The identity of the caller.
   * @default no identity is
   */
  readonly trustsClient?: ((auth: unknown) => boolean) | undefined;
  /**
   * Reads facts from a text that is shown as a handle, such as with a model without tools. Adds the tool `extract`.
   *
   * @default models have no such tool
   */
  readonly extract?: Extract | undefined;
  /** The time limit of an extract, in milliseconds. @default 60000 */
  readonly extractTimeoutMs?: number | undefined;
  /** The number of extracts that a session may make. @default 100 */
  readonly maxExtracts?: number | undefined;
}

const policyNames: OptionNames<ToolFlowPolicy> = {
  ...toolFlowNames,
  params: recordOf<ParamFlow>(paramFlowNames),
  all: flag,
  readOnly: flag,
  openWorld: flag,
};

const sourceNames: OptionNames<SourceFlowPolicy> = { trust, definitions: trust, show };

const flowNames: OptionNames<FlowOptions> = {
  onViolation: oneOf('ask', 'deny', 'allow'),
  all: flag,
  tools: recordOf<ToolFlowPolicy>(policyNames),
  sources: recordOf<SourceFlowPolicy>(sourceNames),
  trustsClient: callback,
  extract: callback,
  extractTimeoutMs: positive,
  maxExtracts: count,
};

/** The rule of the options of the flow of data. */
export const flowOptions = optionsOf<FlowOptions>(flowNames);

/** Throws a DefinitionError if what is said of a tool's arguments names one that it does not have. */
export function checkParams(
  toolName: string,
  { params, readers }: { readonly params: readonly string[]; readonly readers: readonly string[] },
  known: readonly string[],
): void {
  const unknown = [...params.map(nameOf), ...readers].find((name) => name !== '*' && !known.includes(name));
  if (unknown === undefined) return;
  throw new DefinitionError(
    `flow: '${toolName}' has no argument '${unknown}'. The arguments are ${known.join(', ') || 'none'}.`,
  );
}

function nameOf(key: string): string {
  if (!key.startsWith('/')) return key;
  return (key.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}
