/** Returns the message of an error without its stack. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === '' && error instanceof Error ? error.name : message;
}
