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
var { get: mapGet, set: mapSet, has: mapHas, delete: mapDelete } = Map.prototype;
var { get: weakGet, set: weakSet } = WeakMap.prototype;
var { slice, indexOf } = String.prototype;
var { toString: tagOf } = Object.prototype;
var plainPrototype = Object.prototype;
var listPrototype = Array.prototype;
var { prototype: StringPrototype } = String;
var { prototype: NumberPrototype } = Number;
var { prototype: BooleanPrototype } = Boolean;
var { isArray: isList } = Array;
var ObjectClass = Object;
var ProxyClass = Proxy;
var TypeErrorClass = TypeError;
var { hasOwn, keys: keysOf, getOwnPropertyNames: namesOf } = Object;
var { defineProperty } = Reflect;
function define(target, name, value) {
  const descriptor = { __proto__: null, value, writable: true, configurable: true, enumerable: true };
  defineProperty(target, name, descriptor);
}
function hide(target, name, value) {
  const descriptor = { __proto__: null, value, writable: true, configurable: true };
  defineProperty(target, name, descriptor);
}

// src/sources/sandbox/guest/guest-api.ts
var referenceMark = "\\uF8FFopaque:";
var logLevels = ["debug", "log", "info", "warn", "error"];

// src/sources/sandbox/guest/to-json.ts
var JsonError = class extends TypeError {
};
hide(JsonError.prototype, "name", "JsonError");
var classNames = "Map Set WeakMap WeakSet WeakRef Promise RegExp ArrayBuffer SharedArrayBuffer DataView Error Generator AsyncGenerator Symbol BigInt Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array".split(" ");
function toJson(value) {
  return write(() => stringify(value, check));
}
function toArgumentJson(args, opaque) {
  const replace = (key, value) => {
    if (typeof value === "string")
      return apply(indexOf, value, [referenceMark]) === 0 ? \`\${referenceMark}!\${value}\` : value;
    const reference = typeof value === "object" && value !== null ? opaque.referenceOf(value) : void 0;
    return reference === void 0 ? check(key, value) : referenceMark + reference;
  };
  return write(() => opaque.whileSending(() => stringify(args, replace)));
}
function write(stringifyValue) {
  try {
    return stringifyValue();
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
function createCalls(call, maxCharacters, opaque) {
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
        const json = toArgumentJson(args, opaque);
        if (json === void 0) throw new JsonError("The arguments have no JSON form.");
        const sent = json.length > maxCharacters ? "" : json;
        const problem = call(id, name, sent, json.length, listener !== void 0);
        if (problem !== void 0) throw new ToolError(problem, "execution");
        apply(mapSet, waiting, [id, { resolve, reject, site, listener }]);
      });
    },
    answer(id, kind, json, ref) {
      const one = apply(mapGet, waiting, [id]);
      if (kind !== "chunk") apply(mapDelete, waiting, [id]);
      if (one === void 0) return;
      try {
        const sent = json === void 0 ? void 0 : parse(json);
        const value = ref === void 0 ? sent : opaque.create(sent, ref);
        if (kind === "chunk") passChunk(one, value);
        else if (kind === "value") one.resolve(value);
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

// src/sources/sandbox/guest/opaque.ts
var { toPrimitive, iterator } = Symbol;
var missing = [1, void 0];
var tags = "anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup".split(" ");
var plainMethods = methodsOf(plainPrototype);
var listMethods = methodsOf(listPrototype);
var textMethods = methodsOf(StringPrototype);
var numberMethods = methodsOf(NumberPrototype);
var booleanMethods = methodsOf(BooleanPrototype);
var reserved = /* @__PURE__ */ new Map([["toJSON", true]]);
for (const methods of [plainMethods, listMethods, textMethods, numberMethods, booleanMethods]) {
  for (const name of methods.keys()) reserved.set(name, true);
}
function methodsOf(prototype) {
  const names = namesOf(prototype).filter((name) => !tags.includes(name));
  return new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)?.value]));
}
function createOpaqueValues(look) {
  const seen = /* @__PURE__ */ new Map();
  const references = /* @__PURE__ */ new WeakMap();
  let isSending = false;
  const shared = {
    lookAt(root) {
      if (apply(mapHas, seen, [root])) return;
      apply(mapSet, seen, [root, true]);
      look(root);
    },
    markerOf(ref) {
      if (!isSending) return void 0;
      const marker = {};
      apply(weakSet, references, [marker, ref]);
      return marker;
    }
  };
  return {
    create: (node, ref) => build(node, { ref, root: ref }, shared),
    whileSending(write2) {
      const wasSending = isSending;
      isSending = true;
      try {
        return write2();
      } finally {
        isSending = wasSending;
      }
    },
    referenceOf: (value) => apply(weakGet, references, [value])
  };
}
function build(node, at, shared) {
  if (node[0] === 0) return node[1];
  if (node[0] === 4) return buildList(node[1], at, shared);
  if (node[0] === 5) return buildObject(node[1], at, shared);
  return new ProxyClass({}, createTraps(node, at, shared));
}
function buildList(items, at, shared) {
  const list = [];
  for (let index = 0; index < items.length; index++) {
    define(list, \`\${index}\`, build(items[index] ?? missing, within(at, \`\${index}\`), shared));
  }
  return list;
}
function buildObject(members, at, shared) {
  const object = {};
  const keys = keysOf(members);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    define(object, key, build(members[key] ?? missing, within(at, key), shared));
  }
  return object;
}
function createTraps(node, at, shared) {
  const lookAt = () => shared.lookAt(at.root);
  const child = (key) => build(memberOf(node, key) ?? missing, within(at, key), shared);
  function open() {
    if (node[0] === 2) return buildList(node[1], at, shared);
    return node[0] === 3 ? buildObject(node[1], at, shared) : ObjectClass(rawOf(node));
  }
  function readReserved(name) {
    const isHarmless = node[0] === 2 && node[2] && apply(mapHas, listMethods, [name]);
    if (!isHarmless) lookAt();
    if (memberOf(node, name) !== void 0) return child(name);
    if (name === "toJSON") return () => rawOf(node);
    const own = node[0] === 2 ? open() : rawOf(node);
    const method = methodOf(own, name);
    if (name === "length") return typeof own === "string" || isList(own) ? own.length : void 0;
    return typeof method === "function" ? (...args) => apply(method, own, args) : void 0;
  }
  function read(key) {
    if (key === "then") return void 0;
    if (key === "constructor") return ObjectClass;
    if (key === "__proto__") return plainPrototype;
    const marker = key === "toJSON" ? shared.markerOf(at.ref) : void 0;
    if (marker !== void 0) return () => marker;
    return apply(mapHas, reserved, [key]) ? readReserved(key) : child(key);
  }
  function toPlain(hint) {
    lookAt();
    return primitiveOf(rawOf(node), hint);
  }
  return {
    get(_, key) {
      if (key === toPrimitive) return toPlain;
      if (key === iterator) return readReserved("values");
      return typeof key === "symbol" ? void 0 : read(key);
    },
    has(_, key) {
      lookAt();
      return typeof key === "string" && hasOwn(open(), key);
    },
    ownKeys() {
      lookAt();
      return keysOf(open());
    },
    getOwnPropertyDescriptor(_, key) {
      lookAt();
      const members = open();
      if (typeof key === "symbol" || !hasOwn(members, key)) return void 0;
      const value = members[key];
      const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
      return descriptor;
    },
    getPrototypeOf: () => plainPrototype,
    isExtensible: () => true,
    set: refuse2,
    defineProperty: refuse2,
    deleteProperty: refuse2,
    setPrototypeOf: refuse2,
    preventExtensions: refuse2
  };
}
function within({ ref, root }, key) {
  return { ref: \`\${ref}/\${escapeStep(key)}\`, root };
}
function refuse2() {
  throw new TypeErrorClass("An opaque value cannot be changed.");
}
function memberOf(node, key) {
  if (node[0] !== 2 && node[0] !== 3) return void 0;
  const members = node[1];
  return hasOwn(members, key) && !(node[0] === 2 && key === "length") ? members[key] : void 0;
}
function rawOf(node) {
  switch (node[0]) {
    case 2:
    case 4:
      return rawList(node[1]);
    case 3:
    case 5:
      return rawObject(node[1]);
    default:
      return node[1];
  }
}
function rawList(items) {
  const list = [];
  for (let index = 0; index < items.length; index++) define(list, \`\${index}\`, rawOf(items[index] ?? missing));
  return list;
}
function rawObject(members) {
  const object = {};
  const keys = keysOf(members);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    define(object, key, rawOf(members[key] ?? missing));
  }
  return object;
}
function methodOf(own, name) {
  const methods = methodsFor(own);
  return apply(mapGet, apply(mapHas, methods, [name]) ? methods : plainMethods, [name]);
}
function methodsFor(own) {
  if (typeof own === "string") return textMethods;
  if (typeof own === "number") return numberMethods;
  if (typeof own === "boolean") return booleanMethods;
  return isList(own) ? listMethods : plainMethods;
}
function primitiveOf(raw, hint) {
  if (typeof raw !== "object" || raw === null) return raw;
  return hint === "number" ? Number.NaN : stringify(raw);
}
function escapeStep(key) {
  if (apply(indexOf, key, ["~"]) < 0 && apply(indexOf, key, ["/"]) < 0) return key;
  let escaped = "";
  for (let index = 0; index < key.length; index++) {
    const character = key[index];
    escaped += character === "~" ? "~0" : character === "/" ? "~1" : character;
  }
  return escaped;
}

// src/sources/sandbox/guest/prelude.program.ts
function prelude(...host) {
  const [call, log, end, look, settings] = host;
  const { maxCharacters, maxLogCharacters } = parse(settings);
  const { createFunction, answer, stackOf } = createCalls(call, maxCharacters, createOpaqueValues(look));
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
