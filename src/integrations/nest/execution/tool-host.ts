import type { ExternalContextCreator } from '@nestjs/core';
import { DefinitionError } from '../../../base/errors/errors.js';
import { classNameOf } from '../../../base/values/class-name.js';
import type { Constructor } from '../../../tool/metadata/class-records.js';
import { type DeclaredEnhancer, readEnhancers } from '../../../tool/metadata/nest-enhancers.js';
import { createHandler, type HandlerTarget } from './create-handler.js';
import {
  hasEnhancer,
  isSingleton,
  moduleOf,
  readRouteParameters,
  resolveInstance,
  type ToolWrapper,
} from './nest-internals.js';
import type { NestHandler } from './tool-run.js';

/** The parts of a host. */
export interface HostParts {
  /** The class that declares the tools. */
  readonly owner: Constructor;
  readonly wrapper: ToolWrapper;
  readonly creator: ExternalContextCreator;
  readonly isValidatedByNest: boolean;
}

type Method = (...args: unknown[]) => unknown;

/** A class whose tools Nest runs: it finds the instance for each call, and the handler of each method. */
export class ToolHost {
  readonly #parts: HostParts;
  /** The handlers of a singleton, by the function that they call. */
  readonly #handlers = new Map<string, { readonly called: unknown; readonly handler: NestHandler }>();
  #isSingleton: boolean | undefined;

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  /**
   * Creates the handler of a method of a singleton now instead of during the first call.
   *
   * @throws DefinitionError if a `ValidationPipe` has options that toolwright does not follow.
   */
  prepare(method: string): void {
    if (this.#hasSingleton()) this.#singletonHandler(method, this.#parts.wrapper.instance);
  }

  /** Returns the handler of a method, on the instance for a request. */
  handlerFor(method: string, request: object): NestHandler | Promise<NestHandler> {
    const { wrapper } = this.#parts;
    return this.#hasSingleton()
      ? this.#singletonHandler(method, wrapper.instance)
      : this.#scopedHandler(method, request);
  }

  #hasSingleton(): boolean {
    this.#isSingleton ??= isSingleton(this.#parts.wrapper);
    return this.#isSingleton;
  }

  #singletonHandler(method: string, instance: object): NestHandler {
    const called = methodOf(instance, method);
    const known = this.#handlers.get(method);
    if (known !== undefined && known.called === called) return known.handler;
    const handler = createHandler(this.#parts.creator, this.#targetOf(method, instance));
    this.#handlers.set(method, { called, handler });
    return handler;
  }

  async #scopedHandler(method: string, request: object): Promise<NestHandler> {
    const { wrapper, creator } = this.#parts;
    const { instance, contextId } = await resolveInstance(wrapper, request);
    const scope = { contextId, providerId: wrapper.id };
    return createHandler(creator, { ...this.#targetOf(method, instance), scope });
  }

  #targetOf(method: string, instance: object): HandlerTarget {
    const { owner, wrapper, isValidatedByNest } = this.#parts;
    const declared = methodOf(owner.prototype as object, method);
    const called = methodOf(instance, method);
    return {
      instance: instance instanceof owner ? instance : withClass(instance, owner),
      method,
      callback: called === declared || declared === undefined ? (called as Method) : withMetadata(called, declared),
      where: `${classNameOf(owner)}.${method}`,
      moduleKey: moduleOf(wrapper).key,
      isValidatedByNest,
    };
  }
}

/**
 * Throws a DefinitionError if Nest would skip a guard, interceptor, pipe or filter of a tool without a word: because it
 * has created no instance of its class, or because a method overrides the one that declares it.
 */
export function checkEnhancers({ owner, wrapper }: HostParts, method: string): void {
  const prototype = owner.prototype as object;
  const implementation = methodOf(prototype, method);
  if (implementation === undefined) return;
  const where = `${moduleOf(wrapper).name}: ${classNameOf(owner)}.${method}`;
  const own = readEnhancers(implementation);
  const inherited = findInheritedEnhancers(prototype, method);
  if (own.length === 0 && inherited[0] !== undefined) {
    throw new DefinitionError(
      `${where} overrides a method with ${describeEnhancer(inherited[0])}, which NestJS would not run for it. Repeat the ` +
        'decorators of the overridden method.',
    );
  }
  const pipes = readRouteParameters(owner, method).flatMap((parameter) =>
    parameter.pipes.map((enhancer): DeclaredEnhancer => ({ kind: 'pipe', enhancer })),
  );
  for (const one of [...readEnhancers(owner), ...own, ...pipes]) {
    if (typeof one.enhancer !== 'function' || hasEnhancer(wrapper, one.enhancer)) continue;
    throw new DefinitionError(
      `${where}: NestJS has created no instance of ${describeEnhancer(one)}, and would not run it. Provide ` +
        `${classNameOf(owner)} as a class instead of a value or a factory, or pass an instance to the decorator.`,
    );
  }
}

function findInheritedEnhancers(prototype: object, method: string): readonly DeclaredEnhancer[] {
  const implementation = methodOf(prototype, method);
  for (let at: object | null = Object.getPrototypeOf(prototype); at !== null; at = Object.getPrototypeOf(at)) {
    const overridden = methodOf(at, method);
    if (overridden === undefined) return [];
    if (overridden !== implementation) {
      const found = readEnhancers(overridden);
      if (found.length > 0) return found;
    }
  }
  return [];
}

function describeEnhancer({ kind, enhancer }: DeclaredEnhancer): string {
  return typeof enhancer === 'function' ? `the ${kind} ${classNameOf(enhancer)}` : `a ${kind}`;
}

function methodOf(target: object, method: string): Method | undefined {
  const value: unknown = (target as Readonly<Record<string, unknown>>)[method];
  return typeof value === 'function' ? (value as Method) : undefined;
}

/** Returns a function that calls another one, with the metadata of the method that it replaced: a spy, or a mock. */
function withMetadata(called: Method | undefined, declared: Method): Method {
  const callback = function (this: unknown, ...args: unknown[]): unknown {
    if (called !== undefined) return Reflect.apply(called, this, args);
    throw new DefinitionError(`${declared.name} is no longer a function.`);
  };
  return Object.setPrototypeOf(callback, declared) as Method;
}

/** Returns an object that behaves like an instance of another class, so that Nest finds the guards of that class. */
function withClass(instance: object, owner: Constructor): object {
  return Object.create(instance, { constructor: { value: owner } }) as object;
}
