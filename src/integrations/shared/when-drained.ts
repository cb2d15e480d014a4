import type { ServerResponse } from 'node:http';

/** Resolves when a response can take more, or when its client has disconnected. */
export async function whenDrained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return;
  await new Promise<void>((resolve) => {
    const onOver = (): void => {
      response.off('drain', onOver).off('close', onOver);
      resolve();
    };
    response.on('drain', onOver).on('close', onOver);
  });
}
