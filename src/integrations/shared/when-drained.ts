import type { ServerResponse } from 'node:http';
import { isOver } from './response-over.js';

/** Resolves when a response that is full can take more, or when its client has disconnected. */
export async function whenDrained(response: ServerResponse): Promise<void> {
  if (isOver(response)) return;
  await new Promise<void>((resolve) => {
    const onOver = (): void => {
      response.off('drain', onOver).off('close', onOver);
      resolve();
    };
    response.on('drain', onOver).on('close', onOver);
  });
}
