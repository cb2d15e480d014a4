import type { Requirement } from './requirement.js';

/** The promises about streams, cancellation and time limits. */
export const streamingRequirements: readonly Requirement[] = [
  {
    id: 'streaming.kinds',
    promise:
      'A tool streams if it returns a generator, an AsyncIterable or an Observable, whatever its declared type, and arrays, Maps and strings do not stream.',
    sources: ['docs/streaming.md#streaming'],
    tests: {
      'test/response/rendered.spec.ts': [
        'is recognised by its value, not by the declared type: only generators, AsyncIterables and Observables stream',
      ],
    },
  },
  {
    id: 'streaming.one-end',
    promise:
      'Exactly one response of a call has `isLast: true`, it is emitted last, and all consumers receive the same responses in order.',
    sources: ['docs/streaming.md#read-a-stream'],
    tests: {
      'test/execution/call-invariants.spec.ts': [
        'all consumers that drain it receive the same responses in order, and one end',
      ],
    },
  },
  {
    id: 'streaming.cold',
    promise: 'Nothing runs before you subscribe or pull the first response.',
    sources: ['docs/streaming.md#read-a-stream'],
    tests: {
      'test/execution/call-consumers.spec.ts': [
        'is cold: each subscription starts a separate call',
        'does not run before it is pulled',
        'emits nothing of %s before subscribe() has returned',
      ],
    },
  },
  {
    id: 'streaming.pull',
    promise: 'With `iterate`, the tool runs only as far as you read.',
    sources: ['docs/streaming.md#backpressure', 'docs/streaming.md#read-a-stream'],
    tests: { 'test/execution/call-consumers.spec.ts': ['pulls a generator no further than its consumer pulls'] },
  },
  {
    id: 'streaming.yields-to-event-loop',
    promise: 'A stream yields to the event loop at least every 8 ms, even if the generator never awaits.',
    sources: ['docs/streaming.md#backpressure'],
    tests: {
      'test/execution/event-loop.spec.ts': ['yields to the event loop every other chunk, or every 8 ms: %s'],
      'test/execution/misbehaving-tools.spec.ts': ['lets other work continue meanwhile'],
    },
  },
  {
    id: 'streaming.ready',
    promise:
      'With `ready` the tool resumes after each chunk when the reader is ready, and the call can be aborted while it waits.',
    sources: ['docs/streaming.md#backpressure'],
    tests: {
      'test/execution/slow-consumers.spec.ts': [
        'resumes after each chunk when the consumer is ready',
        'can be aborted while it waits: the tool cleans up',
        'counts the wait towards the timeout of the attempt, but not of a chunk',
      ],
    },
  },
  {
    id: 'streaming.concat',
    promise:
      'By default the final response combines all chunks: adjacent texts are joined, and other values are an array.',
    sources: ['docs/streaming.md#the-final-response'],
    tests: {
      'test/response/chunk-accumulator.spec.ts': [
        'of strings is their text, without structured content',
        'of strings among values is the text, then the array of the values as JSON text',
        'joins adjacent text of strings and blocks',
        'joins adjacent audio of one type by bytes',
      ],
    },
  },
  {
    id: 'streaming.accumulate',
    promise: "Under `'last'` each chunk replaces the previous one, and under `'none'` the final response is empty.",
    sources: ['docs/streaming.md#the-final-response'],
    tests: {
      'test/response/chunk-accumulator.spec.ts': [
        'is the last chunk: %s',
        "under 'none' is empty, but the chunks are emitted",
      ],
    },
  },
  {
    id: 'streaming.returned-value',
    promise: 'A value that the generator returns is the data of the final response.',
    sources: ['docs/streaming.md#the-final-response'],
    tests: { 'test/response/chunk-accumulator.spec.ts': ["under '%s' is what the generator returns, if it does"] },
  },
  {
    id: 'streaming.bare-yield',
    promise: 'A bare `yield` emits a chunk that adds nothing to the final response.',
    sources: ['docs/streaming.md#the-final-response'],
    tests: { 'test/response/chunk-accumulator.spec.ts': ['skips a yield without a value, which still is a chunk'] },
  },
  {
    id: 'streaming.forwarded',
    promise: '`yield*` of another call forwards its chunks, and the final response contains its final output once.',
    sources: ['docs/streaming.md#the-final-response'],
    tests: {
      'test/response/chunk-accumulator.spec.ts': [
        'is its final output, and each chunk is emitted once',
        'is combined with the output before, after and in between',
        'of another call that is forwarded > fails with its error',
      ],
    },
  },
  {
    id: 'streaming.progress',
    promise:
      'Progress and log entries are passed to the caller and are not part of the stream, and none follows the end of the call.',
    sources: ['docs/streaming.md#report-progress'],
    tests: {
      'test/execution/call-consumers.spec.ts': [
        'reports no progress after its end',
        'passes its log entries only to its caller',
      ],
    },
  },
  {
    id: 'streaming.log-of-errors',
    promise:
      'In the data of a log entry, an `Error` becomes text without its stack, and other data is passed on as it is.',
    sources: ['docs/streaming.md#report-progress'],
    tests: {
      'test/execution/private-notices.spec.ts': [
        'show errors and other objects as text if they contain a secret or a path',
        'pass on everything else as it is',
        'accept data that contains itself or cannot be read',
      ],
    },
  },
  {
    id: 'streaming.unsubscribe',
    promise:
      'After `unsubscribe()` or `break` nothing more is emitted, the signal is aborted and the generator cleans up.',
    sources: ['docs/streaming.md#cancellation'],
    tests: {
      'test/execution/call-invariants.spec.ts': [
        'a cancelled consumer receives nothing more, and the tool is notified and cleans up',
      ],
      'test/execution/call-consumers.spec.ts': ['has cleaned up after a break'],
      'test/execution/misbehaving-tools.spec.ts': ['in mid-stream stops %s'],
    },
  },
  {
    id: 'streaming.late-output',
    promise: 'A tool that ignores its signal does not delay the end of the call, and its later output is discarded.',
    sources: ['docs/streaming.md#cancellation'],
    tests: {
      'test/execution/misbehaving-tools.spec.ts': [
        '%s: later output is dropped',
        'long after it was stopped is not reported',
      ],
      'test/execution/late-ends.spec.ts': ['yields its final response to the next pull'],
    },
  },
  {
    id: 'streaming.timeout-ms',
    promise:
      '`timeoutMs` limits one attempt, and `chunkTimeoutMs` the wait for one chunk, paused while the reader is slow.',
    sources: ['docs/streaming.md#time-limits'],
    tests: {
      'test/execution/time-limits.spec.ts': [
        'of the attempt apply to a stream whose chunks are all in time',
        'of chunks do not apply to a tool that returns one value',
        'does not run while the consumer is busy',
        "are the tool's, unless the caller overrides them",
      ],
    },
  },
  {
    id: 'streaming.deadline',
    promise:
      '`deadlineMs` limits the entire call: all attempts and the delays between them, and no attempt starts that could not end in time.',
    sources: ['docs/streaming.md#time-limits', 'docs/errors.md#retries'],
    tests: {
      'test/execution/deadlines.e2e.spec.ts': [
        'bounds all attempts and the waits between them',
        'starts no attempt that could not end in time',
        "is the tool's, unless the caller overrides it",
        'deadlineMs > is checked by name, at the definition and in a call',
      ],
    },
  },
  {
    id: 'streaming.deadline-in-toolkit',
    promise:
      '`deadlineMs` includes the wait for a concurrency slot, everything that middleware does, and the time in the background.',
    sources: ['docs/streaming.md#time-limits', 'docs/toolkit.md#concurrency-limits'],
    tests: {
      'test/execution/deadlines.e2e.spec.ts': [
        'counts the wait for a concurrency slot',
        'bounds middleware that calls the tool again and again',
        'ends a task in the background',
        'of a tool applies to a call that middleware redirects to it',
      ],
    },
  },
  {
    id: 'streaming.no-timer-left',
    promise: 'When a call has ended, it has no timer and no listener on `options.signal` any more.',
    sources: ['docs/streaming.md#cancellation'],
    tests: {
      'test/execution/deadlines.e2e.spec.ts': ['leaves no timer behind'],
      'test/execution/time-limits.spec.ts': ['are cleared once a call has %s'],
      'test/execution/leaks.e2e.spec.ts': ['no timer remains', 'no listener remains on the signal that they shared'],
    },
  },
  {
    id: 'streaming.failed-stream',
    promise:
      'The failure of a stream is the final response in the state `error`, with what was streamed so far followed by the message.',
    sources: ['docs/streaming.md#when-a-stream-fails'],
    tests: {
      'test/execution/misbehaving-tools.spec.ts': [
        '%s ends with one error, after the chunks',
        '%s rejects under throwOnError, after the chunks',
      ],
    },
  },
  {
    id: 'streaming.toolkit-iterate',
    promise:
      '`toolkit.iterate` runs the entire pipeline, and the tool runs only as far as responses are pulled, also through middleware.',
    sources: ['docs/streaming.md#backpressure', 'docs/toolkit.md#calling-tools'],
    tests: {
      'test/toolkit/iterate.spec.ts': [
        'runs the entire pipeline: groups, state, approval, middleware and events',
        'runs the tool only as far as responses are pulled',
        'pauses the tool behind a middleware that forwards chunks later',
        'loses no chunk of a middleware that emits several for one',
      ],
    },
  },
  {
    id: 'streaming.sse-events',
    promise:
      'Each event of `toSSE` is the JSON text of one response, with its ID, and the last one has `isLast: true`.',
    sources: ['docs/server-sent-events.md#server-sent-events', 'docs/server-sent-events.md#events'],
    tests: {
      'test/execution/to-sse.spec.ts': [
        'sends one event for each response, with its ID',
        'omits an ID that would begin another field',
        'sends comments while the tool emits nothing',
      ],
    },
  },
  {
    id: 'streaming.sse-client',
    promise: 'The client of the package reads the streams of every server on the page, in browsers too.',
    sources: ['docs/server-sent-events.md#read-a-stream-in-a-browser'],
    tests: {
      'test/samples/streaming-servers.e2e.spec.ts': ['is read by the client for browsers, which cancels the call'],
      'test/samples/web-page.e2e.spec.ts': ['calls, streams, cancels and approves in a page, and with a hook of React'],
    },
  },
  {
    id: 'streaming.sse-disconnect',
    promise: 'When a client disconnects, its call is cancelled, with every server on the page.',
    sources: [
      'docs/server-sent-events.md#disconnects',
      'docs/server-sent-events.md#express',
      'docs/server-sent-events.md#fastify',
      'docs/server-sent-events.md#hono',
      'docs/server-sent-events.md#nextjs',
    ],
    tests: {
      'test/execution/to-sse.spec.ts': ['cancels the call of %s when it is cancelled'],
      'test/samples/streaming-servers.e2e.spec.ts': [
        'sends each response of the call',
        'cancels the call when the client disconnects',
      ],
    },
  },
  {
    id: 'streaming.sse-slow-clients',
    promise: 'With `iterate`, a client that reads slowly makes the tool wait.',
    sources: ['docs/server-sent-events.md#slow-clients'],
    tests: {
      'test/execution/to-sse.spec.ts': ['pulls only what its reader requests'],
      'test/samples/streaming-servers.e2e.spec.ts': ['makes the tool wait for a client that reads slowly'],
    },
  },
];
