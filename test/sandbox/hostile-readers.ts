/** A program that tries to read the opaque value `x`, or to tell it from others, without a look. */
export interface HostileReader {
  readonly name: string;
  readonly source: string;
}

/** Collects values and shows them without a look: an opaque value is shown as `opaque`. */
const show = `
  // The first items exist, so that no setter of lists is called with them.
  const seen = ["", ""];
  const known = new Map([[x, "opaque"]]);
  const keep = (value) => {
    const kind = typeof value;
    seen.push(known.has(value) ? known.get(value) : kind === "object" && value !== null
      ? (Array.isArray(value) ? "list " + value.length : "object")
      : kind === "function" ? "function" : kind + " " + String(value));
    return value;
  };`;

const hostile = (name: string, source: string): HostileReader => ({ name, source: `${show}\n${source}` });

/** Programs that run with the functions of `observe`. */
export const hostileReaders: readonly HostileReader[] = [
  hostile(
    'replaces JSON.stringify',
    'JSON.stringify = (value) => { keep(value); return "1" }; await send(x, [x]); seen',
  ),
  hostile(
    'replaces JSON.parse',
    'const { parse } = JSON; JSON.parse = (text) => { keep(text); return parse(text) }; await get(); seen',
  ),
  hostile(
    'gives objects a toJSON',
    'Object.prototype.toJSON = function () { keep(this); return this }; await send({ x }, x); await get(); seen',
  ),
  hostile(
    'gives lists a toJSON',
    'Array.prototype.toJSON = function () { keep(this[0]); return this }; await send(x, [x]); await get(); seen',
  ),
  hostile(
    'gives texts a toJSON',
    'String.prototype.toJSON = function () { keep(this); return "" + this }; await send(x, "a"); await get(); seen',
  ),
  ...[
    'kind',
    'value',
    'items',
    'members',
    'hasOpenLength',
    'root',
    'ref',
    'node',
    'parts',
    'isLooked',
    'get',
    'set',
    'has',
    'ownKeys',
    'writable',
    'configurable',
    'enumerable',
    'length',
    '0',
    'from',
  ].map((name) =>
    hostile(
      `gives objects a getter and a setter \`${name}\``,
      `Object.defineProperty(Object.prototype, ${JSON.stringify(name)}, { __proto__: null, get() { keep(this); return undefined }, set(value) { keep(this); keep(value) }, configurable: true });
      const again = await get(); again.from; again[0]; again.missing.deeper; await send(again, { again: again.from }); again?.from?.[1]; delete Object.prototype[${JSON.stringify(name)}]; seen`,
    ),
  ),
  ...['0', '1', 'length', 'from'].map((name) =>
    hostile(
      `gives lists a getter and a setter \`${name}\``,
      `try { Object.defineProperty(Array.prototype, ${JSON.stringify(name)}, { __proto__: null, get() { keep(this); return undefined }, set(value) { keep(this); keep(value) }, configurable: true }) } catch (error) { keep(error.name) }
      const again = await get(); again.from; again[0][1]; await send(again, { list: again.from }); delete Array.prototype[${JSON.stringify(name)}]; seen`,
    ),
  ),
  hostile(
    'replaces the iterator of lists',
    'const { values } = Array.prototype; Array.prototype[Symbol.iterator] = function () { keep(this); return values.call(this) }; const again = await get(); again.from; await send(again, x); seen',
  ),
  hostile(
    'replaces push and map of lists',
    'for (const name of ["push", "map", "slice", "forEach", "concat", "join", "indexOf"]) Array.prototype[name] = function (...args) { keep(this); keep(args[0]) }; const again = await get(); again.from[0]; await send(again); seen.length',
  ),
  hostile(
    'replaces the methods of texts',
    'for (const name of ["replace", "replaceAll", "split", "slice", "includes", "startsWith", "charCodeAt", "concat"]) String.prototype[name] = function () { keep(String(this)); return "" }; const again = await get(); again["a/b~c"].d; await send(again["a/b"]); seen',
  ),
  hostile(
    'replaces the methods of maps',
    'for (const held of [Map, WeakMap, Set, WeakSet]) for (const name of ["get", "set", "has", "add"]) if (held.prototype[name]) held.prototype[name] = function (...args) { seen.push(typeof args[0], typeof args[1]) }; const again = await get(); again.from; await send(again); seen',
  ),
  hostile(
    'replaces Map, WeakMap and Proxy',
    'globalThis.WeakMap = globalThis.Map = class { get(key) { keep(key) } set(key, value) { keep(value) } }; globalThis.Proxy = class { constructor(target, handler) { keep(target); keep(handler) } }; const again = await get(); again.from; await send(again); seen',
  ),
  hostile(
    'replaces Reflect and Object',
    'for (const name of Object.getOwnPropertyNames(Reflect)) Reflect[name] = (...args) => { args.forEach(keep) }; const { getOwnPropertyNames } = Object; for (const name of ["keys", "hasOwn", "entries", "defineProperty", "create", "assign", "getPrototypeOf"]) Object[name] = (...args) => { args.forEach(keep); return [] }; const again = await get(); again.from; await send(again); seen',
  ),
  hostile(
    'replaces globals that a conversion may use',
    'for (const name of ["Number", "String", "Boolean", "Object", "Array", "Symbol", "Error", "TypeError", "Promise"]) globalThis[name] = function (...args) { args.forEach(keep); return "constructor" }; const again = await get(); again[0]; again["0"]?.from; await send(again, again[1]); seen',
  ),
  hostile(
    'replaces call, apply and toString of functions',
    'const { call } = Function.prototype; for (const name of ["call", "apply", "bind"]) Function.prototype[name] = function (...args) { args.forEach(keep) }; Function.prototype.toString = function () { keep(this) }; const again = await get(); again.from; await send(again); seen',
  ),
  hostile(
    'reads the stacks of errors',
    `
    Error.prepareStackTrace = (error, sites) => { for (const site of sites) for (const name of ["getFunction", "getThis", "getEvalOrigin"]) keep(site[name]?.()); return "" };
    const again = await get(); try { again.from = 1 } catch (error) { error.stack } try { again.from() } catch (error) { error.stack }
    await send({ get a() { return new Error().stack } }, again); seen`,
  ),
  hostile(
    'calls the functions in the stacks of errors',
    `
    const found = new Set();
    const collect = (error, sites) => { for (const site of sites) { const one = site.getFunction?.(); if (typeof one === "function") found.add(one) } return "" };
    Error.prepareStackTrace = collect;
    const again = await get();
    const deep = () => { try { again.from; again[0]; deep() } catch (error) { error.stack; again[1] } };
    try { deep() } catch {} try { again.a = 1 } catch (error) { error.stack }
    await send({ get a() { new Error().stack; return new Proxy({}, { getPrototypeOf() { new Error().stack; return null } }) } }, again);
    await stream(() => { new Error().stack });
    for (const one of found) { try { keep(one(again)) } catch {} try { keep(one.call(again, again, "from")) } catch {} }
    seen`,
  ),
  hostile(
    'exhausts the stack within a read',
    `
    const found = []; Error.prepareStackTrace = Array.prototype.push.bind(found);
    const again = await get(); const deep = (n) => { try { again["a" + n]; again.from; deep(n + 1) } catch { return 1 } }; deep(0);
    for (const one of found) if (Array.isArray(one)) for (const site of one) { const got = site?.getFunction?.(); if (got !== undefined) keep(typeof got) } seen`,
  ),
  hostile(
    'reads the callers and arguments of functions',
    'const names = []; function peek() { for (const one of [peek, send, get]) for (const name of ["caller", "arguments"]) { try { keep(one[name]) } catch (error) { keep(error.name) } } } await send({ get a() { peek(); return x } }, { toJSON() { peek(); return x } }); seen.filter((one) => one !== "opaque")',
  ),
  hostile(
    'asks JSON.stringify while it passes it',
    'const texts = []; await send({ get a() { texts.push(JSON.stringify({ x }), JSON.stringify(x)); return 1 }, toJSON() { texts.push(JSON.stringify([x.from])); return x } }); texts',
  ),
  hostile(
    'reads toJSON while it passes it',
    'await send({ get a() { keep(x.toJSON); keep(x.toJSON?.()); return 1 } }); seen',
  ),
  hostile(
    'passes it while it passes it, and reads it afterwards',
    'await send({ get a() { void send(x); try { void send({ get b() { throw 1 } }) } catch {} return x } }).catch(() => {}); keep(typeof x.toJSON)',
  ),
  hostile(
    'reads it with a receiver',
    'keep(Reflect.get(x, "from", { length: 1 }) === x.from); const child = Object.create(x, { own: { value: 1 } }); keep(child.from === x.from); keep(child.own); keep(Object.create(child).from === x.from); seen',
  ),
  hostile(
    'wraps it in a proxy',
    'const log = []; const wrapped = new Proxy(x, { get(target, key, receiver) { log.push(String(key)); return Reflect.get(target, key, receiver) } }); keep(typeof wrapped.from); keep(Array.isArray(wrapped)); await Promise.resolve(wrapped); [...seen, ...log]',
  ),
  hostile('passes a proxy around it', 'const wrapped = new Proxy(x, {}); await send(wrapped); 1'),
  hostile(
    'is an observer of a proxy that inherits from it',
    'const wrapped = new Proxy(Object.create(x), { getPrototypeOf: (target) => Object.getPrototypeOf(target) }); keep(wrapped instanceof Object); keep(wrapped.from === x.from); seen',
  ),
  hostile(
    'sorts it',
    'const order = [x, x.from, x[0]].sort(() => 0); keep(order[0] === x); const names = ["b", "a"].sort((one, other) => x === one ? 1 : -1); keep(names.join()); seen',
  ),
  hostile('sorts it by its content', '[[x, "m"].sort()[0] === x, ["m", x].toSorted()[0] === x]'),
  hostile('compares it loosely', '[x == "text", x == 42, x == null, x != true, x >= 0, x < "m"]'),
  hostile('uses it as a key', 'const table = { text: 1, 42: 2, "": 3, true: 4 }; [table[x], { [x]: 1 }]'),
  hostile('matches it', '[/./.test(x), "text".search(x), "text42".split(x).length]'),
  hostile(
    'catches the errors of methods',
    'for (const name of ["map", "trim", "toFixed", "push", "at", "link", "sub", "from", "call", "toJSON"]) { try { x[name](); keep("no error") } catch (error) { keep(error.message) } } seen',
  ),
  hostile(
    'catches the errors of changes',
    'for (const change of [() => { x.from = 1 }, () => { x.push = 1 }, () => delete x[0], () => Object.freeze(x), () => Object.defineProperty(x, "from", {}), () => Object.setPrototypeOf(x, {})]) { try { keep(change()) } catch (error) { keep(error.message + error.stack.length) } } seen',
  ),
  hostile(
    'catches the errors of uses',
    'for (const use of [() => x(), () => new x(), () => class extends x {}, () => 1 instanceof x, () => Reflect.construct(Object, [], x), () => new Proxy(x, 1), () => Reflect.apply(x, 1, []), () => new WeakMap().set(x, 1).get(x), () => Symbol.keyFor(x), () => Promise.prototype.then.call(x), () => Map.prototype.get.call(x, 1), () => new Uint8Array().set.call(x)]) { try { keep(use()) } catch (error) { keep(error.message) } } seen',
  ),
  hostile(
    'asks each built-in that takes a receiver',
    `
    for (const held of [Map, Set, WeakMap, Promise, RegExp, Date, ArrayBuffer, Symbol, BigInt, Error]) for (const name of Object.getOwnPropertyNames(held.prototype)) {
      const { value, get } = Object.getOwnPropertyDescriptor(held.prototype, name); const asked = value ?? get;
      if (typeof asked !== "function" || name === "constructor") continue;
      try { await 0; keep(asked.call(x)) } catch (error) { keep(error?.message ?? "none") }
    } seen`,
  ),
  hostile(
    'asks built-ins of texts, numbers and truths for their receiver',
    'for (const held of [Number, Boolean]) for (const name of Object.getOwnPropertyNames(held.prototype)) { if (name === "constructor") continue; try { keep(held.prototype[name].call(x)) } catch (error) { keep(error.message) } } for (const name of ["toString", "valueOf"]) { try { keep(String.prototype[name].call(x)) } catch (error) { keep(error.message) } } seen',
  ),
  hostile(
    'asks Object.prototype',
    'for (const name of ["toString", "toLocaleString", "valueOf", "isPrototypeOf", "__lookupGetter__"]) { try { keep(Object.prototype[name].call(x, "from")) } catch (error) { keep(error.message) } } seen',
  ),
  hostile(
    'asks each function of Reflect and Object',
    'for (const held of [Reflect, Object]) for (const name of Object.getOwnPropertyNames(held)) { if (typeof held[name] !== "function" || name === "prototype") continue; try { keep(held[name](x, "from", { __proto__: null, value: 1 })) } catch (error) { keep(error.message) } } seen.length',
  ),
  hostile(
    'asks each function of Math, Number and String',
    'for (const held of [Number, Math, String, BigInt, Date]) for (const name of Object.getOwnPropertyNames(held)) { if (typeof held[name] !== "function" || name === "random" || name === "now") continue; try { keep(held[name](x)) } catch (error) { keep(error.message) } } seen.length',
  ),
  hostile(
    'reads well-known symbols',
    'for (const name of Object.getOwnPropertyNames(Symbol)) { const symbol = Symbol[name]; if (typeof symbol === "symbol" && name !== "iterator" && name !== "toPrimitive") keep(x[symbol]) } keep(x[Symbol()]); keep(x[Symbol.for("nodejs.util.inspect.custom")]); seen',
  ),
  hostile(
    'replaces well-known symbols of prototypes',
    'for (const name of ["toStringTag", "isConcatSpreadable", "species", "toPrimitive"]) Object.defineProperty(Object.prototype, Symbol[name], { get() { seen.push(name); return undefined }, configurable: true }); await send(x, { x }); [x].concat(x); Object.prototype.toString.call(x); await (await get()); seen',
  ),
  hostile(
    'replaces hasInstance',
    'for (const held of [Error, Object, Array, Function]) Object.defineProperty(held, Symbol.hasInstance, { value(one) { keep(one); return false } }); await send(x); x instanceof Object; x instanceof Error; seen',
  ),
  hostile(
    'gives Object.prototype a then',
    'Object.prototype.then = undefined; Object.defineProperty(Object.prototype, "then", { get() { keep(this); return undefined } }); await get(); await send(x); await x; delete Object.prototype.then; 1',
  ),
  hostile(
    'replaces then of promises',
    'const { then } = Promise.prototype; Promise.prototype.then = function (done, failed) { return then.call(this, (value) => { keep(value === undefined ? "none" : typeof value); return done?.(value) }, failed) }; const again = await get(); await get().then((one) => typeof one); await send(again); seen.length',
  ),
  hostile(
    'throws it from a getter of arguments',
    'await send({ get a() { throw x } }).catch((error) => { keep(error) }); seen',
  ),
  hostile('throws it from toJSON of the value', '({ toJSON() { throw x } })'),
  hostile(
    'throws it with an error around it',
    'const error = new Error("m"); error.code = x; error.name = x; error.cause = x; throw error',
  ),
  hostile('throws an error whose message it is', 'const error = new Error("m"); error.message = x; throw error'),
  hostile('throws an object that inherits from it', 'throw Object.create(x)'),
  hostile('throws a proxy of it', 'throw new Proxy(x, {})'),
  hostile('leaves a promise that is rejected with it', 'Promise.reject(x); await 0; 1'),
  hostile(
    'rejects a chunk with it',
    'await stream(() => { throw x }).catch((error) => keep(error) === error); await stream((chunk) => Promise.reject(chunk)).catch((error) => keep(typeof error)); seen',
  ),
  hostile(
    'logs an error that holds it',
    'const error = new Error("m"); error.name = "N"; error.cause = x; console.log(error); 1',
  ),
  hostile(
    'logs it in an error',
    'const error = new Error("m"); Object.defineProperty(error, "message", { value: x }); console.log(error); 1',
  ),
  hostile('logs an object that inherits from it', 'console.log(Object.create(x)); 1'),
  hostile(
    'gives the console what counts its characters',
    'console.log([x].length, typeof x, x === x.from); for (let i = 0; i < 5; i++) console.log("a"); 1',
  ),
  hostile(
    'forges references',
    'await send("@c1", { ref: "@c1" }, "@@c1", "=@c1", new String("@@c1"), Object.assign(Object.create(null), { ref: "@c1/0" })); 1',
  ),
  hostile(
    'forges references with a prototype',
    'const text = new String("@@c1/from"); Object.setPrototypeOf(text, Object.prototype); await send(text); 1',
  ),
  hostile(
    'forges references by toJSON',
    'Array.prototype.toJSON = function () { return { 0: x, length: 1 } }; await send(x).catch((error) => keep(error.message)); delete Array.prototype.toJSON; seen',
  ),
  hostile(
    'counts the characters of arguments',
    'try { await send(x, "a".repeat(999_970)); keep("sent") } catch (error) { keep(error.message) } seen',
  ),
  hostile(
    'reads the length of a path',
    'let one = x; for (let i = 0; i < 200; i++) one = one["a".repeat(10)]; await send(one); typeof one',
  ),
  hostile(
    'compares the values of two answers',
    'const again = await get(); const third = await other(); [x === again, x.from === again.from, again === third, Object.is(x, third), new Set([x, again, third]).size]',
  ),
  hostile(
    'collects garbage',
    'const refs = []; for (let i = 0; i < 50; i++) refs.push(new WeakRef(x["p" + i])); await 0; refs.filter((one) => one.deref() === undefined).length',
  ),
  hostile(
    'destructures with defaults',
    'const { from = keep("none"), to: { deep = keep("none") } = {}, [0]: { first = keep("none") } } = x; seen',
  ),
  hostile('destructures a list with defaults', 'const [first = keep("none")] = x; seen'),
  hostile('spreads it into arguments', 'Math.max(...x)'),
  hostile(
    'asks for symbols and names',
    '[Object.getOwnPropertySymbols(x).length, Object.getOwnPropertyNames(x).length]',
  ),
  hostile(
    'asks in a for-in loop of what inherits from it',
    'const names = []; for (const name in Object.create(x)) names.push(name); names',
  ),
  hostile('asks `in` of what inherits from it', '["from" in Object.create(x), "length" in Object.create(x)]'),
  hostile('uses `with`', 'globalThis.held = x; (0, eval)("with (held) { typeof from }")'),
  hostile(
    'clones it with an array method on it',
    '[Array.prototype.slice.call(x).length, Array.prototype.map.call(x, (one) => typeof one)]',
  ),
  hostile('concatenates what it hides', '[[].concat(x)[0] === x, [].concat(x).length, [[x]].flat(3).length]'),
  hostile(
    'looks after a failed look',
    'Object.prototype.toJSON = undefined; const held = { get a() { throw new Error("stop") } }; try { JSON.stringify([held, x]) } catch {} typeof x',
  ),
  hostile(
    'enters the prelude again from a look',
    `Array.prototype.join = function () { keep(this); return "" }; \`\${x}\`; seen`,
  ),
];
