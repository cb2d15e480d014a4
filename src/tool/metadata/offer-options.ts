import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import {
  delay,
  flag,
  list,
  number,
  object,
  oneOf,
  optionRule,
  optionsOf,
  string,
  strings,
} from '../../base/options/option-rules.js';
import { toolOptionNames } from './tool-option-names.js';
import type { ToolOptions } from './tool-options.js';

/** The options that resources, prompts and completions share with tools. */
const sharedNames = {
  name: toolOptionNames.name,
  title: toolOptionNames.title,
  description: toolOptionNames.description,
  group: toolOptionNames.group,
  tags: toolOptionNames.tags,
  inputSchema: toolOptionNames.inputSchema,
  params: toolOptionNames.params,
  names: toolOptionNames.names,
  bind: toolOptionNames.bind,
  ctx: toolOptionNames.ctx,
  icons: toolOptionNames.icons,
  enabled: toolOptionNames.enabled,
  coerce: toolOptionNames.coerce,
  timeoutMs: toolOptionNames.timeoutMs,
  deadlineMs: toolOptionNames.deadlineMs,
  chunkTimeoutMs: toolOptionNames.chunkTimeoutMs,
  retry: toolOptionNames.retry,
  concurrency: toolOptionNames.concurrency,
  canAccess: toolOptionNames.canAccess,
  needsApproval: toolOptionNames.needsApproval,
  use: toolOptionNames.use,
  patterns: toolOptionNames.patterns,
  stateScope: toolOptionNames.stateScope,
  state: toolOptionNames.state,
  meta: toolOptionNames.meta,
} satisfies Partial<OptionNames<ToolOptions>>;

/** The options that a resource or a prompt shares with tools. */
export type SharedOfferOptions = Pick<ToolOptions, keyof typeof sharedNames>;

/** The audience and the importance of a resource, as the Model Context Protocol defines them. */
export interface ResourceAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[] | undefined;
  /** The importance, from 0 (optional) to 1 (required). */
  readonly priority?: number | undefined;
  /** The time of the last change, in ISO 8601 format. */
  readonly lastModified?: string | undefined;
}

/** The options of `@Resource()`. `coerce` is true by default, because the variables of a URI are texts. */
export interface ResourceOptions extends SharedOfferOptions {
  /** The media type of the contents. @default 'text/plain' for text, 'application/json' for data */
  readonly mimeType?: string | undefined;
  /** The size of the contents, in bytes, if it is known. */
  readonly size?: number | undefined;
  readonly annotations?: ResourceAnnotations | undefined;
  /** How long clients may reuse the contents, in milliseconds. @default 0 */
  readonly ttlMs?: number | undefined;
  /** Who may reuse the contents: the client that received them, or every client. @default 'private' */
  readonly cacheScope?: 'public' | 'private' | undefined;
  /**
   * Whether the resources of a template with one variable are listed: one for each value with which the variable is
   * completed. @default false
   */
  readonly list?: boolean | undefined;
  /**
   * Whether the method returns an Observable or a generator of successive contents. A read returns the first of them, and a
   * subscription reports the following ones. @default false: the contents are all that the method emits, joined
   */
  readonly live?: boolean | undefined;
  /** The `_meta` of the contents. The option `meta` is that of the entry in the list. */
  readonly contentMeta?: Readonly<Record<string, unknown>> | undefined;
}

/** The options of `@Prompt()`. `coerce` is true by default, because the arguments of prompts are texts. */
export interface PromptOptions extends SharedOfferOptions {}

/** The options of `@Complete()`. */
export interface CompleteOptions
  extends Omit<SharedOfferOptions, 'name' | 'title' | 'icons' | 'meta' | 'group' | 'tags'> {
  /** The names of the resources and prompts whose argument is completed. @default all of the class */
  readonly of?: readonly string[] | undefined;
}

const annotations = optionsOf<ResourceAnnotations>({
  audience: list,
  priority: number,
  lastModified: string,
} satisfies OptionNames<ResourceAnnotations>);

/** The names of the options that only resources have. */
export const resourceOnlyNames = {
  mimeType: string,
  size: optionRule('a number of bytes', (value) => Number.isInteger(value) && Number(value) >= 0),
  annotations,
  ttlMs: delay,
  cacheScope: oneOf('public', 'private'),
  list: flag,
  live: flag,
  contentMeta: object,
};

/** The names of the options of a resource. */
const resourceOptionNames: OptionNames<ResourceOptions> = { ...sharedNames, ...resourceOnlyNames };

/** The names of the options of a prompt. */
const promptOptionNames: OptionNames<PromptOptions> = sharedNames;

const {
  name: _name,
  title: _title,
  icons: _icons,
  meta: _meta,
  group: _group,
  tags: _tags,
  ...completionNames
} = sharedNames;

/** The names of the options of a completion. */
const completeOptionNames: OptionNames<CompleteOptions> = { ...completionNames, of: strings };

/** What every offer has. */
interface OfferBase {
  /** The class of the method. Undefined for a function. */
  readonly owner?: object | undefined;
}

/** A resource, or a template of resources. */
export interface ResourceOffer extends OfferBase, Omit<ResourceOptions, keyof SharedOfferOptions> {
  readonly kind: 'resource';
  /** The name in lists. @default that of the spec */
  readonly listedName?: string | undefined;
  /** The URI, or a URI template (RFC 6570). */
  readonly uri: string;
}

/** A prompt. */
export interface PromptOffer extends OfferBase {
  readonly kind: 'prompt';
}

/** The completion of an argument of resources and prompts. */
export interface CompletionOffer extends OfferBase, Pick<CompleteOptions, 'of'> {
  readonly kind: 'completion';
  /** The name of the argument that is completed. Undefined for all, if the executor receives a {@link CompletionQuery}. */
  readonly argument?: string | undefined;
}

/** What the completion of all arguments receives. */
export interface CompletionQuery {
  /** The name of the prompt, or the template of the resources. */
  readonly ref: string;
  readonly argument: string;
  /** The text that the user has typed. */
  readonly value: string;
  /** The other arguments that the user has entered. */
  readonly entered: Readonly<Record<string, string>>;
}

/** What a method or a function offers instead of a tool. */
export type Offer = ResourceOffer | PromptOffer | CompletionOffer;

/** The options of an offer, separated into those that tools have too and the offer itself. */
export interface OfferParts<Kind extends Offer = Offer> {
  readonly tool: ToolOptions;
  readonly offer: Kind;
}

/** Reads the options of a resource. Throws a DefinitionError on an invalid option or URI. */
export function readResourceOptions(uri: unknown, options: ResourceOptions, where: string): OfferParts<ResourceOffer> {
  if (typeof uri !== 'string' || !/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(uri)) {
    throw new DefinitionError(
      `${where}: a resource requires a URI with a scheme, such as 'shop://orders/{id}', as its first argument.`,
    );
  }
  checkOptionNames(options, resourceOptionNames, where);
  const { mimeType, size, annotations: hints, ttlMs, cacheScope, list: isListed, live, contentMeta, ...tool } = options;
  const own = { mimeType, size, annotations: hints, ttlMs, cacheScope, list: isListed, live, contentMeta };
  // A live resource may emit for as long as its server runs. What it has emitted before is not read.
  const kept = live === true ? ({ accumulate: 'none' } as const) : {};
  return { tool: asTool({ ...tool, ...kept }), offer: Object.freeze({ kind: 'resource', uri, ...own }) };
}

/** Reads the options of a prompt. Throws a DefinitionError on an invalid option. */
export function readPromptOptions(options: PromptOptions, where: string): OfferParts<PromptOffer> {
  checkOptionNames(options, promptOptionNames, where);
  return { tool: asTool(options), offer: Object.freeze({ kind: 'prompt' }) };
}

/** Reads the options of a completion. Throws a DefinitionError on an invalid option, and without an argument. */
export function readCompleteOptions(
  argument: unknown,
  options: CompleteOptions,
  where: string,
): OfferParts<CompletionOffer> {
  if (typeof argument !== 'string' || argument === '') {
    throw new DefinitionError(`${where}: a completion requires the name of the argument that it completes.`);
  }
  checkOptionNames(options, completeOptionNames, where);
  const { of, ...tool } = options;
  return { tool: asTool(tool), offer: Object.freeze({ kind: 'completion', argument, of }) };
}

/** Clients send texts, and a read changes nothing. */
function asTool(options: SharedOfferOptions & Pick<ToolOptions, 'accumulate'>): ToolOptions {
  return Object.freeze({ coerce: true, annotations: readOnly, ...options });
}

const readOnly = Object.freeze({ readOnlyHint: true });
