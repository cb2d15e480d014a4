import { type PipeTransform, ValidationPipe } from '@nestjs/common';
import type { ContextId, ExternalContextCreator } from '@nestjs/core';
import { DefinitionError } from '../../../base/errors/errors.js';
import { argumentsKey, hiddenType, readArgument } from './tool-parameters.js';
import { type NestHandler, ToolRun } from './tool-run.js';

/** The method for which a handler is created. */
export interface HandlerTarget {
  readonly instance: object;
  readonly method: string;
  /** The function that runs, with the metadata of its decorators. */
  readonly callback: (...args: unknown[]) => unknown;
  /** `Class.method`, for errors. */
  readonly where: string;
  /** The key of the module that provides the class. */
  readonly moduleKey: string;
  /** Whether a `ValidationPipe` validates the arguments. */
  readonly isValidatedByNest: boolean;
  /** The context of a request-scoped instance, and the ID of its provider. */
  readonly scope?: { readonly contextId: ContextId; readonly providerId: string } | undefined;
}

/** The parts of Nest's creator that a tool needs to change, which its declarations hide. */
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

/**
 * Creates a handler that runs the guards, interceptors, pipes and filters of a method of every level.
 *
 * @throws DefinitionError if a `ValidationPipe` has options that toolwright does not follow.
 */
export function createHandler(base: ExternalContextCreator, target: HandlerTarget): NestHandler {
  const creator = deriveCreator(base, target);
  const { instance, callback, method, scope } = target;
  const params = {
    exchangeKeyForValue: (_: number, data: unknown, args: unknown[]) => readArgument(data, runOf(args)),
  };
  return creator.create(
    instance as never,
    callback,
    method,
    argumentsKey,
    params,
    scope?.contextId,
    scope?.providerId,
    undefined,
    'toolwright',
  );
}

/** Creates a creator for one method, which shares everything but its cache with the application's. */
function deriveCreator(base: ExternalContextCreator, target: HandlerTarget): ExternalContextCreator {
  const { interceptorsConsumer, pipesContextCreator } = readParts(base);
  const moduleKeyOf = (): string => target.moduleKey;
  const pipeErrors = new WeakSet<object>();
  return Object.create(base, {
    // Nest does not find the module of a controller, and would then skip its guards.
    getContextModuleKey: { value: moduleKeyOf },
    getHostModuleKey: { value: moduleKeyOf },
    // Nest 11 stores the parameters by method name only, so that another library's would apply.
    handlerMetadataStorage: { value: { get: () => undefined, set: () => undefined } },
    pipesContextCreator: { value: withoutValidationPipe(pipesContextCreator, target) },
    getParamValue: {
      value: (...[value, metadata, pipes]: ParamArguments) => {
        if (metadata.type === hiddenType) return Promise.resolve(value);
        return base.getParamValue(value, metadata as never, pipes).catch((error: unknown) => {
          pipeErrors.add(error as object);
          throw error;
        });
      },
    },
    interceptorsConsumer: {
      value: {
        intercept: async (...[interceptors, args, instance, callback, next, type]: InterceptArguments) => {
          const run = runOf(args);
          run.passGuards();
          const isIntercepted = interceptors !== undefined && interceptors.length > 0;
          const invoke = (): Promise<unknown> => run.invoke(next, { isIntercepted, pipeErrors });
          return run.collect(
            await interceptorsConsumer.intercept(interceptors, args, instance, callback, invoke, type),
          );
        },
      },
    },
    transformToResult: { value: (result: unknown) => Promise.resolve(result) },
  }) as ExternalContextCreator;
}

function readParts(base: ExternalContextCreator): CreatorParts {
  const { interceptorsConsumer, pipesContextCreator } = base as unknown as Partial<CreatorParts>;
  const isKnown =
    typeof interceptorsConsumer?.intercept === 'function' &&
    typeof pipesContextCreator?.createConcreteContext === 'function';
  if (isKnown) return { interceptorsConsumer, pipesContextCreator };
  throw new DefinitionError(
    'This version of @nestjs/core is not supported, because its ExternalContextCreator has other parts. Use 11 or 12.',
  );
}

/** Returns a creator of pipes that leaves out each `ValidationPipe`, because toolwright has validated the arguments. */
function withoutValidationPipe(
  pipes: CreatorParts['pipesContextCreator'],
  { isValidatedByNest, where }: HandlerTarget,
): CreatorParts['pipesContextCreator'] {
  if (isValidatedByNest) return pipes;
  return Object.create(pipes, {
    createConcreteContext: {
      value(...args: unknown[]) {
        const created = pipes.createConcreteContext.apply(this, args);
        return created.filter((pipe) => {
          if (!(pipe instanceof ValidationPipe)) return true;
          checkValidationPipe(pipe, where);
          return false;
        });
      },
    },
  });
}

/** Throws a DefinitionError if a `ValidationPipe` has options that toolwright does not follow. */
function checkValidationPipe(pipe: ValidationPipe, where: string): void {
  const { validatorOptions = {}, exceptionFactory } = pipe as unknown as {
    readonly validatorOptions?: { readonly groups?: readonly string[]; readonly skipMissingProperties?: boolean };
    readonly exceptionFactory?: unknown;
  };
  const options: readonly (readonly [string, boolean])[] = [
    ['groups', (validatorOptions.groups?.length ?? 0) > 0],
    ['skipMissingProperties', validatorOptions.skipMissingProperties === true],
    // A ValidationPipe without the option creates a factory of its own, whose text is always the same.
    ['exceptionFactory', String(exceptionFactory) !== String(defaultFactory())],
  ];
  const [unsupported] = options.find(([, isSet]) => isSet) ?? [];
  if (unsupported === undefined) return;
  throw new DefinitionError(
    `${where}: the ValidationPipe has the option '${unsupported}', which toolwright does not follow when it validates ` +
      "arguments. Remove the option, or let the pipe validate: ToolkitModule.forRoot({ validation: 'nest' }).",
  );
}

function defaultFactory(): unknown {
  // Called without an instance, because a new ValidationPipe replaces the packages that all others use.
  const { createExceptionFactory } = ValidationPipe.prototype;
  return createExceptionFactory.call({} as ValidationPipe);
}

function runOf(args: readonly unknown[]): ToolRun {
  const run = args.at(-1);
  if (run instanceof ToolRun) return run;
  throw new DefinitionError('A handler of a tool was called without its run.');
}
