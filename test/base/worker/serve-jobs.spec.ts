import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { serveJobs } from '../../../src/base/worker/serve-jobs.js';

describe('serveJobs', () => {
  it('says that it is ready, and answers each job', async () => {
    const { port1, port2 } = new MessageChannel();
    serveJobs(port1, async (job: number) => job + 1);
    expect(await once(port2, 'message')).toEqual(['ready']);
    port2.postMessage(41);
    expect(await once(port2, 'message')).toEqual([42]);
    port2.close();
  });
});
