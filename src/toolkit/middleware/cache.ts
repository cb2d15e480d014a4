import type { LRUCache } from 'lru-cache';
import { defer, from, type Observable, of, switchMap, tap } from 'rxjs';
import { DefinitionError } from '../../errors.js';
import { checkPositive } from '../../execution/check-limits.js';
import { toFinalResponse } from '../../execution/outcome.js';
import type { Rendered } from '../../response/rendered.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { copyContainers } from '../../state/containers.js';
import { previewValue } from '../../value-preview.js';
import { Fingerprints } from './fingerprints.js';
import type { Middleware, MiddlewareCall } from './middleware.js';
import { renderedOf } from './revise-last.js';

/** What a cache keeps, and for how long. */
export interface CacheOptions {
  /** How long a result is given again, in milliseconds. */
  readonly ttlMs: number;
  /** Beyond so many results, those that were not asked for the longest are forgotten. @default 1000 */
  readonly maxEntries?: number | undefined;
  /**
   * Which calls of one tool are the same: those with the same text. Undefined for a call that is to be run. Whoever says
   * it decides who shares results. @default the arguments, `auth` and all of the state together
   */
  readonly key?: ((call: MiddlewareCall) => string | undefined) | undefined;
}

type Kept = LRUCache<string, Rendered>;

/**
 * Middleware that gives a tool's earlier result again. Only successes are kept. A stream comes again as its one last
 * response. Tools whose annotations say that they change something, and those that need approval, are always run.
 *
 * @example
 * ```ts
 * toolkit.register(new Weather(), { use: [cache({ ttlMs: 60_000 })] });
 * ```
 * @throws DefinitionError on a `ttlMs` or `maxEntries` that is no number above 0.
 */
export function cache({ ttlMs, maxEntries = 1_000, key }: CacheOptions): Middleware {
  if (ttlMs === undefined) throw new DefinitionError('cache: say how long results are kept: { ttlMs }.');
  checkPositive(ttlMs, 'cache: ttlMs');
  if (!Number.isInteger(maxEntries) || maxEntries < 1) {
    throw new DefinitionError(`cache: maxEntries must be a whole number from 1, not ${previewValue(maxEntries)}.`);
  }
  const fingerprints = new Fingerprints();
  let opening: Promise<Kept> | undefined;
  return (call, next) => {
    const name = nameOf(call, { fingerprints, key });
    if (name === undefined) return next();
    opening ??= openKept(ttlMs, maxEntries);
    return from(opening).pipe(switchMap((kept) => cached(call, next, { kept, name })));
  };
}

/** Loaded by the first call: whoever keeps no results need not load it. */
async function openKept(ttlMs: number, maxEntries: number): Promise<Kept> {
  const { LRUCache } = await import('lru-cache');
  return new LRUCache<string, Rendered>({ max: maxEntries, ttl: Math.ceil(Math.min(ttlMs, Number.MAX_SAFE_INTEGER)) });
}

interface Place {
  readonly kept: Kept;
  readonly name: string;
}

function cached(
  call: MiddlewareCall,
  next: () => Observable<ToolResponse>,
  { kept, name }: Place,
): Observable<ToolResponse> {
  return defer(() => {
    const known = kept.get(name);
    if (known !== undefined) return of(replayed(known, call));
    return next().pipe(
      tap((response) => {
        if (response.isLast && response.state === 'success') kept.set(name, copied(renderedOf(response)));
      }),
    );
  });
}

function replayed(kept: Rendered, { id, name }: MiddlewareCall): ToolResponse {
  const copy = copied(kept);
  const rendered = { ...copy, metadata: Object.freeze({ ...copy.metadata, cached: true }) };
  return toFinalResponse(
    { toolName: name, rendered, state: 'success', error: undefined, streamed: false, attempts: 0 },
    id,
  );
}

/** Plain data is copied, so that what one caller does to its result is nothing to the next. */
function copied({ data, content, structuredContent, metadata }: Rendered): Rendered {
  const copies = new Map<object, unknown>();
  return {
    data: copyContainers(data, copies),
    content,
    structuredContent: copyContainers(structuredContent, copies),
    metadata,
  };
}

interface Naming {
  readonly fingerprints: Fingerprints;
  readonly key: CacheOptions['key'];
}

/** Under which name the call's result is kept; undefined for a call that has to be run. */
function nameOf(call: MiddlewareCall, { fingerprints, key }: Naming): string | undefined {
  const { spec, context } = call;
  if (spec === undefined || isRunAnyway(spec)) return undefined;
  // Tools of one name may be different ones: in another toolkit, or after being replaced.
  const tool = `${spec.name}#${fingerprints.idOf(spec)}`;
  if (key !== undefined) {
    const own = key(call);
    return own === undefined ? undefined : `${tool} ${own}`;
  }
  const roots = [...context.state.roots(), ...spec.state.roots()];
  const print = fingerprints.of(argumentsOf(call.input), context.auth, roots);
  return print === undefined ? undefined : `${tool} ${print}`;
}

function isRunAnyway({ kind, annotations, needsApproval = false }: NonNullable<MiddlewareCall['spec']>): boolean {
  // What a tool about the toolkit itself answers depends on the toolkit.
  if (kind === 'toolkit') return true;
  return needsApproval !== false || annotations?.readOnlyHint === false || annotations?.destructiveHint === true;
}

/** Arguments may come as JSON text. */
function argumentsOf(input: unknown): unknown {
  if (typeof input !== 'string') return input ?? {};
  try {
    return input.trim() === '' ? {} : JSON.parse(input);
  } catch {
    return input;
  }
}
