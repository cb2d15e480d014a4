/** Is told what comes through a body, and how it ends. */
export interface BodyWatcher {
  /** What it throws breaks the body off. */
  saw(bytes: Uint8Array): void;
  /** The body has ended, or broken off. It comes once. */
  ended(): void;
}

/** A response whose body is watched while it is read. */
export function watchedResponse(response: Response, watcher: BodyWatcher): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          watcher.saw(value);
          controller.enqueue(value);
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
        // It may be the watcher that has had enough.
        void reader.cancel().catch(() => {});
      }
      watcher.ended();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(watched, { status, statusText, headers });
}

/** Whether a response is a stream of server-sent events. */
export function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
}
