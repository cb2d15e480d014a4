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

/** Returns a JSON Pointer with `*` in the place of each index. */
export function withAnyIndex(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

function escapeStep(step: string): string {
  // Checked first, because most steps need no replacement.
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}
