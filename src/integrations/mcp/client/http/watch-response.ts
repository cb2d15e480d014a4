/** A watcher that is notified of the bytes and the end of a body. */
export interface BodyWatcher {
  /** Called for each piece of the body. An error that it throws ends the body. */
  onBytes(bytes: Uint8Array): void;
  /** Called once, when the body has ended or failed. */
  onEnd(): void;
}

/** Returns a copy of a response that notifies a watcher while its body is read. */
export function watchResponse(response: Response, watcher: BodyWatcher): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          watcher.onBytes(value);
          controller.enqueue(value);
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
        // The error may come from the watcher, which leaves the original body open.
        void reader.cancel().catch(() => {});
      }
      watcher.onEnd();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(watched, { status, statusText, headers });
}
