import type { Constructor } from './class-records.js';
import { readForeign } from './reflect-store.js';

// The keys under which the decorators of @nestjs/common store their metadata. The package has exported them only from its
// internal modules since Nest 12. Tests on both majors fail if they change.
const enhancerKeys = {
  guard: '__guards__',
  interceptor: '__interceptors__',
  pipe: '__pipes__',
  'exception filter': '__exceptionFilters__',
} as const;

/** A kind of class that Nest runs around a handler. */
export type EnhancerKind = keyof typeof enhancerKeys;

/** A guard, interceptor, pipe or exception filter that decorators declare. */
export interface DeclaredEnhancer {
  readonly kind: EnhancerKind;
  /** The class, or the instance. */
  readonly enhancer: unknown;
}

/** Returns what `@UseGuards()`, `@UseInterceptors()`, `@UsePipes()` and `@UseFilters()` declare for a class or a method. */
export function readEnhancers(target: object): readonly DeclaredEnhancer[] {
  return (Object.keys(enhancerKeys) as EnhancerKind[]).flatMap((kind) => {
    const declared: unknown = readForeign(target, enhancerKeys[kind]);
    return Array.isArray(declared) ? declared.map((enhancer: unknown) => ({ kind, enhancer })) : [];
  });
}

/** The decorators of @nestjs/common that declare what Nest runs around a handler. */
const decorators: Readonly<Record<EnhancerKind, string>> = {
  guard: '@UseGuards',
  interceptor: '@UseInterceptors',
  pipe: '@UsePipes',
  'exception filter': '@UseFilters',
};

/** Returns the decorator of NestJS on a method or its class, which only NestJS applies. Undefined if there is none. */
export function findNestDecorator(owner: Constructor, method: string): string | undefined {
  const implementation: unknown = (owner.prototype as Readonly<Record<string, unknown>>)[method];
  const targets = [owner, ...(typeof implementation === 'function' ? [implementation] : [])];
  const [first] = targets.flatMap(readEnhancers);
  return first === undefined ? undefined : decorators[first.kind];
}
