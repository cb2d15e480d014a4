/** A JSON Pointer (RFC 6901) from its steps. */
export function pointerOf(steps: readonly PropertyKey[]): string {
  let pointer = '';
  for (const step of steps) pointer += `/${escapeStep(String(step))}`;
  return pointer;
}

/** The steps of a JSON Pointer (RFC 6901). */
export function stepsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapeStep(step: string): string {
  // Replacing nothing costs more than all else that there is to a pointer.
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}
