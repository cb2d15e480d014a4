// The program of the workers in which expressions and patterns of models run. It loads the package at the path in its
// `workerData` before it is ready, so that a job does not wait for it.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { serveJobs } from '../../base/worker/serve-jobs.js';
import { type QueryLibrary, runQueryJob } from './query-jobs.js';
import type { QueryJob } from './query-messages.js';

// So that no expression reaches an object of the runtime.
Reflect.deleteProperty(Object.prototype, '__proto__');

load(workerData.path).then((library) => {
  if (parentPort !== null) serveJobs(parentPort, (job: QueryJob) => runQueryJob(library, job));
});

async function load(path: string): Promise<QueryLibrary> {
  const module = await import(pathToFileURL(path).href);
  return module.default === undefined ? module : { ...module.default, ...module };
}
