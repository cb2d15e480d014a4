import { ValidationPipe } from '@nestjs/common';
import type { ContextId, ExternalContextCreator } from '@nestjs/core';
import { DefinitionError } from '../../../base/errors/errors.js';
import { type CreatorChanges, deriveCreator, findValidationOption } from './nest-internals.js';
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

/**
 * Creates a handler that runs the guards, interceptors, pipes and filters of a method of every level.
 *
 * @throws DefinitionError if a `ValidationPipe` has options that toolwright does not follow.
 */
export function createHandler(base: ExternalContextCreator, target: HandlerTarget): NestHandler {
  const creator = deriveCreator(base, changesFor(target));
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

/** Returns how a handler for a tool differs from one for a transport. */
function changesFor({ moduleKey, isValidatedByNest, where }: HandlerTarget): CreatorChanges {
  const pipeErrors = new WeakSet<object>();
  return {
    moduleKey,
    unpipedType: hiddenType,
    acceptsPipe: (pipe) => {
      // toolwright has validated the arguments.
      if (isValidatedByNest || !(pipe instanceof ValidationPipe)) return true;
      checkValidationPipe(pipe, where);
      return false;
    },
    onPipeError: (error) => pipeErrors.add(error as object),
    intercept: async ({ args, isIntercepted, method, around }) => {
      const run = runOf(args);
      run.passGuards();
      return run.collect(await around(() => run.invoke(method, { isIntercepted, pipeErrors })));
    },
  };
}

/** Throws a DefinitionError if a `ValidationPipe` has options that toolwright does not follow. */
function checkValidationPipe(pipe: ValidationPipe, where: string): void {
  const unsupported = findValidationOption(pipe);
  if (unsupported === undefined) return;
  throw new DefinitionError(
    `${where}: the ValidationPipe has the option '${unsupported}', which toolwright does not follow when it validates ` +
      "arguments. Remove the option, or let the pipe validate: ToolkitModule.forRoot({ validation: 'nest' }).",
  );
}

function runOf(args: readonly unknown[]): ToolRun {
  const run = args.at(-1);
  if (run instanceof ToolRun) return run;
  throw new DefinitionError('A handler of a tool was called without its run.');
}
