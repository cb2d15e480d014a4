/** Returns the arguments of a call, parsed if they are JSON text. Text that is not JSON is returned unchanged. */
export function parsedArguments(input: unknown): unknown {
  if (typeof input !== 'string') return input ?? {};
  try {
    return input.trim() === '' ? {} : JSON.parse(input);
  } catch {
    return input;
  }
}
