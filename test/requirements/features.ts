import type { Requirement } from './requirement.js';

/** The promises about middleware, background calls, formats, observability and the command line. */
export const featuresRequirements: readonly Requirement[] = [
  {
    id: 'features.middleware-order',
    promise:
      'Middleware of the toolkit is outermost, followed by that of the group, of `register` and of the tool, and none receives a call twice.',
    sources: ['docs/middleware.md#where-to-use-it'],
    tests: {
      'test/toolkit/middleware.spec.ts': [
        "wraps calls in the order of its use: the toolkit's, the group's, the tool's",
        'of a tool and its group wraps calls that are redirected to it, once',
      ],
    },
  },
  {
    id: 'features.one-final-response',
    promise:
      'A call has exactly one final response whatever middleware does, and an error names the middleware that violates its contract.',
    sources: ['docs/middleware.md#middleware'],
    tests: {
      'test/toolkit/middleware.spec.ts': [
        'and %s still ends in one final response',
        'and %s ends the call with an error that names it',
        'reveals no secret of the state in its error',
      ],
    },
  },
  {
    id: 'features.live-chunks',
    promise: 'Chunks pass through asynchronous middleware live, in order and with backpressure.',
    sources: ['docs/middleware.md#middleware'],
    tests: {
      'test/toolkit/async-middleware.spec.ts': [
        'forwards chunks live, in order and numbered',
        'applies backpressure to the tool if it %s',
      ],
    },
  },
  {
    id: 'features.dropped-failure',
    promise: 'A failure that a middleware discards remains a failure.',
    sources: ['docs/middleware.md#middleware'],
    tests: { 'test/toolkit/middleware.spec.ts': ['preserves the error that it drops as the cause of its own'] },
  },
  {
    id: 'features.cache-limits',
    promise: 'The cache stores successful results only, for `ttlMs`, and at most `maxEntries` of them.',
    sources: ['docs/middleware.md#cache'],
    tests: {
      'test/features/middleware/cache.spec.ts': [
        'returns an earlier result again',
        'runs a tool again after the time has passed',
        'removes the least recently used results',
        'caches no failures',
      ],
    },
  },
  {
    id: 'features.uncached',
    promise: 'Tools that change something or need approval always run.',
    sources: ['docs/middleware.md#cache'],
    tests: { 'test/features/middleware/cache.spec.ts': ['always runs tools that change something or need approval'] },
  },
  {
    id: 'features.cached-copies',
    promise: 'Plain data of a cached result is copied for each caller.',
    sources: ['docs/middleware.md#cache'],
    tests: { 'test/features/middleware/cache.spec.ts': ['returns a copy of plain data to each caller'] },
  },
  {
    id: 'features.rate-limit',
    promise: 'A call beyond the limit is rejected with the time to wait, or waits in order of arrival.',
    sources: ['docs/middleware.md#ratelimit', 'docs/errors.md#rate_limit'],
    tests: {
      'test/features/middleware/rate-limit.spec.ts': [
        'rejects a call beyond the limit, and reports when to try again',
        'admits calls one at a time, in order',
        'rejects a call immediately that would wait too long',
      ],
    },
  },
  {
    id: 'features.call-limit',
    promise: 'A call beyond `max` is refused with a result that says that none is left.',
    sources: ['docs/middleware.md#calllimit'],
    tests: {
      'test/features/middleware/call-limit.spec.ts': [
        'refuses a call beyond the limit with a result that says what is left',
        'counts the calls of each session, and those of the toolkit itself',
        'counts all calls of a toolkit and its sessions together',
        'applies to the tools that it names only',
        'counts calls of different keys separately',
        'admits exactly the limit of concurrent calls',
        'does not count calls of tools that do not exist',
      ],
    },
  },
  {
    id: 'features.circuit-breaker',
    promise: 'The calls of a tool that keeps failing are refused for a time, after which one call is tried.',
    sources: ['docs/middleware.md#circuitbreaker'],
    tests: {
      'test/features/middleware/circuit-breaker.spec.ts': [
        'refuses calls of a tool after consecutive failures, and says when to try again',
        'tries one call after the time, and admits all calls after its success',
        'refuses calls again after a trial that fails',
        'counts consecutive failures only',
        'does not count refused arguments',
      ],
    },
  },
  {
    id: 'features.guard',
    promise:
      'A guard decides on validated arguments and on results, only `true` allows, and its verdict is in the event.',
    sources: ['docs/middleware.md#guard'],
    tests: {
      'test/features/middleware/guard.spec.ts': [
        'decides on the validated arguments before the tool runs',
        'is not called for invalid arguments, which are refused as without it',
        'runs the call with the arguments that it has checked',
        'emits its verdict in the last event of the call',
        'lists the verdicts of several guards in the order of their decisions',
        'passes on nothing of a result that it denies: %s',
        'denies if it %s',
      ],
    },
  },
  {
    id: 'features.repair-limit',
    promise: 'After `max` consecutive refusals of a tool in a session, the answer says to stop.',
    sources: ['docs/middleware.md#repairlimit'],
    tests: {
      'test/features/middleware/repair-limit.spec.ts': [
        'says how many attempts are left, and then to stop',
        'runs a call with valid arguments, and begins the count again',
        'counts each tool and each session separately',
      ],
    },
  },
  {
    id: 'features.refs',
    promise: 'An export with `refs` inlines or hoists definitions within the budget, and accepts the same values.',
    sources: ['docs/formats.md#inline-or-share-definitions'],
    tests: {
      'test/format/export-refs.e2e.spec.ts': [
        'inlines each reference, with the annotations next to it',
        'keeps the definitions that contain themselves, and inlines the references in them',
        'hoists subschemas that are repeated, named after their first place',
        'applies to the output schema, and to schemas that are otherwise exported verbatim',
        'applies to every export of a spec, a toolkit and a session',
        'refuses to inline a schema that becomes too large',
        'accepts exactly the values of the original schema: %s',
      ],
    },
  },
  {
    id: 'features.unsupported-tools',
    promise:
      'An export of a toolkit leaves out a tool that is too large for the format, with a warning, or throws on request.',
    sources: ['docs/formats.md#inline-or-share-definitions', 'docs/formats.md#options'],
    tests: {
      'test/toolkit/unsupported-tools.spec.ts': [
        'leaves out a tool that is too large for the format, with one warning: %s',
        "throws with { unsupported: 'error' }: %s",
        'warns the process if the format takes no onWarning',
      ],
    },
  },
  {
    id: 'features.max-output',
    promise: '`maxOutput` limits the text that a model receives, and neither `data` nor chunks.',
    sources: ['docs/middleware.md#maxoutput'],
    tests: {
      'test/features/middleware/max-output.spec.ts': [
        'truncates text, marks the cut, and preserves the data',
        'applies to the final response, and not to chunks',
        'adds the complete text as a resource in the mode resource',
        'fails in the mode error, and reports the limit',
      ],
    },
  },
  {
    id: 'features.redact',
    promise: '`redact` cleans content, data, metadata and errors, in keys and values.',
    sources: ['docs/middleware.md#redact'],
    tests: {
      'test/features/middleware/redact.spec.ts': [
        'replaces all matches of patterns',
        'cleans data in keys and values, and metadata',
        'cleans the message, the details and the cause of an error',
        'shows nothing to listeners of events',
      ],
    },
  },
  {
    id: 'features.redact-streams',
    promise: 'In a stream, `redact` shows no part of a match, however the text is cut.',
    sources: ['docs/middleware.md#redact'],
    tests: {
      'test/features/middleware/redact.spec.ts': [
        'finds a match that spans chunks',
        'shows no part of a match, however the text is cut',
      ],
    },
  },
  {
    id: 'features.placeholder',
    promise: 'A background call answers with a placeholder at once, and its result can be viewed as often as needed.',
    sources: ['docs/background.md#background-calls'],
    tests: {
      'test/toolkit/background.spec.ts': [
        'return a placeholder immediately',
        'return their results as often as they are viewed',
        'moves slower calls to the background',
      ],
    },
  },
  {
    id: 'features.background-rejections',
    promise: 'A call that is rejected without running fails at once, also with `background: true`.',
    sources: ['docs/background.md#background-calls'],
    tests: { 'test/toolkit/background.spec.ts': ['are rejected immediately for %s'] },
  },
  {
    id: 'features.background-cancel',
    promise: 'Once a call is in the background, only `cancel_task` or `cancelAll` cancels it.',
    sources: ['docs/background.md#background-calls', 'docs/background.md#tools-for-background-tasks'],
    tests: {
      'test/toolkit/background.spec.ts': [
        'are not cancelled by their consumer or by the signal of the call',
        'aborts the tool, and its result remains available',
        'cancels all running tasks, as at the end of a conversation',
      ],
    },
  },
  {
    id: 'features.background-limit',
    promise: 'A limited number of tasks is stored, and while all are running a call stays in the foreground.',
    sources: ['docs/background.md#how-tasks-are-stored'],
    tests: {
      'test/toolkit/background.spec.ts': [
        'stores a limited number of tasks, and removes the one that ended first',
        'leaves calls in the foreground while all tasks are running',
      ],
    },
  },
  {
    id: 'features.finish-tool',
    promise: '`finishTool` registers a tool whose validated arguments are the answer.',
    sources: ['docs/structured-output.md#ending-an-agent-with-structured-data'],
    tests: { 'test/toolkit/extended-model.spec.ts': ['registers a tool whose arguments are the model'] },
  },
  {
    id: 'features.extended-model',
    promise:
      'Fields that `setExtendedModel` adds are validated with the arguments, returned with the result, and not passed to the tool.',
    sources: ['docs/structured-output.md#adding-fields-to-a-tool'],
    tests: {
      'test/toolkit/extended-model.spec.ts': [
        'adds the fields to every export',
        'returns the instance, and does not pass it to the tool',
        'reports all issues before the tool runs',
        'shows the fields to the approver, and only the arguments to the tool',
      ],
    },
  },
  {
    id: 'features.repair',
    promise:
      'Malformed JSON of arguments is repaired, and refused with an error about the original text if the repaired arguments do not fit the schema.',
    sources: ['docs/structured-output.md#repairing-broken-json'],
    tests: {
      'test/toolkit/malformed-calls.spec.ts': ['are repaired: %s', 'are reported unchanged if the repaired text %s'],
    },
  },
  {
    id: 'features.cut-off-text',
    promise:
      'Text that was cut off is repaired only for tools with `readOnlyHint`, and a number without its end for none.',
    sources: ['docs/structured-output.md#repairing-broken-json'],
    tests: {
      'test/toolkit/malformed-calls.spec.ts': [
        'are repaired for a read-only tool even if they are cut off',
        'that are cut off %s run only a read-only tool',
        'that lack only the last brace run any tool: after %s',
        'have no value that is completed, for any tool: %s',
      ],
    },
  },
  {
    id: 'features.copies-of-exports',
    promise:
      'Exports for providers are copies that may be changed, and `toJsonSchema()` returns frozen objects, the same each time.',
    sources: ['docs/formats.md#export-formats'],
    tests: {
      'test/format/fresh-copies.spec.ts': ['is a fresh copy that may be changed', 'are frozen, and the same each time'],
    },
  },
  {
    id: 'features.strict-mode',
    promise: 'A strict export satisfies the rules of OpenAI, or the tool is reported and exported unchanged.',
    sources: ['docs/formats.md#options'],
    tests: {
      'test/format/to-openai.spec.ts': [
        'satisfies the strict rules for the tool %s whenever it is strict',
        'reports why a tool cannot be strict, and exports it unchanged',
      ],
    },
  },
  {
    id: 'features.allowed-callers',
    promise:
      '`allowedCallers` is exported as each provider spells it, and other formats omit tools that only code may call.',
    sources: ['docs/formats.md#tools-for-code-that-a-model-writes'],
    tests: {
      'test/format/provider-options.spec.ts': [
        'is exported as each provider spells it',
        'names the version of code execution that the toolkit has',
        'omits a tool that only code may call from formats that cannot express it',
        'keeps a tool that only code may call out of the results of search_tools',
      ],
      'test/mcp/server/listing.spec.ts': ['lists deferred tools, and omits tools that only code may call'],
    },
  },
  {
    id: 'features.provider-options',
    promise:
      '`providerOptions` are part of the export for their provider only, and cannot replace what the export writes.',
    sources: ['docs/formats.md#fields-that-only-one-provider-has'],
    tests: {
      'test/format/provider-options.spec.ts': [
        'are part of the export for their provider',
        'decide on strict mode: tool %s, export %s',
        'change no fingerprint of a snapshot',
        'providerOptions > cannot be %j',
        'is put on the last tool, hosted tools included',
      ],
    },
  },
  {
    id: 'features.own-format',
    promise:
      'A format is any function of a tool descriptor, and an option that it does not have is a `DefinitionError`.',
    sources: ['docs/formats.md#write-a-format'],
    tests: {
      'test/format/tool-format.spec.ts': [
        'accepts any function of a descriptor, and infers its return type',
        "passes on the format's own options, and accepts no others",
      ],
    },
  },
  {
    id: 'features.quiet-logs',
    promise:
      '`logging` logs neither arguments nor results nor error messages, and a logger that throws does not fail the call.',
    sources: ['docs/observability.md#logging'],
    tests: {
      'test/features/middleware/logging.spec.ts': [
        'shows neither arguments nor results',
        'shows no message of an error',
        'does not fail a call if the logger throws',
      ],
    },
  },
  {
    id: 'features.spans',
    promise:
      '`telemetry` records one span for each call by the conventions for generative AI, with the error code of a call that fails.',
    sources: ['docs/observability.md#opentelemetry', 'OpenTelemetry GenAI, execute_tool span'],
    tests: {
      'test/telemetry/telemetry.spec.ts': [
        'is named and described by the conventions for generative AI',
        'records the error of a failed call',
        'ends as interrupted when the subscriber unsubscribes',
      ],
    },
  },
  {
    id: 'features.trace-context',
    promise: 'A span continues the trace that `ctx.meta` names, and the tool reads the context of its own span there.',
    sources: ['docs/observability.md#opentelemetry', 'MCP 2026-07-28, basic: `_meta`, trace context'],
    tests: {
      'test/telemetry/trace-propagation.spec.ts': [
        'is the parent of the span',
        'is replaced by that of the span for the tool, which preserves the other entries',
        'is ignored if it is malformed',
        'takes precedence over the active span, which becomes a link',
        'provides its baggage to the tool, and that of the active context',
      ],
    },
  },
  {
    id: 'features.mcp-spans',
    promise: 'MCP requests are recorded by the conventions for MCP, and a call has one span at each end, in one trace.',
    sources: ['docs/observability.md#requests-of-mcp', 'OpenTelemetry GenAI, MCP spans'],
    tests: {
      'test/telemetry/mcp-requests.e2e.spec.ts': [
        'have one span for a call at each end, in one trace',
        'are described by the conventions for MCP',
        'fail with tool_error if the result of a call is an error',
        'are measured in seconds, in the buckets of the conventions',
      ],
      'test/telemetry/mcp-observer.spec.ts': [
        'has the span of the first call that it runs, and no other',
        'has no part in a call that begins after its end',
      ],
    },
  },
  {
    id: 'features.span-contents',
    promise: 'Arguments and results are recorded only if enabled, and secrets of the state never.',
    sources: ['docs/observability.md#opentelemetry', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/telemetry/telemetry.spec.ts': [
        'contains arguments and results only if enabled',
        'contains no secrets of the state',
      ],
    },
  },
  {
    id: 'features.span-flow',
    promise:
      'With the option `flow`, a span says how trusted the result is, what was decided and against which arguments, without values.',
    sources: ['docs/observability.md#opentelemetry'],
    tests: {
      'test/telemetry/flow-attributes.spec.ts': [
        'says whether the result is trusted',
        'says what was decided if a violation is to be: %s',
        'says nothing of what the arguments contain, also of names that the model has chosen',
        'says nothing of an unknown tool, and nothing without the option',
      ],
    },
  },
  {
    id: 'features.late-results',
    promise: 'The metric `toolwright.tool.late_results` counts what tools produce after their attempt has ended.',
    sources: ['docs/observability.md#opentelemetry'],
    tests: {
      'test/telemetry/telemetry.spec.ts': [
        'counts results and chunks that a tool produces after its attempt has ended',
        'counts neither results in time nor the errors of tools that stop in time',
      ],
    },
  },
  {
    id: 'features.command-list',
    promise:
      '`toolwright list` prints name, group, description and signature of each tool, or their JSON Schemas and groups.',
    sources: ['docs/cli.md#list'],
    tests: {
      'test/cli/list.spec.ts': [
        'prints name, group, description and signature of each tool',
        'returns the results of toJsonSchema() with the groups for --json',
      ],
    },
  },
  {
    id: 'features.command-call',
    promise:
      '`toolwright call` prints the result to standard output and errors to standard error, and validates arguments like those of a model.',
    sources: ['docs/cli.md#call'],
    tests: {
      'test/cli/call.spec.ts': [
        'prints the text of the result of %s %s',
        'prints the error that a model would read to standard error: %s %s',
      ],
    },
  },
  {
    id: 'features.command-json',
    promise:
      'With `--json`, every command prints one envelope with its data or its error, the exit code and the warnings, and nothing else to standard output.',
    sources: ['docs/cli.md#json-output'],
    tests: {
      'test/cli/json.spec.ts': [
        'prints an envelope with the data of the command and its warnings',
        'prints an envelope for help and version',
        'prints the error of a failed tool, and its result',
        'prints an envelope with the error and the exit code of %j',
        'prints one line per response of a stream, and the envelope as the last line',
      ],
      'test/cli/json.e2e.spec.ts': [
        'prints what the module prints to standard error',
        'prints an envelope for uncaught errors of a tool',
        'prints an envelope for a call that is interrupted',
        'prints the URL of a server when it listens',
        'prints errors of serving over standard input and output to standard error',
        'prints the module that was generated, and the types without a schema',
      ],
    },
  },
  {
    id: 'cli.lint',
    promise: '`toolwright lint` finds tools that models may mix up, and definitions that say too little.',
    sources: ['docs/checks.md#lint', 'docs/cli.md#lint'],
    tests: {
      'test/checks/lint/lint-tools.spec.ts': [
        'are found, and different ones are not, %s',
        'are those for which an example finds the other one',
        'needs parameters with a meaning',
        'needs words for values that are codes',
      ],
      'test/cli/lock.e2e.spec.ts': [
        'fails on what it finds, and prints it as text, JSON and SARIF',
        'does not fail on what a baseline lists',
      ],
    },
  },
  {
    id: 'cli.flow',
    promise:
      '`toolwright flow` prints which tools have no declared label and can carry data where, and `--check` fails on the former.',
    sources: ['docs/cli.md#flow'],
    tests: {
      'test/cli/flow.spec.ts': [
        'prints the tools, those without a label, and what can reach what',
        'returns the report for --json',
        'fails with --check if a tool has no declared label',
      ],
    },
  },
  {
    id: 'cli.lock',
    promise:
      '`toolwright lock --check` says what has changed in definitions, by class, and fails on what a server changes.',
    sources: ['docs/checks.md#lock-definitions', 'docs/cli.md#lock', 'docs/checks.md#check-in-ci'],
    tests: {
      'test/checks/lock/compare.spec.ts': ['are those that their author gave them'],
      'test/checks/lock/lock-file.spec.ts': ['is refused with %s'],
      'test/cli/lock.e2e.spec.ts': [
        'says what has changed, as text, JSON and SARIF',
        'of an MCP server > fails on %s, whatever is allowed',
      ],
    },
  },
  {
    id: 'mcp.server-pin',
    promise: 'A source whose pins contain the server refuses another one.',
    sources: ['docs/checks.md#pin-a-server'],
    tests: {
      'test/mcp/client/server-pin.spec.ts': [
        'quarantines all tools of a server with another name',
        'hides instructions that have changed',
      ],
      'test/cli/lock.e2e.spec.ts': ['of an MCP server > has the fingerprints that a source accepts as pins'],
    },
  },
  {
    id: 'cli.eval',
    promise:
      '`toolwright eval` asks a model once for each case, compares its calls, and prints the tools that it confuses.',
    sources: ['docs/checks.md#evaluate-with-your-model', 'docs/cli.md#eval'],
    tests: {
      'test/cli/eval.e2e.spec.ts': [
        'sends the active tools and the messages, a line for each case',
        'prints what was called instead, and which tools are confused',
        'writes the cases that are not right as SARIF, at their lines',
        'requires as many right cases as --min %s says',
        'kills the command on %s',
      ],
      'test/checks/eval/match-case.spec.ts': [
        'are right if they are the expected ones, in any order',
        'may have further arguments, at every level',
        'are wrong if a tool is called where none is expected, or that must not be called',
      ],
    },
  },
  {
    id: 'cli.eval-cases',
    promise: 'Cases that are not valid are refused with the case and the field before a model is asked.',
    sources: ['docs/checks.md#write-cases'],
    tests: {
      'test/checks/eval/read-cases.spec.ts': ['is refused with the case and the field: %j', 'is documented'],
      'test/cli/eval.spec.ts': ['names the case and the field of invalid cases'],
    },
  },
  {
    id: 'cli.eval-model',
    promise:
      'A model that fails is an error of its case, and the key of a model is sent to its URL only and written nowhere.',
    sources: ['docs/checks.md#connect-the-model'],
    tests: {
      'test/cli/eval.e2e.spec.ts': [
        'with a command > is an error for %s, and continues with the next case',
        'with a URL > is an error for %s, and continues with the next case',
        'ends if the command cannot be started',
        'writes the key nowhere, also if the model repeats it',
      ],
    },
  },
  {
    id: 'cli.eval-replay',
    promise: 'Recorded answers replace a model, and an answer to anything but the same request is not used.',
    sources: ['docs/checks.md#replay-answers-in-ci'],
    tests: {
      'test/cli/eval.e2e.spec.ts': [
        'has the same result without the model',
        'fails after the request or a definition has changed, rather than use a stale answer',
      ],
      'test/checks/eval/recording.spec.ts': ['are refused: %j'],
    },
  },
  {
    id: 'cli.folders',
    promise: '`list`, `call` and `serve` accept a folder of tools or its configuration, and the tools of one agent.',
    sources: ['docs/cli.md#folders-of-tools'],
    tests: {
      'test/cli/folder.spec.ts': [
        'is listed',
        'is read by its configuration: %s',
        'has tools that are called',
        'reports what cannot be loaded, with its file, line and column',
        'is refused for %j',
      ],
      'test/cli/folder.e2e.spec.ts': ['is served, and its tools follow its files'],
    },
  },
  {
    id: 'features.command-typescript',
    promise: '`list`, `call` and `serve` load TypeScript files with the types of their tools, with tsx and without it.',
    sources: ['docs/cli.md#typescript-modules'],
    tests: {
      'test/cli/typescript.e2e.spec.ts': [
        'lists tools with their types, comments and names %s',
        'calls a tool',
        'serves tools',
        'loads CommonJS %s',
        'finds the TypeScript file of an import of JavaScript',
        'names the package that describes types if it is not installed',
      ],
    },
  },
  {
    id: 'features.command-asks',
    promise:
      '`toolwright call` asks the user of the terminal for approval and for what a tool asks, and declines on Ctrl-C.',
    sources: ['docs/cli.md#answer-what-a-tool-asks'],
    tests: {
      'test/cli/terminal.e2e.spec.ts': [
        'asks for approval and shows the arguments as they run',
        'denies a call with the reason that the user types',
        'asks for each field of a question, and again for a value that does not fit',
        'declines a question on Ctrl-C, and denies a call that needs approval',
      ],
    },
  },
  {
    id: 'features.command-answers',
    promise:
      '`--answers` answers without a terminal and reports unused answers, and a call without an answer and a terminal is refused.',
    sources: ['docs/cli.md#answer-what-a-tool-asks'],
    tests: {
      'test/cli/answers.spec.ts': [
        'answers the questions of a tool by their text or their key',
        'approves or denies a call',
        'validates answers against the schema of the question',
        'reports answers that were not used',
        'rejects the file %j',
        'refuses a call whose question is not answered',
        'refuses a call that needs approval, and names the code for programs',
        'lets a tool continue that does not need the answer',
      ],
    },
  },
  {
    id: 'features.command-check',
    promise: '`toolwright generate --check` writes nothing.',
    sources: ['docs/cli.md#generate'],
    tests: { 'test/cli/generate.e2e.spec.ts': ['checks without writing'] },
  },
  {
    id: 'features.command-exit-codes',
    promise:
      'The command explains its options and exit codes, and rejects wrong arguments with a reference to its help.',
    sources: ['docs/cli.md#exit-codes'],
    tests: {
      'test/cli/main.spec.ts': [
        'lists commands, options and exit codes on one screen for %s',
        'prints its help without arguments',
        'rejects the arguments %j and refers to the help of %j',
      ],
    },
  },
  {
    id: 'features.ways-to-call',
    promise: '`call`, `exec`, `stream` and `iterate` run a tool with the same outcome.',
    sources: ['docs/tools-and-calls.md#ways-to-call-a-tool'],
    tests: {
      'test/execution/call-consumers.spec.ts': [
        'returns the value of the tool by identity',
        'returns the complete result',
      ],
      'test/execution/call-invariants.spec.ts': [
        'all consumers that drain it receive the same responses in order, and one end',
      ],
    },
  },
  {
    id: 'features.request-without-credentials',
    promise:
      '`ctx.request` has no credentials and no query, and `forwardableHeaders` returns no header about the connection, the host or the body.',
    sources: ['docs/tools-and-calls.md#the-request-of-a-call'],
    tests: {
      'test/execution/call-request.spec.ts': [
        'withholds %s and names it',
        'accepts the headers of Node.js and of a web request',
        'shows %j as the path %j',
        'omits credentials and what belongs to the connection, the target and the body of the request',
        'returns an empty object without a request',
        'are the options of the call, for the tool %s',
        'cannot be changed, and do not freeze what the caller passed',
      ],
    },
  },
  {
    id: 'features.request-is-private',
    promise:
      'Nothing of the request and the meta of a call is part of a schema, event, log, history entry, span, approval token or error.',
    sources: ['docs/tools-and-calls.md#the-request-of-a-call'],
    tests: {
      'test/toolkit/private-requests.spec.ts': [
        'are not part of any event, history entry or result',
        'are not part of the text of an error',
        'are not part of a log entry',
        'are not part of a span',
        'are not part of an approval token',
        'are not part of a schema',
      ],
    },
  },
  {
    id: 'features.frozen-specs',
    promise: 'A spec is frozen, and every change returns a new spec.',
    sources: ['docs/tools-and-calls.md#change-a-spec'],
    tests: {
      'test/spec/tool-spec.spec.ts': [
        'is frozen, with its schemas and definition',
        'return a new spec and do not change the original one',
      ],
    },
  },
  {
    id: 'features.inherited-tools',
    promise: 'A subclass inherits the tools of its parent, and the options of an override take precedence.',
    sources: ['docs/tools-and-calls.md#what-can-be-a-tool'],
    tests: {
      'test/registry/tool-registry.spec.ts': [
        'includes grandparents, in their order',
        'uses the definition of the parent for an override without @Tool(), and runs the override',
      ],
      'test/registry/override-options.spec.ts': ['are merged over those of the parent'],
    },
  },
  {
    id: 'features.blocks-by-brand',
    promise:
      'Only objects that were created with `respond`, `text` and the other functions are responses or blocks, and plain data of the same shape is data.',
    sources: ['docs/tools-and-calls.md#what-a-tool-can-return'],
    tests: {
      'test/response/content.spec.ts': [
        'are distinguished from data of the same shape by their brand, which is not a key',
      ],
      'test/response/tool-response.spec.ts': ['is recognised by its brand, not by its shape'],
    },
  },
  {
    id: 'features.examples',
    promise: 'Every code block of README.md and docs compiles, and prints what it states.',
    sources: ['README.md#the-same-class-in-five-hosts'],
    tests: {
      'test/docs/code-blocks.e2e.spec.ts': [
        'compile: $at',
        'run, and print what they say: $at',
        'are run, except one in ten at most, each for a stated reason',
      ],
    },
  },
  {
    id: 'features.dto-packages',
    promise:
      'The packages class-validator and class-transformer are needed only for DTO classes; toolwright uses the copies of the app, and an error names a missing package or import.',
    sources: ['docs/bundle-size.md#packages', 'docs/bundle-size.md#dto-classes-in-a-bundle'],
    tests: {
      'test/dto/dto-loading.e2e.spec.ts': [
        'is loaded in Node without an import, with the copies of the packages that the app has',
        'is part of a bundle in format %s that imports it',
        'is never that of an installed copy for a bundle in format %s, whose classes are in another class-transformer',
        'names the package and the command that installs it, only for a DTO class',
      ],
    },
  },
  {
    id: 'features.bundle-size',
    promise:
      'A bundle contains only the parts and packages that the app uses, and the sizes of bundles and of the package are limited.',
    sources: ['docs/bundle-size.md#what-a-bundler-can-leave-out'],
    tests: {
      'test/package-size.e2e.spec.ts': [
        'is limited for the files that it loads at once, in kilobytes after compression',
        'is limited for a single file, in kilobytes after compression',
        'includes nothing that only DTO classes need',
        'an installation without the packages for DTO classes is limited, in megabytes',
      ],
      'test/package-bundle.e2e.spec.ts': ['has readable stacks without source maps'],
    },
  },
  {
    id: 'features.module-formats',
    promise:
      'The package can be loaded with `import` and `require()`, and has declarations for NodeNext, bundler and node10 resolution.',
    sources: ['README.md#documentation', 'docs/commonjs.md#load-the-package', 'docs/commonjs.md#commonjs'],
    tests: {
      'test/package-exports.spec.ts': [
        'exports %s as an ES module, and as CommonJS for tools that cannot require ES modules',
        'has the declarations of every subpath for compilers that do not read exports',
      ],
      'test/commonjs.e2e.spec.ts': [
        'loads %s without the ES modules',
        'with moduleResolution %s > has declarations for every subpath',
      ],
      'test/package.e2e.spec.ts': [
        'provides %s to require()',
        'provides %s to import(), as the same module as require()',
        'type-checks in %s, the declarations of its dependencies included',
      ],
    },
  },
  {
    id: 'features.jest-commonjs',
    promise: 'Tools run in jest in a CommonJS project without configuration, also after `jest.resetModules()`.',
    sources: ['docs/commonjs.md#jest', 'docs/testing.md#configuration'],
    tests: { 'test/commonjs.e2e.spec.ts': ['runs tools in jest without configuration, with @swc/jest'] },
  },
  {
    id: 'features.two-formats',
    promise: 'Tools and errors of the CommonJS build work with the ES modules in one process, and the reverse.',
    sources: ['docs/commonjs.md#two-copies-in-one-process'],
    tests: {
      'test/commonjs.e2e.spec.ts': [
        'runs classes and DTO classes of the other format in a toolkit',
        'recognizes errors of the other format with instanceof',
      ],
      'test/registry/two-copies.e2e.spec.ts': ['recognize objects that the other copy created'],
    },
  },
  {
    id: 'features.offload',
    promise:
      'A result over the limit is replaced for the model by its beginning, its end and an ID, and nothing else of it is changed.',
    sources: ['docs/middleware.md#offload', 'SECURITY.md#large-results'],
    tests: {
      'test/toolkit/offload.spec.ts': [
        'passes the beginning, the end, the size and an ID to the model',
        'changes no short result, no error, no media and no structured content',
        'changes no chunk of a stream',
        'reads lines, and says how to continue',
        'finds lines that contain a text',
        'reads the results of its own session only',
        'names the reason if a result has been removed',
        'is not replaced for a program of code mode',
      ],
      'test/mcp/server/result-resources.e2e.spec.ts': [
        'is a link to a resource, which the client reads',
        'does not exist for another client',
        'has no link for a client without a session',
      ],
    },
  },
];
