/** Returns the JSON Pointer (RFC 6901) for a list of steps. */
export function pointerOf(steps: readonly PropertyKey[]): string {
  let pointer = '';
  for (const step of steps) pointer += `/${escapeStep(String(step))}`;
  return pointer;
}

/** Returns the unescaped steps of a JSON Pointer (RFC 6901). */
export function stepsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapeStep(step: string): string {
  // Few steps contain these characters, and `replaceAll` is slow even without a match.
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}
