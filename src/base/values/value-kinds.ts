// Never `instanceof`, because a value may come from another realm. The tag is compared first, because it is faster than
// a call that throws for most values; the call is needed, because a class can choose its tag.

/** Checks whether a value is a Map. */
export function isMap(value: unknown): value is Map<unknown, unknown> {
  return tagOf(value) === 'Map' && succeeds(() => Map.prototype.has.call(value, undefined));
}

/** Checks whether a value is a Set. */
export function isSet(value: unknown): value is Set<unknown> {
  return tagOf(value) === 'Set' && succeeds(() => Set.prototype.has.call(value, undefined));
}

/** Checks whether a value is a Date. */
export function isDate(value: unknown): value is Date {
  return tagOf(value) === 'Date' && succeeds(() => Date.prototype.getTime.call(value));
}

/** Checks whether a value is an Error that the language created. */
export function isNativeError(value: unknown): value is Error {
  return tagOf(value) === 'Error';
}

/** Checks whether a value is an object that wraps a primitive value, such as `new String('a')`. */
export function isBoxedPrimitive(value: unknown): boolean {
  if (typeof value !== 'object' || !boxTags.has(tagOf(value))) return false;
  return boxes.some(({ prototype }) => succeeds(() => prototype.valueOf.call(value)));
}

const boxes: readonly { readonly name: string; readonly prototype: object }[] = [
  String,
  Number,
  Boolean,
  Symbol,
  BigInt,
];
const boxTags = new Set(boxes.map(({ name }) => name));

/** Checks whether a value is a typed array, such as a Uint8Array. */
export function isTypedArray(value: unknown): value is Uint8Array | Float64Array {
  return typedArrayName(value) !== undefined;
}

/** Checks whether a value is a Uint8Array, which a Buffer is too. */
export function isUint8Array(value: unknown): value is Uint8Array {
  return typedArrayName(value) === 'Uint8Array';
}

/** Checks whether a value is a DataView. */
export function isDataView(value: unknown): value is DataView {
  return ArrayBuffer.isView(value) && !isTypedArray(value);
}

/** Checks whether a value is an ArrayBuffer or a SharedArrayBuffer. */
export function isAnyArrayBuffer(value: unknown): value is ArrayBuffer {
  const tag = tagOf(value);
  return (tag === 'ArrayBuffer' || tag === 'SharedArrayBuffer') && succeeds(() => new DataView(value as ArrayBuffer));
}

// The getter reads an internal slot: it returns the name of the class, or undefined for any other value.
const typedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype);
const readTypedArrayName = Object.getOwnPropertyDescriptor(typedArrayPrototype, Symbol.toStringTag)?.get;

function typedArrayName(value: unknown): string | undefined {
  return readTypedArrayName?.call(value) as string | undefined;
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function succeeds(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
