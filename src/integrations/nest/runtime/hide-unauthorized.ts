import {
  applyDecorators,
  type CanActivate,
  type ContextType,
  type ExecutionContext,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { DefinitionError } from '../../../base/errors/errors.js';
import { classNameOf } from '../../../base/values/class-name.js';
import { previewValue } from '../../../base/values/value-preview.js';
import type { Caller } from '../../../tool/spec/access.js';
import { ListingRequest } from '../execution/listing-request.js';
import { findEnhancer, type ToolWrapper } from '../execution/nest-internals.js';
import { toolContextType } from '../execution/tool-execution-context.js';

const metadataKey = 'toolwright:hidingGuards';

/**
 * Guards a tool, or all tools of a class, and hides it from callers whom one of the guards refuses. To decide whether to
 * list the tool, the guards run without a call: for the request on whose behalf tools are listed, or else for one whose
 * property `user` is the `auth` of the listing. Then a guard that refuses because the request lacks something is a
 * DefinitionError. Guards must be singletons and must answer synchronously.
 *
 * @throws DefinitionError without a guard, when the class is defined.
 * @example
 * ```ts
 * @Tool()
 * @Roles('admin')
 * @HideUnauthorized(RolesGuard)
 * purge(): string { … }
 * ```
 */
export function HideUnauthorized(...guards: readonly [Type<CanActivate>, ...Type<CanActivate>[]]) {
  const decorate = applyDecorators(UseGuards(...guards), SetMetadata(metadataKey, guards));
  return (target: object, method?: string | symbol, descriptor?: PropertyDescriptor): void => {
    checkGuards(guards, typeof target === 'function' ? classNameOf(target) : describeMethod(target, method));
    if (method === undefined || descriptor === undefined) decorate(target as never);
    else decorate(target, method, descriptor);
  };
}

function describeMethod(prototype: object, method: string | symbol | undefined): string {
  return `${classNameOf(prototype.constructor)}.${String(method)}`;
}

function checkGuards(guards: readonly unknown[], where: string): void {
  if (guards.length === 0) {
    throw new DefinitionError(
      `${where}: @HideUnauthorized() has no guard, and would hide nothing. Pass the guard that decides who sees the tool.`,
    );
  }
  const index = guards.findIndex((guard) => typeof guard !== 'function');
  if (index === -1) return;
  throw new DefinitionError(
    `${where}: @HideUnauthorized() requires the class of a guard, not ${previewValue(guards[index])}.`,
  );
}

/** The tool whose guards decide whether it is listed. */
export interface HideableTool {
  // biome-ignore lint/complexity/noBannedTypes: a constructor of unknown signature has no other common type.
  readonly owner: Function;
  readonly method: string;
  readonly name: string;
  readonly wrapper: ToolWrapper;
}

/** Returns a function that decides whether a caller may see a tool, or undefined if no guard hides it. */
export function createVisibilityCheck(tool: HideableTool): ((caller: Caller) => boolean) | undefined {
  const handler = (tool.owner.prototype as Readonly<Record<string, object>>)[tool.method];
  const guards = [tool.owner, handler].flatMap((target): readonly Type<CanActivate>[] => {
    return target === undefined ? [] : (Reflect.getMetadata(metadataKey, target) ?? []);
  });
  if (guards.length === 0) return undefined;
  return (caller) => guards.every((guard) => isAllowed(guard, tool, caller));
}

function isAllowed(guard: Type<CanActivate>, tool: HideableTool, { auth, hostRequest }: Caller): boolean {
  const where = `${tool.owner.name}.${tool.method}: @HideUnauthorized(${guard.name})`;
  const instance = findEnhancer(tool.wrapper, guard) as CanActivate | undefined;
  if (instance === undefined) {
    throw new DefinitionError(`${where}: the guard must be a singleton, because a listing has no request.`);
  }
  const listing = new ListingRequest(tool.name, auth);
  const request = typeof hostRequest === 'object' && hostRequest !== null ? hostRequest : listing.request;
  const refuse = (): false => {
    if (listing.missing !== undefined) throw createRequestError(where, listing.missing);
    return false;
  };
  let answer: unknown;
  try {
    answer = instance.canActivate(new ListingContext(tool, request));
  } catch (error) {
    if (DefinitionError.is(error)) throw createCallError(where, error);
    // Guards refuse by throwing too.
    return refuse();
  }
  if (typeof answer === 'boolean') return answer || refuse();
  if (answer instanceof Promise) answer.catch(() => undefined);
  throw new DefinitionError(`${where}: the guard must return a boolean, because tools are listed synchronously.`);
}

function createRequestError(where: string, missing: string): DefinitionError {
  return new DefinitionError(
    `${where}: the guard reads '${missing}' of the request, but there is no request. Pass it when you list or call tools ` +
      'from code: { hostRequest: request }. Without a request, a guard can read only `user`, which is `auth`.',
  );
}

function createCallError(where: string, cause: unknown): DefinitionError {
  return new DefinitionError(
    `${where}: the guard reads the call, which a listing does not have. Read the request, or the metadata of the method.`,
    { cause },
  );
}

/** The execution context of a guard while tools are listed. */
class ListingContext implements ExecutionContext {
  readonly #tool: HideableTool;
  readonly #args: readonly unknown[];

  constructor(tool: HideableTool, request: object) {
    this.#tool = tool;
    this.#args = [request, {}, {}];
  }

  getClass<T>(): Type<T> {
    return this.#tool.owner as Type<T>;
  }

  // biome-ignore lint/complexity/noBannedTypes: the declaration of Nest.
  getHandler(): Function {
    // biome-ignore lint/complexity/noBannedTypes: the declaration of Nest.
    return (this.#tool.owner.prototype as Readonly<Record<string, Function>>)[this.#tool.method] as Function;
  }

  getArgs<T extends unknown[]>(): T {
    return [...this.#args] as T;
  }

  getArgByIndex<T>(index: number): T {
    return this.#args[index] as T;
  }

  switchToHttp() {
    return {
      getRequest: <T>(): T => this.#args[0] as T,
      getResponse: <T>(): T => this.#args[1] as T,
      getNext: <T>(): T => (() => undefined) as T,
    };
  }

  switchToRpc() {
    return { getData: <T>(): T => this.#args[0] as T, getContext: <T>(): T => this.#args[1] as T };
  }

  switchToWs() {
    return {
      getData: <T>(): T => this.#args[0] as T,
      getClient: <T>(): T => this.#args[1] as T,
      getPattern: (): string => this.#tool.name,
    };
  }

  getType<T extends string = ContextType>(): T {
    return toolContextType as T;
  }
}
