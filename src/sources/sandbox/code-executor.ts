import { ToolExecutionError } from '../../base/errors/errors.js';
import { positionalArguments } from '../../call/native-executor.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolArguments, ToolExecutor } from '../../call/tool-executor.js';
import type {
  SandboxEngine,
  SandboxFunction,
  SandboxLimits,
  SandboxResult,
} from '../../features/code-mode/sandbox-engine.js';
import type { ParameterSlot } from '../../schema/input/input-parts.js';
import { ToolSpec } from '../../tool/spec/tool-spec.js';
import { ChunkHandoff } from './chunk-handoff.js';
import type { CodeProgram } from './code-program.js';

/** A function of the host, or a tool, that code may await. A tool receives one object with its arguments. */
export type AllowedFunction = ToolSpec | ((...args: never[]) => unknown);

/** What code runs with. */
export interface CodeSetting {
  readonly program: CodeProgram;
  readonly engine: SandboxEngine;
  readonly limits: SandboxLimits | undefined;
  readonly env: Readonly<Record<string, unknown>>;
  readonly allow: Readonly<Record<string, AllowedFunction>>;
}

/** The names by which a program reads its arguments and sends its chunks. */
const argsName = '$toolArguments';
const emitName = '$emitChunk';

/** Creates an executor that runs a function in a sandbox. Each call runs its source text anew. */
export function createCodeExecutor(setting: CodeSetting, slots: readonly ParameterSlot[]): ToolExecutor {
  const { program, env, limits, engine } = setting;
  const source = `${program.program}\n;${callOf(program)}`;
  const run = (values: readonly unknown[], ctx: ToolContext, more: Record<string, SandboxFunction> = {}) =>
    engine.run({
      source,
      globals: { ...env, [argsName]: { ...values, length: values.length } },
      functions: { ...allowedFunctions(setting.allow, ctx), ...more },
      limits,
      signal: ctx.signal,
    });
  return Object.freeze({
    kind: 'sandbox',
    execute(args: ToolArguments, ctx: ToolContext): unknown {
      const values = positionalArguments(slots, args, ctx);
      if (program.isDeclared) return callDeclared(setting, values, ctx);
      if (!program.isGenerator) return run(values, ctx).then(readValue);
      return streamChunks((emit) => run(values, ctx, { [emitName]: ([chunk]) => emit(chunk) }));
    },
  });
}

/** Returns the text that calls the function. A missing argument is undefined, so that its default applies. */
function callOf({ identifier, isGenerator }: CodeProgram): string {
  const call = `Reflect.apply(${identifier}, undefined, ${argsName})`;
  if (!isGenerator) return call;
  return `(async () => { const $steps = ${call}; for (;;) { const { done, value } = await $steps.next(); if (done) return value; await ${emitName}(value); } })()`;
}

async function* streamChunks(
  run: (emit: (chunk: unknown) => Promise<void>) => Promise<SandboxResult>,
): AsyncGenerator<unknown, unknown> {
  const chunks = new ChunkHandoff();
  const ended = run((chunk) => chunks.put(chunk));
  const closed = ended.finally(() => chunks.close());
  // The error is thrown when its chunks have been read.
  closed.catch(() => {});
  yield* chunks.read();
  return readValue(await ended);
}

function readValue(result: SandboxResult): unknown {
  if (result.status === 'done') return result.value;
  if (result.status === 'failed') throw result.error;
  throw new ToolExecutionError('A function that the code may await has no answer: a tool from code cannot be paused.');
}

/** Runs a function without a body, which is one of the allowed functions. */
function callDeclared({ program, allow }: CodeSetting, values: readonly unknown[], ctx: ToolContext): unknown {
  const implementation = findImplementation(program, allow);
  if (implementation === undefined) throw new ToolExecutionError(`'${program.name}' has no implementation.`);
  return callAllowed(implementation, values, { ctx, signal: ctx.signal });
}

/** Finds the function or the tool that implements a function without a body. */
export function findImplementation(
  { name, toolName }: CodeProgram,
  allow: CodeSetting['allow'],
): AllowedFunction | undefined {
  const names = [name, toolName ?? name];
  const found = names.find((one) => Object.hasOwn(allow, one));
  return found === undefined ? undefined : allow[found];
}

/** Returns the functions that code may await, in the form of a sandbox. */
export function allowedFunctions(allow: CodeSetting['allow'], ctx: ToolContext): Record<string, SandboxFunction> {
  const functions = Object.entries(allow).map(([name, allowed]): [string, SandboxFunction] => [
    name,
    (args, { signal }) => callAllowed(allowed, args, { ctx, signal }),
  ]);
  return Object.fromEntries(functions);
}

interface AllowedCall {
  readonly ctx: ToolContext;
  readonly signal: AbortSignal;
}

function callAllowed(allowed: AllowedFunction, args: readonly unknown[], { ctx, signal }: AllowedCall): unknown {
  if (!ToolSpec.is(allowed)) return Reflect.apply(allowed, undefined, args);
  return allowed.call((args[0] ?? {}) as Record<string, unknown>, { signal, auth: ctx.auth });
}
