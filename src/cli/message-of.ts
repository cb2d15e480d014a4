/** What an error says, without its stack, on one line as far as it goes. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === '' && error instanceof Error ? error.name : message;
}
