// In a JSON Pointer, `~` is always followed by a digit.
const nameMark = '~#';

/** Creates a JSON Pointer (RFC 6901) from its steps. */
export function pointerOf(steps: readonly PropertyKey[]): string {
  let pointer = '';
  for (const step of steps) pointer += `/${escapeStep(String(step))}`;
  return pointer;
}

/** Returns the steps of a JSON Pointer (RFC 6901). */
export function stepsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Returns the place of the name of a member, which no JSON Pointer describes: the pointer of the member with `~#` at its end,
 * as in relative JSON Pointers, where `#` is a name.
 */
export function namePlaceOf(pointer: string): string {
  return `${pointer}${nameMark}`;
}

/** Returns the JSON Pointer of the member whose name is at a place. Undefined if the place is that of a value. */
export function namedMemberOf(place: string): string | undefined {
  return place.endsWith(nameMark) ? place.slice(0, -nameMark.length) : undefined;
}

/** Returns a JSON Pointer with `*` in the place of each index. */
export function withAnyIndex(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

function escapeStep(step: string): string {
  // Checked first, because most steps need no replacement.
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}
