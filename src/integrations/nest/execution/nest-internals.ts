/**
 * Everything in this package that relies on members of NestJS outside of its documented interface: what
 * `ExternalContextCreator` does behind `create()`, the options of a `ValidationPipe`, the wrapper of a provider, the metadata of
 * route parameters, and the paths of routes below a global prefix. NestJS has no public way to run the guards, interceptors, pipes and filters of a method
 * that no transport calls with values of its own. Only the keys of `readEnhancers` are elsewhere, because the core reads
 * them too. `test/architecture.spec.ts` forbids these names in the other files of the adapter.
 */
import {
  type InjectionToken,
  type MiddlewareConsumer,
  type PipeTransform,
  RequestMethod,
  Scope,
  ValidationPipe,
} from '@nestjs/common';
import {
  type ContextId,
  ContextIdFactory,
  type DiscoveryService,
  type ExternalContextCreator,
  ModuleRef,
} from '@nestjs/core';
import { DefinitionError } from '../../../base/errors/errors.js';
import { nodeRequire } from '../../../base/runtime/node-require.js';
import type { Constructor } from '../../../tool/metadata/class-records.js';

/** The versions of NestJS that these members were checked with, which are those of the projects in `test/nest`. */
export const checkedVersions: readonly string[] = ['^11.1.0', '^12.5.0'];

/** The members of `ExternalContextCreator` that a tool replaces, with the methods that each must have. None: a method. */
const creatorMembers: Readonly<Record<string, readonly string[]>> = {
  getContextModuleKey: [],
  getHostModuleKey: [],
  handlerMetadataStorage: ['get', 'set'],
  pipesContextCreator: ['createConcreteContext'],
  getParamValue: [],
  interceptorsConsumer: ['intercept'],
  transformToResult: [],
};

/** The members that the first supported versions do not have, and would not call. */
const laterMembers: readonly string[] = ['getHostModuleKey'];

/** The parts of the creator that its declarations hide. */
interface CreatorParts {
  readonly interceptorsConsumer: { intercept: (...args: InterceptArguments) => Promise<unknown> };
  readonly pipesContextCreator: { createConcreteContext: (...args: unknown[]) => readonly PipeTransform[] };
}

type ParamArguments = [value: unknown, metadata: { readonly type: number }, pipes: PipeTransform[]];

type InterceptArguments = [
  interceptors: readonly unknown[] | undefined,
  args: readonly unknown[],
  instance: object,
  callback: unknown,
  next: () => Promise<unknown>,
  type?: string,
];

/** What a tool changes about the handlers that Nest creates. */
export interface CreatorChanges {
  /** The key of the module whose guards, interceptors, pipes and filters apply. */
  readonly moduleKey: string;
  /** The kind of parameter through which no pipe runs. */
  readonly unpipedType: number;
  /** Whether a pipe runs. */
  readonly acceptsPipe: (pipe: PipeTransform) => boolean;
  /** Receives what a pipe has thrown. */
  readonly onPipeError: (error: unknown) => void;
  /** Runs the interceptors and the method behind them, after the guards. */
  readonly intercept: (call: InterceptedCall) => Promise<unknown>;
}

/** A call that the guards have passed. */
export interface InterceptedCall {
  /** The arguments of the handler. */
  readonly args: readonly unknown[];
  readonly isIntercepted: boolean;
  /** Runs the pipes and the method. */
  readonly method: () => Promise<unknown>;
  /** Runs the interceptors around a function. */
  readonly around: (invoke: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * Throws a DefinitionError if a creator lacks a member that a tool replaces, because a handler of Nest would run without
 * the change.
 */
export function checkCreator(creator: ExternalContextCreator): void {
  for (const [name, methods] of Object.entries(creatorMembers)) {
    const member: Readonly<Record<string, unknown>> | undefined = Reflect.get(creator, name);
    if (member === undefined && laterMembers.includes(name)) continue;
    const required = methods.length === 0 ? [member] : methods.map((method) => member?.[method]);
    if (required.every((one) => typeof one === 'function')) continue;
    throw createVersionError('ExternalContextCreator', name);
  }
}

/** Creates a creator with changes, which shares everything but its cache with the application's. */
export function deriveCreator(base: ExternalContextCreator, changes: CreatorChanges): ExternalContextCreator {
  const { interceptorsConsumer, pipesContextCreator } = base as unknown as CreatorParts;
  const { unpipedType, acceptsPipe, onPipeError, intercept } = changes;
  const moduleKeyOf = (): string => changes.moduleKey;
  return Object.create(base, {
    // Nest does not find the module of a controller, and would then skip its guards.
    getContextModuleKey: { value: moduleKeyOf },
    getHostModuleKey: { value: moduleKeyOf },
    // Nest 11 stores the parameters by method name only, so that another library's would apply.
    handlerMetadataStorage: { value: { get: () => undefined, set: () => undefined } },
    pipesContextCreator: { value: withChosenPipes(pipesContextCreator, acceptsPipe) },
    getParamValue: {
      value: (...[value, metadata, pipes]: ParamArguments) => {
        if (metadata.type === unpipedType) return Promise.resolve(value);
        return base.getParamValue(value, metadata as never, pipes).catch((error: unknown) => {
          onPipeError(error);
          throw error;
        });
      },
    },
    interceptorsConsumer: {
      value: {
        intercept: (...[interceptors, args, instance, callback, method, type]: InterceptArguments) => {
          const isIntercepted = interceptors !== undefined && interceptors.length > 0;
          const around = (invoke: () => Promise<unknown>): Promise<unknown> =>
            interceptorsConsumer.intercept(interceptors, args, instance, callback, invoke, type);
          return intercept({ args, isIntercepted, method, around });
        },
      },
    },
    transformToResult: { value: (result: unknown) => Promise.resolve(result) },
  }) as ExternalContextCreator;
}

function withChosenPipes(
  pipes: CreatorParts['pipesContextCreator'],
  acceptsPipe: CreatorChanges['acceptsPipe'],
): CreatorParts['pipesContextCreator'] {
  return Object.create(pipes, {
    createConcreteContext: {
      value(...args: unknown[]) {
        return pipes.createConcreteContext.apply(this, args).filter(acceptsPipe);
      },
    },
  });
}

/**
 * Returns the first option of a `ValidationPipe` that changes what is valid, or how an invalid argument is reported.
 * Undefined if it has none.
 */
export function findValidationOption(pipe: ValidationPipe): string | undefined {
  const { validatorOptions, exceptionFactory } = pipe as unknown as {
    readonly validatorOptions?: { readonly groups?: readonly string[]; readonly skipMissingProperties?: boolean };
    readonly exceptionFactory?: unknown;
  };
  if (validatorOptions === undefined) throw createVersionError('ValidationPipe', 'validatorOptions');
  if (exceptionFactory === undefined) throw createVersionError('ValidationPipe', 'exceptionFactory');
  const options: readonly (readonly [string, boolean])[] = [
    ['groups', (validatorOptions.groups?.length ?? 0) > 0],
    ['skipMissingProperties', validatorOptions.skipMissingProperties === true],
    // A ValidationPipe without the option creates a factory of its own, whose text is always the same.
    ['exceptionFactory', String(exceptionFactory) !== String(defaultFactory())],
  ];
  return options.find(([, isSet]) => isSet)?.[0];
}

function defaultFactory(): unknown {
  // Called without an instance, because a new ValidationPipe replaces the packages that all others use.
  const { createExceptionFactory } = ValidationPipe.prototype;
  return createExceptionFactory.call({} as ValidationPipe);
}

function createVersionError(owner: string, member: string): DefinitionError {
  const name = owner === 'ValidationPipe' ? '@nestjs/common' : '@nestjs/core';
  return new DefinitionError(
    `${[name, installedVersion(name)].filter(Boolean).join(' ')} is not supported, because its ${owner} has no member ` +
      `'${member}' of the kind that ToolkitModule relies on. Use ${checkedVersions.join(' or ')}, with which it was checked.`,
  );
}

/** Returns the version of a package. Undefined in a bundle without it. */
function installedVersion(name: string): string | undefined {
  try {
    const manifest: { readonly version?: string } | undefined = nodeRequire()?.(`${name}/package.json`);
    return manifest?.version;
  } catch {
    return undefined;
  }
}

/**
 * Returns the path at which an application serves a path: with its global prefix, unless an exception of it names the path, and
 * without a version.
 */
export function servedPathOf(consumer: MiddlewareConsumer, path: string): string {
  const extractor: RouteInfoPathExtractor | undefined = Reflect.get(consumer, 'routeInfoPathExtractor');
  const [served] = extractor?.extractPathsFrom?.({ path, method: RequestMethod.ALL }) ?? [];
  if (served === undefined) throw createVersionError('MiddlewareBuilder', 'routeInfoPathExtractor');
  return served;
}

/** A provider or controller of an application: Nest's InstanceWrapper, whose declarations are internal since Nest 12. */
export interface ToolWrapper {
  readonly id: string;
  readonly token: InjectionToken;
  // biome-ignore lint/complexity/noBannedTypes: a class or a factory of unknown signature.
  readonly metatype: Function | null;
  readonly instance: object;
  readonly scope?: Scope | undefined;
  readonly isAlias?: boolean;
  readonly isNotMetatype: boolean;
  readonly host: {
    readonly token: string;
    readonly metatype: { readonly name: string };
    readonly providers: ReadonlyMap<unknown, { readonly instance: unknown }>;
    readonly injectables: ReadonlyMap<unknown, Pick<ToolWrapper, 'instance' | 'isDependencyTreeStatic'>>;
  };
  isDependencyTreeStatic(): boolean;
  isDependencyTreeDurable(): boolean;
}

/** Returns the providers and the controllers of an application. */
export function wrappersIn(discovery: DiscoveryService): readonly ToolWrapper[] {
  const wrappers = [...discovery.getProviders(), ...discovery.getControllers()];
  return wrappers as readonly unknown[] as readonly ToolWrapper[];
}

/** Returns what may be the class of an instance. The token comes last: it is the class that a mock replaces. */
export function classesOf({ isAlias, metatype, instance, token, isNotMetatype }: ToolWrapper): readonly Constructor[] {
  if (isAlias === true) return [];
  const created: unknown = (instance as { readonly constructor?: unknown } | null | undefined)?.constructor;
  return [isNotMetatype ? undefined : metatype, created, token].filter((one) => typeof one === 'function');
}

/** Returns the key and the name of the module that provides an instance. */
export function moduleOf({ host }: ToolWrapper): { readonly key: string; readonly name: string } {
  return { key: host.token, name: host.metatype.name };
}

/** Whether all calls have the same instance. */
export function isSingleton(wrapper: ToolWrapper): boolean {
  return wrapper.scope !== Scope.TRANSIENT && wrapper.isDependencyTreeStatic();
}

/** Whether Nest has created an instance of a guard, interceptor, pipe or filter for the module. */
export function hasEnhancer({ host }: ToolWrapper, enhancer: unknown): boolean {
  return host.injectables.has(enhancer);
}

/** Returns the instance of a guard, interceptor, pipe or filter for the module. Undefined if each request has its own. */
export function findEnhancer({ host }: ToolWrapper, enhancer: unknown): object | undefined {
  const injectable = host.injectables.get(enhancer);
  return injectable?.isDependencyTreeStatic() === true ? injectable.instance : undefined;
}

/** Creates or finds the instance for a request. */
export async function resolveInstance(
  wrapper: ToolWrapper,
  request: object,
): Promise<{ readonly instance: object; readonly contextId: ContextId }> {
  const moduleRef = wrapper.host.providers.get(ModuleRef)?.instance as ModuleRef;
  const contextId = ContextIdFactory.getByRequest(request);
  const { payload } = contextId as { readonly payload?: unknown };
  moduleRef.registerRequestByContextId(wrapper.isDependencyTreeDurable() ? payload : request, contextId);
  const instance: object = await moduleRef.resolve(wrapper.token as string, contextId, { strict: true });
  return { instance, contextId };
}

/** A parameter that a decorator of Nest describes, such as `@Body()`. */
export interface RouteParameter {
  /** The kind of decorator; undefined for one of `createParamDecorator`. */
  readonly kind: RouteParameterKind | undefined;
  readonly index: number;
  /** The argument of the decorator: the name of a property. */
  readonly data: unknown;
  readonly pipes: readonly unknown[];
  /** The key and the value of the metadata. */
  readonly entry: readonly [key: string, value: object];
}

/** The numbers by which Nest identifies the decorators of parameters: RouteParamtypes of @nestjs/common. */
export const routeParameterKinds = {
  request: 0,
  response: 1,
  next: 2,
  body: 3,
  query: 4,
  param: 5,
  headers: 6,
  session: 7,
  file: 8,
  files: 9,
  host: 10,
  ip: 11,
  rawBody: 12,
} as const;

/** The name of a decorator for the parameters of a route. */
export type RouteParameterKind = keyof typeof routeParameterKinds;

/** Returns the parameters of a method that decorators of Nest describe. */
export function readRouteParameters(owner: Constructor, method: string): readonly RouteParameter[] {
  const metadata: unknown = Reflect.getMetadata('__routeArguments__', owner, method);
  if (typeof metadata !== 'object' || metadata === null) return [];
  return Object.entries(metadata as Readonly<Record<string, RouteArgument>>).map(([key, value]) => {
    const number = key.includes('__customRouteArgs__') ? undefined : Number(key.split(':')[0]);
    const kind = (Object.keys(routeParameterKinds) as RouteParameterKind[]).find(
      (one) => routeParameterKinds[one] === number,
    );
    return { kind, index: value.index, data: value.data, pipes: value.pipes ?? [], entry: [key, value] };
  });
}

/** Whether a method handles the messages of a microservice: `@MessagePattern()` or `@EventPattern()`. */
export function isMessageHandler(owner: Constructor, method: string): boolean {
  const handler = (owner.prototype as Readonly<Record<string, object | undefined>>)[method];
  return handler !== undefined && Reflect.hasMetadata('microservices:pattern', handler);
}

interface RouteInfoPathExtractor {
  extractPathsFrom?(route: { readonly path: string; readonly method: RequestMethod }): readonly string[];
}

interface RouteArgument {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly unknown[];
}
