import type { Requirement } from './requirement.js';

const malformed = 'test/nats/malformed-messages.e2e.spec.ts';
const dead = 'test/nats/dead-connection.e2e.spec.ts';
const calls = 'test/nats/calls.e2e.spec.ts';
const effects = 'test/nats/effects.e2e.spec.ts';
const drills = 'test/chaos/nats-workers.e2e.spec.ts';

/** The promises about tools that workers run over NATS. */
export const natsCallsRequirements: readonly Requirement[] = [
  {
    id: 'nats.workers',
    promise:
      'The workers of a queue group share its calls, announce their tools, and finish the calls that they have before they stop.',
    sources: ['docs/scale-out.md#workers'],
    tests: {
      [calls]: [
        'shares the calls among the workers of a queue group, and sends those of another group only there',
        'waits for its turn at a busy worker',
        'ends after the worker that runs it has been stopped gracefully',
        'is interrupted if the worker is stopped with a limit that has passed',
        'asks the approver of the caller',
      ],
      'test/nats/serve-command.e2e.spec.ts': [
        'serves the tools of a module until it is stopped, after its calls have ended',
        'reports a server that does not answer',
      ],
    },
  },
  {
    id: 'nats.callers',
    promise:
      'The tools of a source appear, change and disappear as workers do, and calls without a worker fail or wait as the source states.',
    sources: ['docs/scale-out.md#callers'],
    tests: {
      [calls]: [
        'follows the tools of workers as they appear, change and disappear',
        'calls the definition that most workers serve during a rollout',
        'reports a server that does not answer with its host, and what to start',
        'fails without a worker, or waits for one, as the source states',
      ],
    },
  },
  {
    id: 'nats.calls',
    promise:
      'A call over NATS has the chunks, the progress, the time limits, the cancellation and the errors of a call in one process.',
    sources: ['docs/scale-out.md#calls'],
    tests: {
      'test/contracts/executor.contract.ts': [
        'emit chunks, and then the final response',
        'emit a failure as the final response, after the earlier chunks',
        'end immediately when the caller aborts: the tool is notified, and its late output is dropped',
        'emit nothing more after unsubscribing: the tool is notified',
      ],
      [calls]: [
        'passes its ID, the identity and the trace context to the tool',
        'reports progress and the log to the caller',
        'has the chunks of a fast stream in order, and each once',
        'pauses a stream whose reader does not read',
        'sends arguments and results in parts that are larger than the server accepts',
        'is refused if its arguments are larger than the limit of the worker',
        'ends with the typed error of the tool',
        'aborts the tool when its deadline is reached',
      ],
    },
  },
  {
    id: 'nats.delivery',
    promise:
      'A call whose worker dies is delivered again only if it has not run or may run again, and never has a second effect.',
    sources: [
      'docs/scale-out.md#delivery',
      'docs/scale-out.md#cost-and-limits',
      'docs/scale-out.md#when-to-use-another-engine',
    ],
    tests: {
      [drills]: ['lose no call and double no effect while workers and callers are killed'],
      'test/samples/scale-out.e2e.spec.ts': ['loses no call when a worker is killed, and leaves nothing'],
      [effects]: [
        'has one effect and one result, however often it is delivered',
        'is another one with other arguments or another call ID',
        'ends as interrupted if the worker died and the outcome is not known',
        'has the result that the tool verifies',
        'runs again, once, if the tool verifies that there was no effect',
      ],
    },
  },
  {
    id: 'nats.trust',
    promise:
      'A prefix isolates the tools of a tenant, an identity is sent only if the source states it, and results are validated.',
    sources: ['docs/scale-out.md#trust'],
    tests: {
      [calls]: [
        'isolates the tools of another prefix',
        'calls each of several tools with similar names',
        'sends no identity unless the source states one',
        'validates the output against the schema that the worker announced',
      ],
    },
  },
  {
    id: 'nats.malformed',
    promise:
      'No message ends the reader of a worker, a caller or a store, and no callback ends the connection: errors are reported.',
    sources: ['docs/scale-out.md#trust', 'docs/scale-out.md#workers', 'docs/scale-out.md#stores'],
    tests: {
      [malformed]: [
        'reads on after a message without a reply: %s',
        'reports a message with malformed headers, and reads on',
        'answers soon after 10,000 malformed messages on every subject',
        'ends a call for which it receives a malformed message, and cancels it',
      ],
      [dead]: [
        'pass further events after a listener has thrown',
        'pass further records to a watcher that has thrown',
        'omit entries that another program has written, and report them',
      ],
      'test/nats/guarded-callbacks.spec.ts': ['are called by the guard only'],
    },
  },
  {
    id: 'nats.dead-connection',
    promise:
      'A connection that is dead is reported, and opened again if toolwright opened it; otherwise the worker ends and its promise `closed` rejects.',
    sources: ['docs/scale-out.md#workers', 'docs/scale-out.md#callers', 'docs/scale-out.md#stores'],
    tests: {
      [dead]: [
        'ends when the connection of the application is dead, and says why',
        'ends when the application closes its connection',
        'opens a connection of its own again when it is dead',
        'opens a connection of its own again when it is dead, and its calls end',
        'fails when the application has closed its connection (offline: %s)',
        'report a dead connection of the application',
      ],
    },
  },
  {
    id: 'nats.copies',
    promise: 'A toolkit of another copy of the package sends time limits to the worker and receives the log.',
    sources: ['docs/scale-out.md#calls'],
    tests: {
      'test/nats/two-copies.e2e.spec.ts': ['sends the time limit of a call to the worker, and receives the log'],
    },
  },
];
