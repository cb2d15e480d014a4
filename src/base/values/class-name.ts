/** Returns the name of a class for messages. */
// biome-ignore lint/complexity/noBannedTypes: a constructor of unknown signature has no other common type.
export function classNameOf(target: Function): string {
  return target.name === '' ? '(anonymous class)' : target.name;
}
