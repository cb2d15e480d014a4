// The first code of each sandbox. It installs the globals of the program, and keeps the built-in functions that it needs.
import { apply, define, hide, PromiseClass, parse, then } from './built-ins.js';
import type { GuestApi, GuestHost, GuestSettings } from './guest-api.js';
import { createCalls } from './guest-calls.js';
import { createConsole } from './guest-console.js';
import { createOpaqueValues } from './opaque.js';
import { JsonError, toJson } from './to-json.js';
import { ToolError } from './tool-error.js';

/** Prepares the sandbox with the functions of the worker, and returns those that the worker calls. */
export function prelude(
  ...host: [
    call: GuestHost['call'],
    log: GuestHost['log'],
    end: GuestHost['end'],
    look: GuestHost['look'],
    settings: string,
  ]
): GuestApi {
  // Before the program can replace the iterator of arrays.
  const [call, log, end, look, settings] = host;
  const { maxCharacters, maxLogCharacters }: GuestSettings = parse(settings);
  const { createFunction, answer, stackOf } = createCalls(call, maxCharacters, createOpaqueValues(look));
  hide(globalThis, 'ToolError', ToolError);
  hide(globalThis, 'console', createConsole(log, maxLogCharacters));

  function done(value: unknown): void {
    try {
      const json = toJson(value);
      if (json !== undefined && json.length > maxCharacters) end('size', undefined);
      else end('done', json);
    } catch (error) {
      end(error instanceof JsonError ? 'value' : 'thrown', error);
    }
  }

  return {
    install(functions, globals) {
      const paths: readonly string[] = parse(functions);
      for (const path of paths) installFunction(path, createFunction(path));
      const values: Readonly<Record<string, unknown>> = parse(globals);
      for (const name of Object.keys(values)) define(globalThis, name, values[name]);
    },
    watch(promise) {
      const failed = (error: unknown): void => end('thrown', error);
      // The engine wraps the value of a program, which may be a promise itself.
      const unwrapped = (box: { readonly value: unknown }): unknown =>
        apply(then, new PromiseClass((resolve) => resolve(box.value)), [done, failed]);
      apply(then, promise, [unwrapped, failed]);
    },
    answer,
    stackOf,
  };
}

/** Installs a function at a dotted path of global objects. */
function installFunction(path: string, installed: unknown): void {
  const steps = path.split('.');
  const name = steps.pop() ?? path;
  let target: object = globalThis;
  for (const step of steps) {
    if (!Object.hasOwn(target, step)) define(target, step, {});
    target = Reflect.get(target, step);
  }
  define(target, name, installed);
}
