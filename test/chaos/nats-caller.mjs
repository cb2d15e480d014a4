// Makes calls that do not end, until it is killed: node nats-caller.mjs <server> <subject> <number of calls>.
import { Toolkit } from '../../dist/index.js';
import { natsSource } from '../../dist/integrations/nats/index.js';

const [servers, subject, count] = process.argv.slice(2);
const toolkit = new Toolkit();
await toolkit.registerSource(natsSource({ servers, subject }));
for (let n = 0; n < Number(count); n++) void toolkit.execute('hold', { n });
