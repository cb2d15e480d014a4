/**
 * Returns a function that sends something once for all the calls that happen while it is being sent, so that a client that reads
 * slowly receives the latest change and not every one.
 */
export function latestOnly(send: () => Promise<void>): () => void {
  let isSending = false;
  let isChanged = false;
  const run = async (): Promise<void> => {
    isSending = true;
    while (isChanged) {
      isChanged = false;
      await send().catch(() => undefined);
    }
    isSending = false;
  };
  return () => {
    isChanged = true;
    if (!isSending) void run();
  };
}
