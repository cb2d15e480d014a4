import {
  InterruptedError,
  OutputValidationError,
  TimeoutError,
  type ToolError,
  type ToolErrorOptions,
  ToolExecutionError,
} from '../../base/errors/errors.js';
import type { SandboxErrorDetails, SandboxReason } from '../../features/code-mode/sandbox-engine.js';
import type { CheckedLimits, ProgramFailure } from './worker/messages.js';

/** Creates the error of a program that has failed. */
export function createSandboxError(failure: ProgramFailure, limits: CheckedLimits): ToolError {
  const place = placeOf(failure);
  const thrown = failure.reason === 'thrown';
  const details: SandboxErrorDetails = {
    reason: failure.reason,
    ...(thrown && failure.name !== undefined ? { name: failure.name } : {}),
    ...(thrown && failure.code !== undefined ? { code: failure.code } : {}),
    ...place,
  };
  const where = place.line === undefined ? '' : ` (line ${place.line}, column ${place.column})`;
  const ErrorClass = errorClasses[failure.reason] ?? ToolExecutionError;
  return new ErrorClass(messageOf(failure, limits, where), { cause: failure.cause, details: { ...details } });
}

type ErrorClass = new (message: string, options: ToolErrorOptions) => ToolError;

const errorClasses: Readonly<Partial<Record<SandboxReason, ErrorClass>>> = {
  compute_time: TimeoutError,
  wait_time: TimeoutError,
  aborted: InterruptedError,
  value: OutputValidationError,
  size: OutputValidationError,
};

function messageOf({ reason, name, message = '' }: ProgramFailure, limits: CheckedLimits, where: string): string {
  switch (reason) {
    case 'syntax':
      return `The program does not compile: ${message}${where}`;
    case 'thrown':
      return `${[name, message].filter((part) => part).join(': ') || 'The program failed'}${where}`;
    case 'compute_time':
      return `The program computed longer than its limit of ${limits.computeMs} ms.`;
    case 'wait_time':
      return `The program waited for its calls longer than its limit of ${limits.waitMs} ms.`;
    case 'memory':
      return `The program used more memory than its limit of ${limits.memoryBytes} bytes.`;
    case 'stack':
      return `The program exceeded its stack: it calls functions, or nests data, too deeply.${where}`;
    case 'calls':
      return `The program made more calls than its limit of ${limits.maxCalls}.`;
    case 'size':
      return `The value of the program, or the arguments of its calls, exceed ${limits.maxCharacters} characters.`;
    case 'value':
      return `The value of the program is no JSON data. ${message}`;
    case 'stuck':
      return 'The program waits for a promise that nothing settles.';
    case 'aborted':
      return 'The call was cancelled.';
    default:
      return 'The sandbox has failed.';
  }
}

function placeOf({ line, column, stack }: ProgramFailure): Pick<SandboxErrorDetails, 'line' | 'column'> {
  if (line !== undefined && column !== undefined) return { line, column };
  const found = /program\.ts:(\d+):(\d+)/.exec(stack ?? '');
  return found === null ? {} : { line: Number(found[1]), column: Number(found[2]) };
}
