import type { Requirement } from './requirement.js';

/** The promises about failures and retries. */
export const errorsRequirements: readonly Requirement[] = [
  {
    id: 'errors.instanceof',
    promise: 'A ToolError of another copy of the package is an instance of ToolError, but not of its subclasses.',
    sources: ['docs/errors.md#errors'],
    tests: {
      'test/base/errors/errors.spec.ts': [
        'distinguishes the subclasses of ToolError',
        'recognizes an error of another copy of the package by its brand',
      ],
    },
  },
  {
    id: 'errors.unknown-options',
    promise:
      'Everything that takes options refuses a name that does not exist, also within options, and says the nearest one.',
    sources: ['docs/errors.md#unknown-options', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/options/option-names.e2e.spec.ts': [
        'have a row for each parameter that the compiler finds, and no other row',
        'are open only where an object is of an open type or at an open place',
      ],
      'test/options/option-rows.contract.ts': ['refuses a misspelt name, and says the nearest'],
      'test/toolkit/unknown-options.spec.ts': [
        'of a call is reported as its other failures are',
        'is ignored in %s',
        'of %s are rejected',
        'of a call are reported as its other failures are',
      ],
    },
  },
  {
    id: 'errors.failures-are-results',
    promise:
      'A failing tool does not throw: the failure is a result or a final response, and is thrown only by `call` or under `throwOnError`.',
    sources: ['docs/errors.md#errors'],
    tests: {
      'test/toolkit/toolkit.spec.ts': ['report a failing tool', 'throw only under throwOnError'],
      'test/execution/call-consumers.spec.ts': ['throws the ToolError of a failure'],
      'test/execution/failure.spec.ts': ['reject under throwOnError with the same error object'],
    },
  },
  {
    id: 'errors.safe-text',
    promise: '`toText()` and `toJSON()` contain neither stack nor cause nor secrets.',
    sources: ['docs/errors.md#errors', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/response/tool-result.spec.ts': [
        'toJSON returns JSON data without stack, cause and secrets',
        'toText returns the text that a model reads',
      ],
      'test/execution/failure.spec.ts': ['no part of the stack'],
    },
  },
  {
    id: 'errors.is-across-copies',
    promise: '`ToolError.is()` recognises errors of another copy of the package.',
    sources: ['docs/errors.md#errors'],
    tests: { 'test/registry/two-copies.e2e.spec.ts': ['recognize a ToolError of the other copy: %s'] },
  },
  {
    id: 'errors.http-status',
    promise: 'An HTTP status in what a tool throws selects the code of the error.',
    sources: [
      'docs/errors.md#throw-errors-from-a-tool',
      'docs/errors.md#permission',
      'docs/errors.md#not_found',
      'docs/errors.md#rate_limit',
      'docs/errors.md#server',
      'docs/errors.md#authentication',
      'RFC 9110, section 15',
    ],
    tests: {
      'test/execution/failure.spec.ts': [
        'status %i to %s, in any supported property',
        'the first status that is a number',
      ],
    },
  },
  {
    id: 'errors.network-code',
    promise: 'A network error code of Node.js, also in a cause, selects `network`, and no other code of Node does.',
    sources: ['docs/errors.md#throw-errors-from-a-tool', 'docs/errors.md#network'],
    tests: {
      'test/execution/failure.spec.ts': [
        '%s to a network error, also in a cause',
        'a failed fetch to a network error',
        'no other code of Node',
      ],
    },
  },
  {
    id: 'errors.no-paths',
    promise:
      'Stack lines and absolute paths are removed from the message of a converted error, and URLs, routes and JSON Pointers stay.',
    sources: ['docs/errors.md#throw-errors-from-a-tool', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/execution/error-paths.spec.ts': [
        'contains no absolute path: %s',
        'keeps what is no absolute path: %s',
        'contains no path of the working directory or the home directory',
        'is cut in the same way in ToolResult.fail(error)',
      ],
    },
  },
  {
    id: 'errors.no-paths-fast',
    promise: 'The text of an error is cut in linear time, however long it is.',
    sources: ['SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/execution/error-paths.spec.ts': ['is cut in linear time'],
      'test/execution/failure.spec.ts': ['a long message of many line breaks quickly'],
    },
  },
  {
    id: 'errors.foreign-abort',
    promise: 'An abort error that a tool throws counts as an interruption only if the signal of the call is aborted.',
    sources: ['docs/errors.md#throw-errors-from-a-tool'],
    tests: {
      'test/execution/failure.spec.ts': [
        'of an abort outside the call are failures of the tool',
        'of an abort of the call are interruptions, whatever the tool then throws',
      ],
    },
  },
  {
    id: 'errors.no-retry-by-default',
    promise: "Nothing is retried unless the tool or the call has the option `retry`, and the call's takes precedence.",
    sources: ['docs/errors.md#retries'],
    tests: {
      'test/execution/retry.spec.ts': [
        'is undefined without retries, for an error that is not retryable, and after the last retry',
        "are the tool's, unless the caller overrides them",
      ],
    },
  },
  {
    id: 'errors.retryable-only',
    promise: 'Only retryable errors are retried, and only while no chunk has been emitted.',
    sources: ['docs/errors.md#retries', 'docs/streaming.md#when-a-stream-fails'],
    tests: {
      'test/execution/retry.spec.ts': [
        'are not made for an error that is not retryable',
        'are never made after a chunk',
        'make the call again until it succeeds',
        'end with the last error when they are used up',
      ],
    },
  },
  {
    id: 'errors.backoff',
    promise: 'The delay doubles with each retry or stays the same, up to `maxDelayMs`.',
    sources: ['docs/errors.md#retries'],
    tests: {
      'test/execution/retry.spec.ts': [
        'doubles by default, up to the maximum',
        'stays the same if fixed, up to the maximum',
      ],
    },
  },
  {
    id: 'errors.jitter',
    promise: "`jitter: true` shortens a delay to no less than half, and `'full'` to any length.",
    sources: ['docs/errors.md#retries'],
    tests: {
      'test/execution/retry.spec.ts': ['is shortened randomly with jitter, to at least half'],
      'test/execution/deadlines.e2e.spec.ts': [
        'draws each delay between nothing and the delay without jitter',
        "jitter: 'full' > is checked at the definition",
      ],
    },
  },
  {
    id: 'errors.retry-after',
    promise: 'A delay that the error specifies is used, and if it is longer than `maxDelayMs` the call is not retried.',
    sources: ['docs/errors.md#retries', 'docs/errors.md#rate_limit', 'RFC 9110, section 10.2.3'],
    tests: {
      'test/execution/retry.spec.ts': [
        'is the delay that the service requests; undefined if that is too long',
        'wait for the stated delay',
      ],
      'test/execution/failure.spec.ts': ['%s in Retry-After', 'retryAfterMs of the thrown error before any header'],
    },
  },
  {
    id: 'errors.attempts',
    promise:
      'Each attempt reads the bindings again and has its own signal and time limit, and `result.attempts` counts the attempts.',
    sources: ['docs/errors.md#retries'],
    tests: {
      'test/execution/retry.spec.ts': [
        'have a separate time limit and signal for each attempt',
        'read bindings again',
        'are counted as attempts, the first one included',
      ],
    },
  },
  {
    id: 'errors.documented-codes',
    promise: 'Each error code has a section that states its class and whether it is retryable.',
    sources: ['docs/errors.md#error-codes'],
    tests: {
      'test/docs/errors.spec.ts': [
        'has a section for each code, in the order of errorCodes',
        'covers every exported class',
        'names class and retryability of $code',
      ],
    },
  },
  {
    id: 'errors.invalid-parameters',
    promise: 'A call with invalid arguments does not run the tool and lists the issues.',
    sources: ['docs/errors.md#invalid_parameters'],
    tests: {
      'test/execution/failure.spec.ts': ['of arguments and of missing bindings do not run the tool'],
      'test/schema/validation/throwing-validators.spec.ts': [
        'rejects the arguments: %s',
        'fails the call with its own ToolError: %s',
      ],
    },
  },
  {
    id: 'errors.tool-not-found',
    promise: 'An unknown name is answered with the available tools and the most similar names.',
    sources: ['docs/errors.md#tool_not_found'],
    tests: {
      'test/toolkit/toolkit.spec.ts': ['report a tool that does not exist: %j'],
      'test/toolkit/malformed-calls.spec.ts': ['are answered with the nearest names: %s'],
    },
  },
  {
    id: 'errors.tool-inactive',
    promise: 'A tool whose group is inactive does not run, and the error names the group.',
    sources: ['docs/errors.md#tool_inactive', 'docs/groups.md#groups', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/toolkit/toolkit.spec.ts': ['report a tool whose group is inactive with another error'],
      'test/toolkit/changed-tools.spec.ts': [
        'is not called as it was after %s',
        'is not streamed after it is deactivated',
        'is not found if a listener to the start of the call removes its group',
      ],
      'test/toolkit/fuzz.spec.ts': [
        'ends every call once in responses and events, and lists exactly the callable tools',
      ],
    },
  },
  {
    id: 'errors.timeout',
    promise: 'A call that exceeds a time limit fails with `timeout` and retains what was streamed.',
    sources: ['docs/errors.md#timeout', 'docs/streaming.md#time-limits'],
    tests: {
      'test/execution/misbehaving-tools.spec.ts': ['ends %s at its time limit', '%s ends at the time limit of a chunk'],
      'test/execution/deadlines.e2e.spec.ts': ['retains what was streamed, and aborts the signal of the tool'],
    },
  },
  {
    id: 'errors.timeout-signal',
    promise: 'A call that a signal with a `TimeoutError` cancels ends with `timeout` and is not retried.',
    sources: ['docs/errors.md#timeout', 'docs/streaming.md#cancellation'],
    tests: {
      'test/execution/timeout-signals.spec.ts': [
        'ends as a timeout: %s',
        'ends so for any reason with the name of a TimeoutError, and is not retried',
      ],
    },
  },
  {
    id: 'errors.execution-error',
    promise: 'Anything else that a tool throws is an `execution` error with the message that was thrown.',
    sources: ['docs/errors.md#execution', 'docs/errors.md#throw-errors-from-a-tool'],
    tests: {
      'test/execution/failure.spec.ts': ['what %s was', 'the thrown error as the cause', 'that %s cannot be read'],
    },
  },
  {
    id: 'errors.strict-return',
    promise: 'Under `strictReturn`, anything but a result or a response is `invalid_output`.',
    sources: ['docs/errors.md#invalid_output', 'docs/tools-and-calls.md#what-a-tool-can-return'],
    tests: { 'test/execution/call-output.spec.ts': ['may not be %s', 'may be %s'] },
  },
  {
    id: 'errors.deep-output',
    promise: 'Data that is nested deeper than 500 levels is `invalid_output` instead of a stack overflow.',
    sources: ['docs/errors.md#invalid_output', 'SECURITY.md#what-is-a-vulnerability'],
    tests: { 'test/response/json-value.spec.ts': ['accepts 500 levels, and rejects more instead of overflowing'] },
  },
  {
    id: 'errors.interrupted',
    promise:
      'An aborted call ends immediately with one final response in the state `interrupted`, which retains what was streamed.',
    sources: ['docs/errors.md#interrupted', 'docs/streaming.md#cancellation'],
    tests: {
      'test/execution/misbehaving-tools.spec.ts': [
        'ends %s when its caller aborts',
        '%s ends immediately when its caller aborts',
      ],
      'test/execution/call-invariants.spec.ts': ['an abort ends it with one interrupted response after its chunks'],
    },
  },
  {
    id: 'errors.definition',
    promise:
      'A mistake in a definition is thrown when tools are defined or built, and names the class, the method and the parameter.',
    sources: ['docs/errors.md#definition'],
    tests: {
      'test/decorators/author-mistakes.spec.ts': ['is %s as the type of a parameter'],
      'test/decorators/unknown-options.spec.ts': [
        'of @Tool() is refused where the class is defined',
        'of @Param(), @Bind() and @Field() is refused, naming the member',
      ],
    },
  },
  {
    id: 'errors.call-options',
    promise: 'A bad call option is returned like any other failure, before anything runs.',
    sources: ['docs/errors.md#definition'],
    tests: {
      'test/execution/call-surroundings.spec.ts': [
        '%j are rejected before anything runs',
        'reject %j as a signal, of a tool and of a toolkit',
      ],
    },
  },
  {
    id: 'errors.masked',
    promise:
      'With `maskErrors`, everything but a `ToolError` reads `Internal error (call ID)` for callers, and is logged whole.',
    sources: ['docs/errors.md#mask-internal-errors', 'docs/toolkit.md#options-of-a-toolkit'],
    tests: {
      'test/toolkit/masked-errors.spec.ts': [
        'replaces the words of an error that is no ToolError, and logs it whole',
        'retains the words of a ToolError',
        'retains the error code',
        'shows nothing of %s',
        'masks what middleware and predicates throw',
        'emits a process warning with the error if it is true',
        'applies to sessions, unless a session decides itself',
        'masks the errors that an MCP client receives, and passes them to onError',
      ],
    },
  },
];
