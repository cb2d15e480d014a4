import {
  apply,
  BooleanPrototype,
  define,
  hasOwn,
  indexOf,
  isList,
  keysOf,
  listPrototype,
  mapGet,
  mapHas,
  mapSet,
  NumberPrototype,
  namesOf,
  ObjectClass,
  ProxyClass,
  plainPrototype,
  StringPrototype,
  stringify,
  TypeErrorClass,
  weakGet,
  weakSet,
} from './built-ins.js';
import type { GuestHost, SentNode } from './guest-api.js';

/** The opaque values of a program. */
export interface OpaqueValues {
  /** Creates what the program receives of a value. */
  readonly create: (node: SentNode, ref: string) => unknown;
  /** Runs a function in which JSON text contains references in the place of opaque values. */
  readonly whileSending: <T>(write: () => T) => T;
  /** Returns the reference of what an opaque value has become in JSON. Undefined for anything else. */
  readonly referenceOf: (value: object) => string | undefined;
}

type Methods = ReadonlyMap<string, unknown>;

const { toPrimitive, iterator } = Symbol;
const missing: SentNode = [1, undefined];
// Names of fields more often than of methods.
const tags = 'anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup'.split(' ');

const plainMethods = methodsOf(plainPrototype);
const listMethods = methodsOf(listPrototype);
const textMethods = methodsOf(StringPrototype);
const numberMethods = methodsOf(NumberPrototype);
const booleanMethods = methodsOf(BooleanPrototype);
/** The names whose use is a look. */
const reserved = new Map<string, true>([['toJSON', true]]);
for (const methods of [plainMethods, listMethods, textMethods, numberMethods, booleanMethods]) {
  for (const name of methods.keys()) reserved.set(name, true);
}

/** Returns the methods of a prototype before a program can replace them. */
function methodsOf(prototype: object): Methods {
  const names = namesOf(prototype).filter((name) => !tags.includes(name));
  return new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)?.value]));
}

/** Where an opaque value is. */
interface Place {
  /** Its reference. */
  readonly ref: string;
  /** The reference of the result that contains it. */
  readonly root: string;
}

/** What the opaque values of a program share. */
interface Shared {
  readonly lookAt: (root: string) => void;
  /** Returns what JSON writes of a value that is passed to a function. Undefined if none is. */
  readonly markerOf: (ref: string) => object | undefined;
}

/**
 * Creates the opaque values of a program.
 *
 * @param look - Called with the reference of each result when the program first looks at it.
 */
export function createOpaqueValues(look: GuestHost['look']): OpaqueValues {
  const seen = new Map<string, true>();
  const references = new WeakMap<object, string>();
  let isSending = false;
  const shared: Shared = {
    lookAt(root) {
      if (apply(mapHas, seen, [root])) return;
      apply(mapSet, seen, [root, true]);
      look(root);
    },
    markerOf(ref) {
      if (!isSending) return undefined;
      const marker = {};
      apply(weakSet, references, [marker, ref]);
      return marker;
    },
  };
  return {
    create: (node, ref) => build(node, { ref, root: ref }, shared),
    whileSending(write) {
      // A getter of the arguments may make another call.
      const wasSending = isSending;
      isSending = true;
      try {
        return write();
      } finally {
        isSending = wasSending;
      }
    },
    referenceOf: (value) => apply(weakGet, references, [value]),
  };
}

function build(node: SentNode, at: Place, shared: Shared): unknown {
  if (node[0] === 0) return node[1];
  if (node[0] === 4) return buildList(node[1], at, shared);
  if (node[0] === 5) return buildObject(node[1], at, shared);
  return new ProxyClass({}, createTraps(node, at, shared));
}

function buildList(items: readonly SentNode[], at: Place, shared: Shared): unknown[] {
  const list: unknown[] = [];
  for (let index = 0; index < items.length; index++) {
    define(list, `${index}`, build(items[index] ?? missing, within(at, `${index}`), shared));
  }
  return list;
}

function buildObject(members: Readonly<Record<string, SentNode>>, at: Place, shared: Shared): object {
  const object = {};
  const keys = keysOf(members);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? '';
    define(object, key, build(members[key] ?? missing, within(at, key), shared));
  }
  return object;
}

/** Creates the behaviour of an opaque value. It is the same for every content, until the program looks. */
function createTraps(node: SentNode, at: Place, shared: Shared): ProxyHandler<object> {
  const lookAt = (): void => shared.lookAt(at.root);
  const child = (key: string): unknown => build(memberOf(node, key) ?? missing, within(at, key), shared);

  /** Returns a container whose members are what the program sees of them. */
  function open(): object {
    if (node[0] === 2) return buildList(node[1], at, shared);
    return node[0] === 3 ? buildObject(node[1], at, shared) : ObjectClass(rawOf(node));
  }

  /** Returns what has the name of a method of some value. */
  function readReserved(name: string): unknown {
    const isHarmless = node[0] === 2 && node[2] && apply(mapHas, listMethods, [name]);
    if (!isHarmless) lookAt();
    if (memberOf(node, name) !== undefined) return child(name);
    if (name === 'toJSON') return () => rawOf(node);
    const own = node[0] === 2 ? open() : rawOf(node);
    const method = methodOf(own, name);
    if (name === 'length') return typeof own === 'string' || isList(own) ? own.length : undefined;
    return typeof method === 'function' ? (...args: unknown[]) => apply(method, own, args) : undefined;
  }

  function read(key: string): unknown {
    if (key === 'then') return undefined;
    if (key === 'constructor') return ObjectClass;
    if (key === '__proto__') return plainPrototype;
    const marker = key === 'toJSON' ? shared.markerOf(at.ref) : undefined;
    if (marker !== undefined) return () => marker;
    return apply(mapHas, reserved, [key]) ? readReserved(key) : child(key);
  }

  function toPlain(hint: string): unknown {
    lookAt();
    return primitiveOf(rawOf(node), hint);
  }

  return {
    get(_, key) {
      if (key === toPrimitive) return toPlain;
      if (key === iterator) return readReserved('values');
      return typeof key === 'symbol' ? undefined : read(key);
    },
    has(_, key) {
      lookAt();
      return typeof key === 'string' && hasOwn(open(), key);
    },
    ownKeys() {
      lookAt();
      return keysOf(open());
    },
    getOwnPropertyDescriptor(_, key) {
      lookAt();
      const members = open();
      if (typeof key === 'symbol' || !hasOwn(members, key)) return undefined;
      const value = (members as Readonly<Record<string, unknown>>)[key];
      // The engine requires that it can be configured, which the length of an array cannot.
      const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
      return descriptor as PropertyDescriptor;
    },
    getPrototypeOf: () => plainPrototype,
    isExtensible: () => true,
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
    preventExtensions: refuse,
  };
}

function within({ ref, root }: Place, key: string): Place {
  return { ref: `${ref}/${escapeStep(key)}`, root };
}

function refuse(): never {
  throw new TypeErrorClass('An opaque value cannot be changed.');
}

/** Returns a member of a container. The length of a list is none. */
function memberOf(node: SentNode, key: string): SentNode | undefined {
  if (node[0] !== 2 && node[0] !== 3) return undefined;
  const members: Readonly<Record<string, SentNode>> = node[1] as never;
  return hasOwn(members, key) && !(node[0] === 2 && key === 'length') ? members[key] : undefined;
}

/** Returns a value without anything that is opaque. */
function rawOf(node: SentNode): unknown {
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

function rawList(items: readonly SentNode[]): unknown[] {
  const list: unknown[] = [];
  for (let index = 0; index < items.length; index++) define(list, `${index}`, rawOf(items[index] ?? missing));
  return list;
}

function rawObject(members: Readonly<Record<string, SentNode>>): object {
  const object = {};
  const keys = keysOf(members);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? '';
    define(object, key, rawOf(members[key] ?? missing));
  }
  return object;
}

function methodOf(own: unknown, name: string): unknown {
  const methods = methodsFor(own);
  return apply(mapGet, apply(mapHas, methods, [name]) ? methods : plainMethods, [name]);
}

function methodsFor(own: unknown): Methods {
  if (typeof own === 'string') return textMethods;
  if (typeof own === 'number') return numberMethods;
  if (typeof own === 'boolean') return booleanMethods;
  return isList(own) ? listMethods : plainMethods;
}

function primitiveOf(raw: unknown, hint: string): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  return hint === 'number' ? Number.NaN : stringify(raw);
}

/** Escapes a step of a JSON Pointer (RFC 6901). */
function escapeStep(key: string): string {
  if (apply(indexOf, key, ['~']) < 0 && apply(indexOf, key, ['/']) < 0) return key;
  let escaped = '';
  for (let index = 0; index < key.length; index++) {
    const character = key[index];
    escaped += character === '~' ? '~0' : character === '/' ? '~1' : character;
  }
  return escaped;
}
