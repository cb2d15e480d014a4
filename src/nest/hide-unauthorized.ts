import {
  applyDecorators,
  type CanActivate,
  type ContextType,
  type ExecutionContext,
  SetMetadata,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { DefinitionError } from '../errors.js';
import { createPlaceholderRequest } from './execution/placeholder-request.js';
import type { ToolWrapper } from './execution/tool-wrapper.js';
import { toolContextType } from './tool-execution-context.js';

const metadataKey = 'toolwright:hidingGuards';

/**
 * Guards a tool, or all tools of a class, and hides it from callers whom one of the guards refuses. To decide whether to
 * list the tool, the guards run without a call, for a request whose property `user` is the `auth` of the listing. They
 * must be singletons and must answer synchronously.
 *
 * @example
 * ```ts
 * @Tool()
 * @Roles('admin')
 * @HideUnauthorized(RolesGuard)
 * purge(): string { … }
 * ```
 */
export function HideUnauthorized(...guards: readonly [Type<CanActivate>, ...Type<CanActivate>[]]) {
  return applyDecorators(UseGuards(...guards), SetMetadata(metadataKey, guards));
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
export function createVisibilityCheck(tool: HideableTool): ((auth: unknown) => boolean) | undefined {
  const handler = (tool.owner.prototype as Readonly<Record<string, object>>)[tool.method];
  const guards = [tool.owner, handler].flatMap((target): readonly Type<CanActivate>[] => {
    return target === undefined ? [] : (Reflect.getMetadata(metadataKey, target) ?? []);
  });
  if (guards.length === 0) return undefined;
  return (auth) => guards.every((guard) => isAllowed(guard, tool, auth));
}

function isAllowed(guard: Type<CanActivate>, tool: HideableTool, auth: unknown): boolean {
  const where = `${tool.owner.name}.${tool.method}: @HideUnauthorized(${guard.name})`;
  const injectable = tool.wrapper.host.injectables.get(guard) as
    | { readonly instance?: CanActivate; isDependencyTreeStatic(): boolean }
    | undefined;
  if (injectable?.instance === undefined || !injectable.isDependencyTreeStatic()) {
    throw new DefinitionError(`${where}: the guard must be a singleton, because a listing has no request.`);
  }
  let answer: unknown;
  try {
    answer = injectable.instance.canActivate(new ListingContext(tool, auth));
  } catch {
    // Guards refuse by throwing too.
    return false;
  }
  if (typeof answer === 'boolean') return answer;
  if (answer instanceof Promise) answer.catch(() => undefined);
  throw new DefinitionError(`${where}: the guard must return a boolean, because tools are listed synchronously.`);
}

/** The execution context of a guard while tools are listed. */
class ListingContext implements ExecutionContext {
  readonly #tool: HideableTool;
  readonly #args: readonly unknown[];

  constructor(tool: HideableTool, auth: unknown) {
    this.#tool = tool;
    this.#args = [createPlaceholderRequest(tool.name, { auth }, {}), {}, {}];
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
