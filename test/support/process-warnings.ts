/** Runs `action`, and returns the messages of the process warnings of toolwright that it emitted. */
export async function warningsOf(action: () => unknown): Promise<readonly string[]> {
  const messages: string[] = [];
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, options?: unknown): void => {
    if ((options as { readonly type?: unknown } | undefined)?.type === 'ToolwrightWarning')
      messages.push(String(warning));
  };
  try {
    await action();
  } finally {
    process.emitWarning = emitWarning;
  }
  return messages;
}
