import type { MessagePort } from 'node:worker_threads';

/** What can be set for a thread that runs jobs. */
export interface ServeOptions<Output> {
  /** Returns the buffers of an answer that are moved, not copied. */
  readonly transfer?: ((output: Output) => readonly ArrayBuffer[]) | undefined;
}

/**
 * Answers each job that a {@link PooledWorker} sends through a port, and says that it is ready. An error of a job ends the
 * thread.
 */
export function serveJobs<Job, Output>(
  port: MessagePort,
  run: (job: Job) => Output | Promise<Output>,
  { transfer = () => [] }: ServeOptions<Output> = {},
): void {
  port.on('message', async (job: Job) => {
    const output = await run(job);
    port.postMessage(output, transfer(output));
  });
  port.postMessage('ready');
}
