import {
  apply,
  ErrorClass,
  getOwnPropertyDescriptor,
  mapDelete,
  mapGet,
  mapSet,
  PromiseClass,
  parse,
  then,
  weakGet,
  weakSet,
} from './built-ins.js';
import type { GuestApi, GuestHost } from './guest-api.js';
import type { OpaqueValues } from './opaque.js';
import { JsonError, toArgumentJson } from './to-json.js';
import { ToolError } from './tool-error.js';

/** A function of the program that receives chunks. */
type Listener = (chunk: unknown) => unknown;

interface WaitingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** An error with the place of the call. */
  readonly site: Error;
  readonly listener: Listener | undefined;
}

// V8 has no such getter: each error has a stack of its own.
const readStack = getOwnPropertyDescriptor(Error.prototype, 'stack')?.get;

/** The calls of the program that wait for answers. */
export interface GuestCalls extends Pick<GuestApi, 'answer' | 'stackOf'> {
  /** Creates the function of the program that calls a function of the host. */
  readonly createFunction: (name: string) => (...args: unknown[]) => Promise<unknown>;
}

/** Creates the calls of a program that has made none. */
export function createCalls(call: GuestHost['call'], maxCharacters: number, opaque: OpaqueValues): GuestCalls {
  const waiting = new Map<number, WaitingCall>();
  // The errors of calls have the places of the calls.
  const sites = new WeakMap<object, Error>();
  let count = 0;
  return {
    createFunction:
      (name) =>
      (...args) => {
        const last = args[args.length - 1];
        const listener = isListener(last) ? last : undefined;
        if (listener !== undefined) args.length -= 1;
        const id = ++count;
        const site = new ErrorClass();
        return new PromiseClass((resolve, reject) => {
          const json = toArgumentJson(args, opaque);
          if (json === undefined) throw new JsonError('The arguments have no JSON form.');
          const sent = json.length > maxCharacters ? '' : json;
          const problem = call(id, name, sent, json.length, listener !== undefined);
          if (problem !== undefined) throw new ToolError(problem, 'execution');
          apply(mapSet, waiting, [id, { resolve, reject, site, listener }]);
        });
      },
    answer(id, kind, json, ref) {
      const one: WaitingCall | undefined = apply(mapGet, waiting, [id]);
      if (kind !== 'chunk') apply(mapDelete, waiting, [id]);
      if (one === undefined) return;
      try {
        const sent = json === undefined ? undefined : parse(json);
        const value = ref === undefined ? sent : opaque.create(sent, ref);
        if (kind === 'chunk') passChunk(one, value);
        else if (kind === 'value') one.resolve(value);
        else {
          const error = new ToolError(value.message, value.code, value.details);
          apply(weakSet, sites, [error, one.site]);
          one.reject(error);
        }
      } catch (error) {
        one.reject(error);
      }
    },
    stackOf: (error) =>
      readStack === undefined ? undefined : apply(readStack, apply(weakGet, sites, [error]) ?? error, []),
  };
}

/** Calls a listener. One that throws, or returns a promise that is rejected, ends the call for the program. */
function passChunk({ listener, reject }: WaitingCall, chunk: unknown): void {
  if (listener === undefined) return;
  const passed = new PromiseClass((resolve) => resolve(apply(listener, undefined, [chunk])));
  apply(then, passed, [undefined, reject]);
}

function isListener(value: unknown): value is Listener {
  return typeof value === 'function';
}
