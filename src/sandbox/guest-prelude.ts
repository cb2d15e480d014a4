/**
 * The first code of each sandbox. It installs the globals of the program and keeps the built-in functions that it needs,
 * so that a program that replaces them disturbs only itself. It evaluates to a function that receives the functions of the
 * worker: `call`, `log` and `end`. The worker checks everything that they receive.
 */
export const guestPrelude = `
(function (call, log, end, settings) {
  'use strict';
  const { apply, defineProperty, getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
  const { stringify, parse } = JSON;
  const PromiseClass = Promise;
  const ErrorClass = Error;
  const { then } = Promise.prototype;
  const { get: mapGet, set: mapSet, delete: mapDelete } = Map.prototype;
  const { get: weakGet, set: weakSet } = WeakMap.prototype;
  const { slice, indexOf } = String.prototype;
  const tagOf = Object.prototype.toString;
  const plain = Object.prototype;
  const list = Array.prototype;
  const readStack = getOwnPropertyDescriptor(Error.prototype, 'stack').get;
  const { maxCharacters } = parse(settings);
  const waiting = new Map();
  // The errors of calls have the places of the calls.
  const sites = new WeakMap();
  const kinds = parse('["Map","Set","WeakMap","WeakSet","WeakRef","Promise","RegExp","ArrayBuffer","SharedArrayBuffer",' +
    '"DataView","Error","Generator","AsyncGenerator","Symbol","BigInt","Int8Array","Uint8Array","Uint8ClampedArray",' +
    '"Int16Array","Uint16Array","Int32Array","Uint32Array","BigInt64Array","BigUint64Array","Float16Array",' +
    '"Float32Array","Float64Array"]');
  let calls = 0;

  const define = (target, name, value) =>
    defineProperty(target, name, { __proto__: null, value, writable: true, configurable: true, enumerable: true });
  const hide = (target, name, value) =>
    defineProperty(target, name, { __proto__: null, value, writable: true, configurable: true });

  class ToolError extends Error {
    constructor(message, code, details) {
      super(message);
      if (code !== undefined) define(this, 'code', code);
      if (details !== undefined) define(this, 'details', details);
    }
  }
  hide(ToolError.prototype, 'name', 'ToolError');
  hide(globalThis, 'ToolError', ToolError);

  class JsonError extends TypeError {}
  hide(JsonError.prototype, 'name', 'JsonError');

  function refuse(key, kind) {
    const at = key === '' ? 'It' : 'Its property ' + stringify(key);
    throw new JsonError(at + ' is ' + kind + ', which has no JSON form.');
  }
  function check(key, value) {
    if (typeof value === 'object' && value !== null) {
      const prototype = getPrototypeOf(value);
      if (prototype === plain || prototype === list || prototype === null) return value;
      const kind = apply(slice, apply(tagOf, value, []), [8, -1]);
      for (let index = 0; index < kinds.length; index++) if (kinds[index] === kind) refuse(key, 'a value of the class ' + kind);
      return value;
    }
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') refuse(key, 'a ' + typeof value);
    return value;
  }
  function toJson(value) {
    try {
      return stringify(value, check);
    } catch (error) {
      if (error instanceof JsonError) throw error;
      const isCycle = error instanceof TypeError && apply(indexOf, error.message + '', ['circular']) >= 0;
      if (isCycle) throw new JsonError('It contains itself, which has no JSON form.');
      throw error;
    }
  }

  function makeFunction(name) {
    return function () {
      const last = arguments[arguments.length - 1];
      const listener = typeof last === 'function' ? last : undefined;
      const args = new Array(listener === undefined ? arguments.length : arguments.length - 1);
      for (let index = 0; index < args.length; index++) args[index] = arguments[index];
      const id = ++calls;
      const site = new ErrorClass();
      return new PromiseClass((resolve, reject) => {
        const json = toJson(args);
        const problem = call(id, name, json.length > maxCharacters ? '' : json, json.length, listener !== undefined);
        if (problem !== undefined) throw new ToolError(problem, 'execution');
        apply(mapSet, waiting, [id, { resolve, reject, site, listener }]);
      });
    };
  }

  function addFunction(path) {
    const steps = path.split('.');
    let target = globalThis;
    for (let index = 0; index < steps.length - 1; index++) {
      const step = steps[index];
      if (!Object.hasOwn(target, step)) define(target, step, {});
      target = target[step];
    }
    define(target, steps[steps.length - 1], makeFunction(path));
  }

  function textOf(value) {
    if (typeof value === 'string') return value;
    try {
      if (typeof value === 'object' && value !== null && !(value instanceof Error)) return stringify(value) ?? '' + value;
      return String(value);
    } catch {
      return '[object]';
    }
  }
  const console = {};
  let logCharacters = parse(settings).maxLogCharacters;
  const levels = ['debug', 'log', 'info', 'warn', 'error'];
  for (let level = 0; level < levels.length; level++) {
    hide(console, levels[level], function () {
      if (logCharacters < 0) return;
      let text = '';
      for (let index = 0; index < arguments.length; index++) {
        text += (index === 0 ? '' : ' ') + textOf(arguments[index]);
        if (text.length > logCharacters) break;
      }
      const rest = logCharacters;
      logCharacters -= text.length + 1;
      log(level, apply(slice, text, [0, rest]), text.length > rest);
    });
  }
  hide(globalThis, 'console', console);

  function done(value) {
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
      const names = parse(functions);
      for (let index = 0; index < names.length; index++) addFunction(names[index]);
      const values = parse(globals);
      for (const name of Object.keys(values)) define(globalThis, name, values[name]);
    },
    watch(promise) {
      const failed = (error) => end('thrown', error);
      // The engine wraps the value of a program, which may be a promise itself.
      const unwrapped = (box) => apply(then, new PromiseClass((resolve) => resolve(box.value)), [done, failed]);
      apply(then, promise, [unwrapped, failed]);
    },
    answer(id, isValue, json, isChunk) {
      const one = apply(mapGet, waiting, [id]);
      if (!isChunk) apply(mapDelete, waiting, [id]);
      if (one === undefined) return;
      try {
        const value = json === undefined ? undefined : parse(json);
        // A listener that throws, or a promise of it that is rejected, ends the call for the program.
        if (isChunk) apply(then, new PromiseClass((resolve) => resolve(apply(one.listener, undefined, [value]))), [undefined, one.reject]);
        else if (isValue) one.resolve(value);
        else {
          const error = new ToolError(value.message, value.code, value.details);
          apply(weakSet, sites, [error, one.site]);
          one.reject(error);
        }
      } catch (error) {
        one.reject(error);
      }
    },
    stackOf(error) {
      return apply(readStack, apply(weakGet, sites, [error]) ?? error, []);
    },
  };
})
`;
