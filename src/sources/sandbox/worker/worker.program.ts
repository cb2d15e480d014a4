// The program of the workers in which sandboxes run.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { serveJobs } from '../../../base/worker/serve-jobs.js';
import { GuestWorker } from './guest-worker.js';
import type { GuestJob, GuestOutput, GuestWorkerData } from './messages.js';

const data: GuestWorkerData = workerData;

import(pathToFileURL(data.path).href).then((library) => {
  const port = parentPort;
  if (port === null) return;
  const worker = new GuestWorker({ library, data, log: (notice) => port.postMessage({ notice }) });
  serveJobs(port, (job: GuestJob) => worker.run(job), {
    transfer: ({ snapshot }: GuestOutput) => (snapshot === undefined ? [] : [snapshot.buffer]),
  });
});
