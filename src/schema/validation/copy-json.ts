/** Whether a value is an object as JSON has them; a Date, a Map or an instance of a class is none. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * A copy of arguments, so that neither the pipeline nor a tool changes the caller's: plain objects and arrays are
 * copied, all else is kept. A property that is undefined counts as absent. The depth was limited before.
 */
export function copyJson(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = { ...value };
  for (const name in copy) {
    const member = copy[name];
    if (member === undefined) delete copy[name];
    else if (typeof member === 'object' && member !== null) copy[name] = copyMember(member);
  }
  return copy;
}

function copyMember(member: object): unknown {
  if (Array.isArray(member)) {
    return member.map((item: unknown) => (typeof item === 'object' && item !== null ? copyMember(item) : item));
  }
  return isPlainObject(member) ? copyJson(member) : member;
}
