import type { Requirement } from './requirement.js';

const stores = 'test/contracts/stores.contract.ts';
const sessions = 'test/contracts/shared-session.contract.ts';
const durable = 'test/contracts/durable-calls.contract.ts';
const cluster = 'test/contracts/mcp-cluster.contract.ts';

/** The promises about what several processes share. */
export const scaleOutRequirements: readonly Requirement[] = [
  {
    id: 'scale-out.stores',
    promise:
      'Of several processes that write a revision or claim an effect at the same time one succeeds, whatever the implementation of the store.',
    sources: ['docs/scale-out.md#stores', 'docs/scale-out.md#scale-out'],
    tests: {
      [stores]: [
        'stores a value once under each key',
        'lets one of several concurrent writes of a revision succeed',
        'passes the current records and later changes to a watcher',
        'lets one of several nodes take a round from the node that has it',
        'lets one of several workers change a revision, and passes the change to watchers',
        'lets one of several concurrent callers claim an effect',
        'returns the first result of an effect that is completed',
        'delivers an event to all subscribers of its topic, in the order of publication',
      ],
    },
  },
  {
    id: 'scale-out.stores-limits',
    promise:
      'A store retains a record for a limited time, and refuses by the name of the limit what it has no room for.',
    sources: ['docs/scale-out.md#stores'],
    tests: {
      [stores]: [
        'refuses a value that is too large, and a record for which it has no room, by the name of the limit',
        'removes a record that is too old',
        'refuses a claim that it does not retain long enough',
      ],
      'test/nats/stores.e2e.spec.ts': ['changes the limits of stores that exist', 'rejects %s'],
    },
  },
  {
    id: 'scale-out.stores-outage',
    promise:
      'The stores on NATS retain what is stored when the server is killed, wait for it to return, and name it if it does not.',
    sources: ['docs/scale-out.md#stores'],
    tests: {
      'test/nats/stores.e2e.spec.ts': [
        'retains what is stored, and the watchers, when the server is killed and restarted',
        'names the server that does not answer, and what to start',
        'isolates the stores and events of another prefix',
      ],
    },
  },
  {
    id: 'scale-out.stores-sessions',
    promise:
      'A shared session has the same state and active groups in every process, loses no change of different values, and shares no secrets.',
    sources: ['docs/scale-out.md#shared-state'],
    tests: {
      [sessions]: [
        'has the state and the active groups of the other processes',
        'keeps the changes of different values that two processes make at the same time',
        'counts correctly in all processes when it is changed in one step',
        'stores no secrets, and keeps those of each process',
        'resumes a signed approval once in all processes',
      ],
    },
  },
  {
    id: 'scale-out.stores-durable',
    promise:
      'A durable call is run by one worker, survives its caller, and runs again after the end of its worker only if its tool is idempotent.',
    sources: ['docs/scale-out.md#durable-calls'],
    tests: {
      [durable]: [
        'is run once by one of the workers, and returns its result to the caller',
        'is not run again for a caller that was restarted, but returns its first result',
        'waits for a worker, is listed, and can be awaited by another process',
        'runs again on another worker if it is idempotent and its worker has died',
        'ends as interrupted if it is not idempotent and its worker has died',
        'is not taken from a worker that runs it for longer than a lease',
        'waits for approval, which any process can give once, and then runs',
        'is cancelled with its caller, and by any process',
      ],
      'test/toolkit/durable-calls.spec.ts': [
        'require a task store',
        'end with an error that names the limit, if the store refuses the result',
      ],
      'test/chaos/replicas.e2e.spec.ts': [
        'are neither lost nor doubled while their NATS server is killed and restarted',
      ],
    },
  },
  {
    id: 'scale-out.stores-mcp',
    promise:
      'Any node of a cluster accepts the answer to a held round; if the node that had the call has ended, only an idempotent call runs again.',
    sources: ['docs/scale-out.md#mcp-across-nodes'],
    tests: {
      [cluster]: [
        'send an answer to the node that has the call, and its progress back',
        'run an idempotent call again from its beginning if the node that had it has ended',
        'end any other call as interrupted if the node that had it has ended',
        'refuse the answer of another subject, for another tool, and with a state that is not genuine',
        'cancel the request of a client whose cancellation another node has received',
        'share the active groups of a subject, and announce changes of the list',
        'announce to their clients that the tools of another node have changed',
      ],
      'test/mcp/server/cluster.e2e.spec.ts': ['is refused %s'],
      'test/chaos/replicas.e2e.spec.ts': ['lose no call that they hold while they are killed and restarted'],
    },
  },
];
