import { request } from 'node:http';

/** Reads the first chunk of a streamed response, and closes the connection. */
export function disconnectAfterFirstChunk(url: string, method: 'GET' | 'POST'): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.once('data', () => {
        sent.destroy();
        resolve();
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Waits for a condition. */
export async function until(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
