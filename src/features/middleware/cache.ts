import type { LRUCache } from 'lru-cache';
import { defer, from, type Observable, of, switchMap, tap } from '../../base/async/rxjs.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { callback, count, positive } from '../../base/options/option-rules.js';
import { toFinalResponse } from '../../call/outcome.js';
import type { Rendered } from '../../call/response/rendered.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { renderedOf } from '../../call/revise-response.js';
import { copyContainers } from '../../call/state/containers.js';
import { parsedArguments } from '../../tool/arguments/parsed-arguments.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { rootOf } from '../../toolkit/pipeline/root-of.js';
import { Fingerprints } from './fingerprints.js';
import { lazyRecentEntries } from './recent-entries.js';

/** The options of `cache()`. */
export interface CacheOptions {
  /** The time for which a result is reused, in milliseconds. */
  readonly ttlMs: number;
  /** The maximum number of results. The least recently used ones beyond it are removed. @default 1000 */
  readonly maxEntries?: number | undefined;
  /**
   * Returns the key of a call. Calls of one tool with the same key share a result, so the key must include everything
   * that must not be shared, such as the user, or what the tool reads of `ctx.request` and `ctx.meta`. Return undefined to
   * run a call without the cache.
   *
   * @default the arguments, `auth` and the entire state together
   */
  readonly key?: ((call: MiddlewareCall) => string | undefined) | undefined;
}

type CachedResults = LRUCache<string, Rendered>;

const optionNames: OptionNames<CacheOptions> = { ttlMs: positive, maxEntries: count, key: callback };

/**
 * Creates middleware that caches results. Only successful results are cached. A cached stream is returned as its final
 * response only. Tools that change something according to their annotations, and tools that need approval, always run.
 *
 * @example
 * ```ts
 * toolkit.register(new Weather(), { use: [cache({ ttlMs: 60_000 })] });
 * ```
 * @throws DefinitionError if `ttlMs` is not a number above 0, or `maxEntries` is not a whole number above 0.
 */
export function cache(options: CacheOptions): Middleware {
  checkOptionNames(options, optionNames, 'cache');
  const { ttlMs, maxEntries = 1_000, key } = options;
  if (ttlMs === undefined)
    throw new DefinitionError('cache: ttlMs is missing. Set the time for which results are reused, in milliseconds.');
  const fingerprints = new Fingerprints();
  const ttl = Math.ceil(Math.min(ttlMs, Number.MAX_SAFE_INTEGER));
  const open = lazyRecentEntries<Rendered>({ max: maxEntries, ttl });
  const openWaiting = lazyRecentEntries<{ readonly cacheKey: string }>({ max: maxEntries });
  return nameMiddleware('cache', (call, next) => {
    const cacheKey = call.stage === 'call' ? cacheKeyOf(call, { fingerprints, key }) : undefined;
    if (call.spec?.runsOnClient === true) {
      const waitingKey = waitingKeyOf(call, fingerprints);
      return from(Promise.all([open(), openWaiting()])).pipe(
        switchMap(([results, waiting]) => awaitClient(call, next, { results, waiting, cacheKey, waitingKey })),
      );
    }
    if (cacheKey === undefined) return next();
    return from(open()).pipe(switchMap((results) => readOrRun(call, next, { results, cacheKey })));
  });
}

/** A call of a tool that the client runs. */
interface AwaitedCall {
  readonly results: CachedResults;
  /** The cache keys of the calls that wait for their client. */
  readonly waiting: LRUCache<string, { readonly cacheKey: string }>;
  /** The key of the call. Undefined if the call is not cached, and when its result arrives. */
  readonly cacheKey: string | undefined;
  readonly waitingKey: string;
}

/**
 * Remembers the key of a call until its client supplies the result, which is cached under that key. The result arrives
 * without what the key was created from, such as the caller.
 */
function awaitClient(
  call: MiddlewareCall,
  next: () => Observable<ToolResponse>,
  { results, waiting, cacheKey, waitingKey }: AwaitedCall,
): Observable<ToolResponse> {
  const known = waiting.get(waitingKey)?.cacheKey;
  // An earlier call with this ID may never have ended.
  waiting.delete(waitingKey);
  if (call.stage === 'result') {
    return known === undefined ? next() : next().pipe(tap((response) => store(response, { results, cacheKey: known })));
  }
  if (cacheKey === undefined) return next();
  return readOrRun(call, next, { results, cacheKey }).pipe(
    tap(({ isLast, state }) => {
      if (isLast && state === 'pending') waiting.set(waitingKey, { cacheKey });
    }),
  );
}

/** Returns the key of a call in this toolkit or session. */
function waitingKeyOf({ id, context }: MiddlewareCall, fingerprints: Fingerprints): string {
  const scope = rootOf(context)?.environment.scope;
  return `${scope === undefined ? '' : fingerprints.idOf(scope)} ${id}`;
}

interface CacheSlot {
  readonly results: CachedResults;
  readonly cacheKey: string;
}

function readOrRun(
  call: MiddlewareCall,
  next: () => Observable<ToolResponse>,
  { results, cacheKey }: CacheSlot,
): Observable<ToolResponse> {
  return defer(() => {
    const cached = results.get(cacheKey);
    if (cached !== undefined) return of(replay(cached, call));
    return next().pipe(tap((response) => store(response, { results, cacheKey })));
  });
}

function store(response: ToolResponse, { results, cacheKey }: CacheSlot): void {
  if (response.isLast && response.state === 'success') results.set(cacheKey, copyRendered(renderedOf(response)));
}

function replay(cached: Rendered, { id, name }: MiddlewareCall): ToolResponse {
  const copy = copyRendered(cached);
  const rendered = { ...copy, metadata: Object.freeze({ ...copy.metadata, cached: true }) };
  return toFinalResponse(
    { toolName: name, rendered, state: 'success', error: undefined, streamed: false, attempts: 0 },
    id,
  );
}

/** Copies plain data, so that a caller that changes its result does not affect other callers. */
function copyRendered({ data, content, structuredContent, metadata, meta }: Rendered): Rendered {
  const copies = new Map<object, unknown>();
  return {
    data: copyContainers(data, copies),
    content,
    structuredContent: copyContainers(structuredContent, copies),
    metadata,
    meta: copyContainers(meta, copies) as Rendered['meta'],
  };
}

interface KeyParts {
  readonly fingerprints: Fingerprints;
  readonly key: CacheOptions['key'];
}

/** Returns the cache key of a call, or undefined for a call that must run. */
function cacheKeyOf(call: MiddlewareCall, { fingerprints, key }: KeyParts): string | undefined {
  const { spec, context } = call;
  if (spec === undefined || isUncacheable(spec)) return undefined;
  // Different tools may have the same name, in another toolkit or after one was replaced.
  const tool = `${spec.name}#${fingerprints.idOf(spec)}`;
  if (key !== undefined) {
    const own = key(call);
    return own === undefined ? undefined : `${tool} ${own}`;
  }
  const roots = [...context.state.roots(), ...spec.state.roots()];
  const print = fingerprints.of(parsedArguments(call.input), context.auth, roots);
  return print === undefined ? undefined : `${tool} ${print}`;
}

function isUncacheable({ kind, annotations, needsApproval = false }: NonNullable<MiddlewareCall['spec']>): boolean {
  // The result of a tool that acts on the toolkit depends on the toolkit.
  if (kind === 'toolkit') return true;
  return needsApproval !== false || annotations?.readOnlyHint === false || annotations?.destructiveHint === true;
}
