import type * as quickjs from 'quickjs-wasi';
import type { JSValueHandle } from 'quickjs-wasi';
import type { SandboxReason } from '../../../features/code-mode/sandbox-engine.js';
import type { ProgramFailure } from './messages.js';

const longestText = 2_000;
const deepestPrototype = 8;

/**
 * Describes what a program threw. It reads no getter, and calls no trap of a proxy.
 *
 * @param readStack - Reads the stack of an error, of which `thrown` is one.
 */
export function describeThrown(
  reason: SandboxReason,
  thrown: JSValueHandle | undefined,
  readStack: (error: JSValueHandle) => string,
): ProgramFailure {
  if (thrown === undefined || thrown.isUndefined) return { reason, message: 'The program threw undefined.' };
  if (thrown.isSymbol) return { reason, message: 'The program threw a symbol.' };
  if (!thrown.isObject) return { reason, message: thrown.toString().slice(0, longestText) };
  if (thrown.isProxy) return { reason, message: 'The program threw a Proxy.' };
  return classify({
    reason,
    name: readOwn(thrown, 'name'),
    message: readOwn(thrown, 'message') ?? '',
    code: readOwn(thrown, 'code'),
    stack: thrown.isError ? readStack(thrown) : '',
  });
}

/** Describes an error that left the engine: a program that does not compile, or a failure of the engine. */
export function describeFailure(error: unknown, { JSException }: Pick<typeof quickjs, 'JSException'>): ProgramFailure {
  if (error instanceof JSException) {
    const { name, message, stack } = error;
    return classify({ reason: 'syntax', name, message, stack });
  }
  const { name, message } = error instanceof Error ? error : { name: undefined, message: String(error) };
  return classify({ reason: 'crashed', name, message, cause: error });
}

/** Returns a value that is text. */
export function readText(value: JSValueHandle | undefined): string | undefined {
  return value?.isString === true ? value.toString() : undefined;
}

/** Reads a text of an object or of its prototypes, unless it is a getter. */
function readOwn(object: JSValueHandle, key: string): string | undefined {
  let one = object;
  for (let depth = 0; depth < deepestPrototype && one.isObject && !one.isProxy; depth++) {
    const found = one.getOwnPropertyDescriptor(key);
    if (found !== undefined) return readText(found.value)?.slice(0, longestText);
    one = one.getPrototypeOf();
  }
  return undefined;
}

function classify(failure: ProgramFailure): ProgramFailure {
  const { name, message = '' } = failure;
  if (/out of memory|malloc failed/.test(message)) return { ...failure, reason: 'memory' };
  if (name === 'RangeError' && /call stack/.test(message)) return { ...failure, reason: 'stack' };
  return failure;
}
