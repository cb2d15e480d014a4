// Written by `npm run generate`. Change prelude.program.ts instead.
/** The text of the program prelude.program.ts. */
export const preludeProgram = `(() => {
"use strict";
// src/sources/sandbox/guest/built-ins.ts
var { apply, getPrototypeOf, getOwnPropertyDescriptor } = Reflect;
var { stringify, parse } = JSON;
var PromiseClass = Promise;
var ErrorClass = Error;
var { then } = Promise.prototype;
var { get: mapGet, set: mapSet, delete: mapDelete } = Map.prototype;
var { get: weakGet, set: weakSet } = WeakMap.prototype;
var { slice, indexOf } = String.prototype;
var { toString: tagOf } = Object.prototype;
var plainPrototype = Object.prototype;
var listPrototype = Array.prototype;
var { defineProperty } = Reflect;
function define(target, name, value) {
  const descriptor = { __proto__: null, value, writable: true, configurable: true, enumerable: true };
  defineProperty(target, name, descriptor);
}
function hide(target, name, value) {
  const descriptor = { __proto__: null, value, writable: true, configurable: true };
  defineProperty(target, name, descriptor);
}

// src/sources/sandbox/guest/to-json.ts
var JsonError = class extends TypeError {
};
hide(JsonError.prototype, "name", "JsonError");
var classNames = "Map Set WeakMap WeakSet WeakRef Promise RegExp ArrayBuffer SharedArrayBuffer DataView Error Generator AsyncGenerator Symbol BigInt Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array".split(" ");
function toJson(value) {
  try {
    return stringify(value, check);
  } catch (error) {
    if (error instanceof JsonError) throw error;
    const isCycle = error instanceof TypeError && apply(indexOf, \`\${error.message}\`, ["circular"]) >= 0;
    if (isCycle) throw new JsonError("It contains itself, which has no JSON form.");
    throw error;
  }
}
function check(key, value) {
  if (typeof value === "object" && value !== null) {
    const prototype = getPrototypeOf(value);
    if (prototype === plainPrototype || prototype === listPrototype || prototype === null) return value;
    const name = apply(slice, apply(tagOf, value, []), [8, -1]);
    for (let index = 0; index < classNames.length; index++) {
      if (classNames[index] === name) refuse(key, \`a value of the class \${name}\`);
    }
    return value;
  }
  if (typeof value === "bigint" || typeof value === "function" || typeof value === "symbol") {
    refuse(key, \`a \${typeof value}\`);
  }
  return value;
}
function refuse(key, kind) {
  const at = key === "" ? "It" : \`Its property \${stringify(key)}\`;
  throw new JsonError(\`\${at} is \${kind}, which has no JSON form.\`);
}

// src/sources/sandbox/guest/tool-error.ts
var ToolError = class extends Error {
  constructor(message, code, details) {
    super(message);
    if (code !== void 0) define(this, "code", code);
    if (details !== void 0) define(this, "details", details);
  }
};
hide(ToolError.prototype, "name", "ToolError");

// src/sources/sandbox/guest/guest-calls.ts
var readStack = getOwnPropertyDescriptor(Error.prototype, "stack")?.get;
function createCalls(call, maxCharacters) {
  const waiting = /* @__PURE__ */ new Map();
  const sites = /* @__PURE__ */ new WeakMap();
  let count = 0;
  return {
    createFunction: (name) => (...args) => {
      const last = args[args.length - 1];
      const listener = isListener(last) ? last : void 0;
      if (listener !== void 0) args.length -= 1;
      const id = ++count;
      const site = new ErrorClass();
      return new PromiseClass((resolve, reject) => {
        const json = toJson(args);
        if (json === void 0) throw new JsonError("The arguments have no JSON form.");
        const sent = json.length > maxCharacters ? "" : json;
        const problem = call(id, name, sent, json.length, listener !== void 0);
        if (problem !== void 0) throw new ToolError(problem, "execution");
        apply(mapSet, waiting, [id, { resolve, reject, site, listener }]);
      });
    },
    answer(id, isValue, json, isChunk) {
      const one = apply(mapGet, waiting, [id]);
      if (!isChunk) apply(mapDelete, waiting, [id]);
      if (one === void 0) return;
      try {
        const value = json === void 0 ? void 0 : parse(json);
        if (isChunk) passChunk(one, value);
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
    stackOf: (error) => readStack === void 0 ? void 0 : apply(readStack, apply(weakGet, sites, [error]) ?? error, [])
  };
}
function passChunk({ listener, reject }, chunk) {
  if (listener === void 0) return;
  const passed = new PromiseClass((resolve) => resolve(apply(listener, void 0, [chunk])));
  apply(then, passed, [void 0, reject]);
}
function isListener(value) {
  return typeof value === "function";
}

// src/sources/sandbox/guest/guest-api.ts
var logLevels = ["debug", "log", "info", "warn", "error"];

// src/sources/sandbox/guest/guest-console.ts
function createConsole(log, maxCharacters) {
  const console = {};
  let characters = maxCharacters;
  for (let level = 0; level < logLevels.length; level++) {
    hide(console, logLevels[level] ?? "", (...values) => {
      if (characters < 0) return;
      const text = lineOf(values, characters);
      const rest = characters;
      characters -= text.length + 1;
      log(level, apply(slice, text, [0, rest]), text.length > rest);
    });
  }
  return console;
}
function lineOf(values, maxCharacters) {
  let text = "";
  for (let index = 0; index < values.length; index++) {
    text += (index === 0 ? "" : " ") + textOf(values[index]);
    if (text.length > maxCharacters) break;
  }
  return text;
}
function textOf(value) {
  if (typeof value === "string") return value;
  try {
    if (typeof value === "object" && value !== null && !(value instanceof Error)) return stringify(value) ?? \`\${value}\`;
    return String(value);
  } catch {
    return "[object]";
  }
}

// src/sources/sandbox/guest/prelude.program.ts
function prelude(call, log, end, settings) {
  const { maxCharacters, maxLogCharacters } = parse(settings);
  const { createFunction, answer, stackOf } = createCalls(call, maxCharacters);
  hide(globalThis, "ToolError", ToolError);
  hide(globalThis, "console", createConsole(log, maxLogCharacters));
  function done(value) {
    try {
      const json = toJson(value);
      if (json !== void 0 && json.length > maxCharacters) end("size", void 0);
      else end("done", json);
    } catch (error) {
      end(error instanceof JsonError ? "value" : "thrown", error);
    }
  }
  return {
    install(functions, globals) {
      const paths = parse(functions);
      for (const path of paths) installFunction(path, createFunction(path));
      const values = parse(globals);
      for (const name of Object.keys(values)) define(globalThis, name, values[name]);
    },
    watch(promise) {
      const failed = (error) => end("thrown", error);
      const unwrapped = (box) => apply(then, new PromiseClass((resolve) => resolve(box.value)), [done, failed]);
      apply(then, promise, [unwrapped, failed]);
    },
    answer,
    stackOf
  };
}
function installFunction(path, installed) {
  const steps = path.split(".");
  const name = steps.pop() ?? path;
  let target = globalThis;
  for (const step of steps) {
    if (!Object.hasOwn(target, step)) define(target, step, {});
    target = Reflect.get(target, step);
  }
  define(target, name, installed);
}
return prelude;
})()
`;
