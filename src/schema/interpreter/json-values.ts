type Fields = Readonly<Record<string, unknown>>;

/** Checks whether a value is an object that is not an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value of an own property. A property that is undefined counts as absent. */
export function ownValue(value: Fields, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the names of the properties that are present. */
export function presentNames(value: Fields): readonly string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

/** Returns how many values a value contains, including itself. */
export function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + countValues(member), 1);
}

/** Checks whether two JSON values are equal. */
export function equalsJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => equalsJson(item, other[index]))
    );
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equalsJson((one as Fields)[name], (other as Fields)[name]))
  );
}
