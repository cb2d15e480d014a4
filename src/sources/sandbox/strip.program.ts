// The program of the worker that removes the types of TypeScript.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { serveJobs } from '../../base/worker/serve-jobs.js';
import { stripSource } from './strip-source.js';

import(pathToFileURL(workerData.path).href).then(({ default: library }) => {
  if (parentPort !== null) serveJobs(parentPort, (source: string) => stripSource(library, source));
});
