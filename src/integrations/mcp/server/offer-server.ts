import { NotFoundError, ToolError, ValidationError } from '../../../base/errors/errors.js';
import { completeArgument } from '../../../features/offers/complete-argument.js';
import { getPrompt } from '../../../features/offers/get-prompt.js';
import { listKnown, listPrompts, listTemplates } from '../../../features/offers/list-offers.js';
import { type OfferCallOptions, type OfferScope, offerScopeOf } from '../../../features/offers/offer-call.js';
import { changesOf, readResource } from '../../../features/offers/read-resource.js';
import { offloadsResults } from '../../../features/offload/read-result.js';
import { hasSkills } from '../../../features/skills/served-skills.js';
import { MissingCapabilityError, type ToolScope } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { toMcpContent } from '../../shared/mcp-content.js';
import { errorMeta } from '../protocol/error-meta.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { skillsExtension } from '../protocol/skills-extension.js';
import { pageOf } from './cursor.js';
import type { McpExchange } from './exchange.js';
import { listResults, readResultResource, resultPrefix } from './result-resources.js';
import { SkillReader, skillMethods } from './skill-methods.js';
import { toUndeclaredError } from './undeclared-capability.js';

/** How a client may reuse a result (specification 2026-07-28, CacheableResult). */
export interface OfferCaching {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

/** The result of a method, and how it may be reused. Undefined for a result that is never reused. */
export interface OfferAnswer {
  readonly result: Readonly<Record<string, unknown>>;
  readonly caching?: OfferCaching | undefined;
}

/** The methods for what a server offers besides tools. */
export const offerMethods = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  ...skillMethods,
] as const;

/** One of {@link offerMethods}. */
export type OfferMethod = (typeof offerMethods)[number];

/** Whether a method is about what a server offers besides tools. */
export function isOfferMethod(method: string): method is OfferMethod {
  return (offerMethods as readonly string[]).includes(method);
}

/**
 * Returns the capabilities that methods need.
 *
 * @param reportsChanges - Whether the server notifies the client of changes.
 */
export function offerCapabilities(
  methods: readonly OfferMethod[],
  reportsChanges: boolean,
): Readonly<Record<string, object>> {
  return {
    ...(methods.includes('resources/read')
      ? { resources: reportsChanges ? { subscribe: true, listChanged: true } : {} }
      : {}),
    ...(methods.includes('prompts/get') ? { prompts: reportsChanges ? { listChanged: true } : {} } : {}),
    ...(methods.includes('completion/complete') ? { completions: {} } : {}),
  };
}

/** Returns the extensions that methods need. */
export function offerExtensions(methods: readonly OfferMethod[]): Readonly<Record<string, object>> {
  return methods.includes('skills/list') ? { [skillsExtension]: { directoryRead: true } } : {};
}

/** The settings of an offer server. */
export interface OfferServerParts {
  /** The session of the client. */
  readonly session: ToolScope;
  /** The number of resources or prompts on a page of a list. */
  readonly pageSize: number;
}

/** A request, with what its method needs. */
export interface OfferRequest {
  readonly params: Readonly<Record<string, unknown>>;
  /** The session with the state of the request. */
  readonly scope: ToolScope;
  readonly options: OfferCallOptions;
}

// The specification allows at most 100 values in one answer (server/utilities/completion).
const maxValues = 100;

const personal: OfferCaching = { ttlMs: 0, cacheScope: 'private' };

/** The handlers of the methods for resources, prompts and completion. They are independent of an SDK. */
export class OfferServer {
  readonly #session: ToolScope;
  readonly #pageSize: number;
  readonly #methods: Readonly<Record<OfferMethod, (request: OfferRequest) => Promise<OfferAnswer>>> = {
    'resources/list': (request) => this.#listResources(request),
    'resources/templates/list': (request) => this.#listTemplates(request),
    'resources/read': (request) => readOffer(request),
    'prompts/list': (request) => this.#listPrompts(request),
    'prompts/get': (request) => getOffer(request),
    'completion/complete': (request) => completeOffer(request),
    'skills/list': async (request) => this.#listSkills(request),
    'skills/get': async ({ params, scope, options }) => ({
      result: { skill: skillsOf(scope, options).entry(params.uri) },
      caching: personal,
    }),
    'resources/directory/read': async (request) => this.#readFolder(request),
  };

  constructor({ session, pageSize }: OfferServerParts) {
    this.#session = session;
    this.#pageSize = pageSize;
  }

  /** Whether tools may have large results, which clients read as resources. */
  get hasResults(): boolean {
    return offloadsResults(this.#session);
  }

  /** The methods of the server, as it is now. */
  get methods(): readonly OfferMethod[] {
    return this.#methodsWith(this.hasResults);
  }

  /** The methods of a server without sessions, which finds no results of earlier requests. */
  get methodsWithoutSession(): readonly OfferMethod[] {
    return this.#methodsWith(false);
  }

  #methodsWith(hasResults: boolean): readonly OfferMethod[] {
    const { resources = [], table } = offerScopeOf(this.#session) ?? {};
    const prompts = table?.prompts ?? [];
    const offersSkills = hasSkills(this.#session);
    const hasResources = hasResults || offersSkills || resources.length > 0;
    return offerMethods.filter((method) => {
      if ((skillMethods as readonly string[]).includes(method)) return offersSkills;
      if (method.startsWith('resources/')) return hasResources;
      return prompts.length > 0 || (method === 'completion/complete' && resources.length > 0);
    });
  }

  /** Whether the server has a method, as it is now. */
  has(method: OfferMethod): boolean {
    return this.methods.includes(method);
  }

  /**
   * Answers a request.
   *
   * @throws McpProtocolError on every failure, because these methods have no results that describe one.
   */
  async handle(method: OfferMethod, request: OfferRequest, exchange?: McpExchange): Promise<OfferAnswer> {
    try {
      return await this.#methods[method](request);
    } catch (error) {
      throw toOfferError(error, { method, params: request.params, refusesUndeclared: exchange?.refusesUndeclared });
    }
  }

  /**
   * Reports changes of a resource until the returned function is called. Returns undefined for a resource that reports none.
   *
   * @throws McpProtocolError if there is no such resource.
   */
  watch(
    scope: ToolScope,
    { uri, auth }: { readonly uri: unknown; readonly auth: unknown },
    onChange: () => void,
  ): (() => void) | undefined {
    const params = { uri };
    try {
      if (typeof uri !== 'string') throw invalidParams('A subscription requires the URI of a resource.');
      if (uri.startsWith(resultPrefix)) return undefined;
      const changes = changesOf(offersIn(scope), uri, { auth: auth as OfferCallOptions['auth'] });
      if (changes === undefined) return undefined;
      // A resource whose method fails no longer changes. A read fails with the reason.
      const watching = changes.subscribe({ next: onChange, error: () => undefined });
      return () => watching.unsubscribe();
    } catch (error) {
      throw toOfferError(error, { method: 'resources/read', params, refusesUndeclared: false });
    }
  }

  async #listResources({ params, scope, options }: OfferRequest): Promise<OfferAnswer> {
    const offers = offerScopeOf(scope);
    const listed = offers === undefined ? [] : await listKnown(offers, options);
    const { resources: results } = listResults(scope);
    const skills = skillsOf(scope, options).resources();
    const { page, next } = this.#page([...listed, ...skills, ...results], ({ uri }) => uri, params);
    return { result: { resources: page, ...next }, caching: personal };
  }

  async #listTemplates({ params, scope, options }: OfferRequest): Promise<OfferAnswer> {
    const offers = offerScopeOf(scope);
    const templates = offers === undefined ? [] : listTemplates(offers, options);
    const { page, next } = this.#page(templates, ({ uriTemplate }) => uriTemplate, params);
    return { result: { resourceTemplates: page, ...next }, caching: personal };
  }

  async #listPrompts({ params, scope, options }: OfferRequest): Promise<OfferAnswer> {
    const offers = offerScopeOf(scope);
    const prompts = offers === undefined ? [] : listPrompts(offers, options);
    const { page, next } = this.#page(prompts, ({ name }) => name, params);
    return { result: { prompts: page, ...next }, caching: personal };
  }

  #listSkills({ params, scope, options }: OfferRequest): OfferAnswer {
    const { page, next } = this.#page(skillsOf(scope, options).entries(), ({ uri }) => uri, params);
    return { result: { skills: page, ...next }, caching: personal };
  }

  #readFolder({ params, scope, options }: OfferRequest): OfferAnswer {
    const { page, next } = this.#page(skillsOf(scope, options).folder(params.uri), ({ uri }) => uri, params);
    return { result: { resources: page, ...next }, caching: personal };
  }

  #page<Item>(
    items: readonly Item[],
    nameOf: (item: Item) => string,
    { cursor }: OfferRequest['params'],
  ): { readonly page: readonly Item[]; readonly next: { readonly nextCursor?: string } } {
    const named = items.map((item) => ({ name: nameOf(item), item }));
    const { items: page, nextCursor } = pageOf(named, { cursor, pageSize: this.#pageSize });
    return { page: page.map(({ item }) => item), next: nextCursor === undefined ? {} : { nextCursor } };
  }
}

async function readOffer({ params, scope, options }: OfferRequest): Promise<OfferAnswer> {
  const { uri } = params;
  const file = typeof uri === 'string' ? skillsOf(scope, options).read(uri) : undefined;
  if (file !== undefined) return { result: { contents: [file] }, caching: personal };
  const offers = offerScopeOf(scope);
  if (offers === undefined || typeof uri !== 'string' || uri.startsWith(resultPrefix)) {
    return { result: await readResultResource(scope, params), caching: personal };
  }
  const { contents, ttlMs, cacheScope } = await readResource(offers, uri, options);
  return { result: { contents }, caching: { ttlMs, cacheScope } };
}

async function getOffer({ params, scope, options }: OfferRequest): Promise<OfferAnswer> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string' || !isRecord(args)) {
    throw invalidParams('prompts/get requires the name of a prompt, and an object of arguments.');
  }
  const { description, messages } = await getPrompt(offersIn(scope), { name, args }, options);
  const content = messages.map((message, index) => ({ ...message, content: toMcpContent(message.content, index) }));
  return { result: { ...(description === undefined ? {} : { description }), messages: content } };
}

async function completeOffer({ params, scope, options }: OfferRequest): Promise<OfferAnswer> {
  const { ref, argument, context } = params;
  const { name, value } = isRecord(argument) ? argument : {};
  const target = readReference(ref);
  if (target === undefined || typeof name !== 'string' || typeof value !== 'string') {
    throw invalidParams('completion/complete requires a ref, and an argument with a name and a value.');
  }
  const entered = isRecord(context) && isRecord(context.arguments) ? textsIn(context.arguments) : {};
  const values = await completeArgument(offersIn(scope), { ref: target, argument: name, value, entered }, options);
  const hasMore = values.length > maxValues;
  return { result: { completion: { values: values.slice(0, maxValues), total: values.length, hasMore } } };
}

function skillsOf(scope: ToolScope, { auth }: OfferCallOptions): SkillReader {
  return new SkillReader(scope, { auth, hostRequest: undefined });
}

function offersIn(scope: ToolScope): OfferScope {
  const offers = offerScopeOf(scope);
  if (offers === undefined) throw new NotFoundError('This server has no prompts and no resources.');
  return offers;
}

function readReference(ref: unknown): { readonly prompt: string } | { readonly resource: string } | undefined {
  const { type, name, uri } = isRecord(ref) ? ref : {};
  if (type === 'ref/prompt' && typeof name === 'string') return { prompt: name };
  return type === 'ref/resource' && typeof uri === 'string' ? { resource: uri } : undefined;
}

function textsIn(record: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts = Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** The request that failed. */
interface FailedRequest extends Pick<OfferRequest, 'params'> {
  readonly method: OfferMethod;
  readonly refusesUndeclared: boolean | undefined;
}

/** Converts an error to the one that a client receives. Errors that are not those of a call stay as they are. */
function toOfferError(error: unknown, { method, params, refusesUndeclared }: FailedRequest): unknown {
  if (!ToolError.is(error)) return error;
  if (refusesUndeclared === true && MissingCapabilityError.is(error)) return toUndeclaredError(error);
  const { uri } = params;
  // The method of a template decides itself which of its resources exist.
  if (NotFoundError.is(error) && method === 'resources/read') {
    return new McpProtocolError(rpcErrorCodes.resourceNotFound, error.toText(), { uri });
  }
  const isOfRequest = NotFoundError.is(error) || ValidationError.is(error);
  const code = isOfRequest ? rpcErrorCodes.invalidParams : rpcErrorCodes.internalError;
  return new McpProtocolError(code, error.toText(), errorMeta(error));
}

function invalidParams(message: string): McpProtocolError {
  return new McpProtocolError(rpcErrorCodes.invalidParams, message);
}
