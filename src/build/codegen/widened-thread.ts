import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { findOutput } from './own-package.js';
import type { PublishedTool } from './widened-tools.js';

/** A project, and the tools to compare with its sources. */
export interface WidenedJob {
  /** The path of the tsconfig file. */
  readonly project: string;
  readonly tools: readonly PublishedTool[];
}

/**
 * Finds the parameters of published tools that accept more than their TypeScript types, in a thread that does not keep the
 * process running.
 *
 * @throws what the compiler throws, such as a DefinitionError for a tsconfig file that is not valid.
 */
export async function findWidenedInThread(job: WidenedJob): Promise<readonly string[]> {
  const file = pathToFileURL(findOutput('build/codegen/widened-worker.js'));
  // The loaders of the application are not needed.
  const worker = new Worker(file, { workerData: job, execArgv: [] });
  const message = once(worker, 'message');
  // A listener that is added later would keep the process running again.
  worker.unref();
  const [widened] = await message;
  return widened as readonly string[];
}
