/** A JSON Pointer (RFC 6901) from its steps. */
export function pointerOf(steps: readonly PropertyKey[]): string {
  return steps.map((step) => `/${escapeStep(String(step))}`).join('');
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
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
