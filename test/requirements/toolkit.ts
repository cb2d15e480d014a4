import type { Requirement } from './requirement.js';

/** The promises about toolkits and groups. */
export const toolkitRequirements: readonly Requirement[] = [
  {
    id: 'toolkit.all-or-none',
    promise:
      'A mistake in the setup throws a `DefinitionError` and leaves the toolkit unchanged, and `register` adds all tools or none.',
    sources: ['docs/toolkit.md#registering-tools', 'docs/toolkit.md#toolkits'],
    tests: {
      'test/toolkit/toolkit.spec.ts': [
        'adds all tools or none: a name that is already in use',
        'adds all tools or none: a duplicate name',
        'adds all tools or none: a group that does not exist',
      ],
    },
  },
  {
    id: 'toolkit.exports',
    promise:
      'The exports are accepted unchanged by the SDKs of OpenAI, Anthropic, Google and the Model Context Protocol.',
    sources: ['docs/toolkit.md#exporting-the-tools-for-a-model', 'docs/formats.md#export-formats'],
    tests: {
      'test/format/vendor-types.spec.ts': [
        '%s are accepted by the OpenAI SDK',
        '%s are accepted by the Anthropic SDK',
        '%s are accepted by the Google SDK',
        '%s are accepted and parsed by the SDK of the Model Context Protocol',
      ],
    },
  },
  {
    id: 'toolkit.active-only',
    promise:
      'Exports contain the active tools, and no inactive ones that are not deferred, in the order of registration.',
    sources: ['docs/toolkit.md#exporting-the-tools-for-a-model'],
    tests: {
      'test/toolkit/toolkit.spec.ts': [
        'returns the active tools in the order of registration, whatever is activated in between',
      ],
      'test/format/tool-format.spec.ts': ['omits inactive groups and tools that the caller may not access'],
    },
  },
  {
    id: 'toolkit.export-groups',
    promise: 'The option `groups` replaces the active groups for one export.',
    sources: ['docs/toolkit.md#exporting-the-tools-for-a-model'],
    tests: { 'test/toolkit/groups.spec.ts': ['can be chosen for one export'] },
  },
  {
    id: 'toolkit.selection',
    promise:
      '`tags`, `include` and `exclude` select the tools of every export, and a name that does not exist is refused.',
    sources: ['docs/toolkit.md#select-tools', 'docs/formats.md#options'],
    tests: {
      'test/toolkit/selection.spec.ts': [
        'applies to exports: %j',
        'applies to every export, to lists and to sessions',
        'the selection of tools > refuses %j',
      ],
    },
  },
  {
    id: 'toolkit.list',
    promise: '`list()` returns all tools, including inactive ones, and filters by activity, groups and tags.',
    sources: ['docs/toolkit.md#listing-tools'],
    tests: {
      'test/toolkit/toolkit.spec.ts': ['filter by %j', 'return arrays whose changes do not affect the toolkit'],
    },
  },
  {
    id: 'toolkit.call-tools',
    promise:
      'In `callTools` a call that fails does not affect the others, and an abort ends every call with one final response, started or not.',
    sources: ['docs/toolkit.md#calling-tools'],
    tests: {
      'test/toolkit/concurrency.spec.ts': [
        'does not affect other calls when one fails',
        'ends each call with one final response when all are aborted, started or not',
        'runs a limited number of calls, and merges their responses',
      ],
    },
  },
  {
    id: 'toolkit.typed-execute',
    promise: '`execute` with a spec runs the tool that was registered from it and infers the type of the data.',
    sources: ['docs/toolkit.md#calling-tools'],
    tests: {
      'test/toolkit/registration.spec.ts': [
        'runs the tool that was registered from it, with all changes',
        'infers the type of the data',
      ],
    },
  },
  {
    id: 'toolkit.concurrency',
    promise: 'A concurrency limit applies to the calls of a tool across all sessions, in order of arrival.',
    sources: ['docs/toolkit.md#concurrency-limits'],
    tests: {
      'test/toolkit/concurrency.spec.ts': [
        'runs a limited number of calls, and the next one when one ends',
        'counts calls of all sessions together',
      ],
    },
  },
  {
    id: 'toolkit.exclusive',
    promise: 'An exclusive tool runs without other calls of the toolkit.',
    sources: ['docs/toolkit.md#concurrency-limits'],
    tests: {
      'test/toolkit/concurrency.spec.ts': [
        'runs without other calls, and holds back later ones',
        'waits for calls by execute too',
      ],
    },
  },
  {
    id: 'toolkit.self-waits',
    promise:
      'A call that would wait for a call within which it is made ends with an error at once, and no other call does.',
    sources: ['docs/toolkit.md#concurrency-limits', 'docs/background.md#together-with-other-features'],
    tests: {
      'test/toolkit/self-waits.spec.ts': [
        'fails within an exclusive call, by %s',
        'fails if it is exclusive, and its caller is not',
        'fails if the calls within which it is made occupy all slots of its tool',
        'fails for %s',
        'fails for a call through an agent that has another toolkit',
        'fails for a call of a program that an exclusive tool runs',
        'fails if two calls wait for each other',
        'runs after the call, for which it waits',
        'is not awaited by %s',
        'fails if it cannot become a task',
        'waits within a call, too',
        'is not held back by an exclusive call that waits for its caller',
        'is not within the call whose chunk its consumer has received',
      ],
    },
  },
  {
    id: 'toolkit.left-queue',
    promise: 'A call that is aborted or unsubscribed while it waits is removed from the queue.',
    sources: ['docs/toolkit.md#concurrency-limits'],
    tests: {
      'test/toolkit/concurrency.spec.ts': [
        'releases its place when it is aborted, with one interrupted response',
        'holds no slot if its consumer unsubscribes in the tick in which it is admitted',
        'releases the slot when %s',
      ],
    },
  },
  {
    id: 'toolkit.preset',
    promise: 'A preset value is hidden from models, refused if one sends it, and copied for each call.',
    sources: ['docs/toolkit.md#registering-tools', 'docs/multi-tenant.md#what-a-model-sees-and-sets'],
    tests: {
      'test/toolkit/registration.spec.ts': [
        'hides arguments in every tool that has them, and passes them',
        'rejects a value from a model or a state',
      ],
      'test/toolkit/isolated-tools.spec.ts': ['is copied for each call'],
    },
  },
  {
    id: 'toolkit.overrides',
    promise:
      'An `inputSchema` override replaces what the model sees and what arguments are validated against, and the method still receives DTO instances and dates.',
    sources: ['docs/toolkit.md#registering-tools'],
    tests: {
      'test/toolkit/registration.spec.ts': [
        'narrow the values that a model may send, and preserve a default',
        'preserve a DTO, with its own rules',
        'preserve a Date',
      ],
    },
  },
  {
    id: 'toolkit.renamed-arguments',
    promise:
      'A renamed argument has its new name wherever a model or an operator sees it, and the former name is unknown.',
    sources: ['docs/toolkit.md#rename-arguments'],
    tests: {
      'test/toolkit/renamed-arguments.spec.ts': [
        'renames an argument for the model, and the method receives it as before',
        'does not know the former name',
        'names the new name in every issue, also in those of a DTO',
        'creates the DTO with the names of its class',
        'applies to bindings, which retain their state key',
        'hides a preset that is renamed',
        'applies to every export, with the examples',
        'applies to extended models, repair and approval',
        'refuses an argument whose name is restricted by patterns',
      ],
    },
  },
  {
    id: 'toolkit.dynamic-description',
    promise: 'A description that is a function is asked at each listing, and is part of no fingerprint and no token.',
    sources: ['docs/toolkit.md#describe-a-tool-for-each-caller'],
    tests: {
      'test/toolkit/dynamic-descriptions.spec.ts': [
        'is asked at each listing, with the caller and the state',
        'is asked by the exports of a spec',
        'is searched',
        'is asked for each MCP client, with its session',
        'is not part of fingerprints',
        'is not part of an approval token',
        'omits its tool, with a warning, if it %s',
      ],
    },
  },
  {
    id: 'toolkit.cost',
    promise: 'The bytes and estimated tokens of the active tools are measured, and a budget fails the command.',
    sources: ['docs/toolkit.md#measure-what-tools-cost', 'docs/cli.md#measure-what-tools-cost'],
    tests: {
      'test/toolkit/cost.spec.ts': [
        'measures the bytes of each tool, and the totals of the active ones',
        'counts tokens with the tokenizer',
        'measures a session, a selection, and other groups',
      ],
      'test/cli/list.spec.ts': [
        'prints the size of each tool, and the total of the active ones',
        'exits with 1 if the active tools exceed the budget',
      ],
    },
  },
  {
    id: 'toolkit.enabled',
    promise: 'A predicate `enabled` is called whenever tools are listed or called.',
    sources: ['docs/toolkit.md#registering-tools'],
    tests: {
      'test/toolkit/registration.spec.ts': [
        'is called whenever tools are listed or called',
        'omits tools by a flag',
        'requires true: %s omits tools',
      ],
    },
  },
  {
    id: 'toolkit.duplicates',
    promise: '`onDuplicate` decides whether a name that is taken is an error, replaced, skipped or renamed.',
    sources: ['docs/toolkit.md#registering-tools'],
    tests: {
      'test/toolkit/registration.spec.ts': [
        '%s: as the toolkit says, unless the registration does',
        'renames with a counter, within 64 characters',
      ],
    },
  },
  {
    id: 'toolkit.unknown-options',
    promise: 'An option that does not exist is a `DefinitionError` that suggests the nearest name.',
    sources: ['docs/toolkit.md#registering-tools'],
    tests: { 'test/toolkit/unknown-options.spec.ts': ['of %s is rejected, with the nearest one'] },
  },
  {
    id: 'toolkit.first-sentence',
    promise: "With `descriptions: 'first-sentence'` models see only the first sentence of each description.",
    sources: ['docs/toolkit.md#registering-tools'],
    tests: {
      'test/toolkit/published-descriptions.spec.ts': [
        'publishes one sentence of %j',
        'shortens every export, and does not affect the tool elsewhere',
      ],
    },
  },
  {
    id: 'toolkit.postprocess',
    promise: '`postprocess` receives each response and may replace it, also asynchronously.',
    sources: ['docs/toolkit.md#registering-tools'],
    tests: {
      'test/toolkit/middleware.spec.ts': [
        'may replace each response, synchronously or later, by a copy or by its own response',
        'preserves the responses that it does not replace',
      ],
    },
  },
  {
    id: 'toolkit.hosted',
    promise:
      "A hosted tool appears unchanged in its provider's export and nowhere else, and the toolkit cannot call it.",
    sources: ['docs/toolkit.md#tools-that-the-provider-runs'],
    tests: {
      'test/toolkit/hosted-tools.spec.ts': [
        'is exported unchanged, only for its provider',
        'cannot be called by the toolkit',
      ],
    },
  },
  {
    id: 'toolkit.source-updates',
    promise:
      'An update of a source adds all new tools or none, retains the positions of tools that it still lists, and emits a warning if it fails.',
    sources: ['docs/toolkit.md#tool-sources'],
    tests: {
      'test/toolkit/sources.spec.ts': [
        'has its tools replaced, in the same positions',
        'retains its tools if it %s, with a warning',
      ],
    },
  },
  {
    id: 'toolkit.source-groups',
    promise:
      'The groups that a source declares are created if its tools use them, and removed once they contain no tool.',
    sources: ['docs/toolkit.md#tool-sources'],
    tests: {
      'test/toolkit/sources.spec.ts': [
        'and its tools use, and removes them with its tools',
        'and none if its tools cannot be added',
        'and leaves those that still have another tool',
      ],
    },
  },
  {
    id: 'toolkit.source-failure',
    promise: 'If `registerSource` rejects, nothing was added and the source is still open.',
    sources: ['docs/toolkit.md#tool-sources'],
    tests: {
      'test/toolkit/sources.spec.ts': [
        'rejects with the error of the source, leaves it open, and allows another attempt',
        'adds no tools if one cannot be added',
        'ends a pending registration',
      ],
    },
  },
  {
    id: 'toolkit.source-removal',
    promise: '`removeSource` and `clear` remove the tools at once and close each source once.',
    sources: ['docs/toolkit.md#tool-sources'],
    tests: {
      'test/toolkit/sources.spec.ts': [
        'removes its tools immediately, closes it once, and ignores its changes',
        'closes all sources, even if one cannot be closed',
      ],
    },
  },
  {
    id: 'toolkit.basic',
    promise:
      'The group `basic` always exists and is always active, and other groups are inactive unless you set `active`.',
    sources: ['docs/toolkit.md#groups', 'docs/groups.md#groups'],
    tests: {
      'test/toolkit/toolkit.spec.ts': [
        'initially contain only basic, which is active',
        'are inactive by default',
        'are not changed if one name is unknown, or basic would be deactivated',
      ],
    },
  },
  {
    id: 'toolkit.group-changes',
    promise: '`changes$` emits once for changes that happen together.',
    sources: ['docs/toolkit.md#groups'],
    tests: {
      'test/toolkit/groups.spec.ts': ['notify changes$ once when they are activated, created and removed together'],
    },
  },
  {
    id: 'toolkit.events',
    promise:
      '`events$` reports one start and one end of each call, also of unknown tools, rejected calls and unsubscribed ones.',
    sources: ['docs/toolkit.md#events-and-history', 'docs/observability.md#events'],
    tests: {
      'test/toolkit/events.spec.ts': [
        'emits the events of a call as they happen',
        'emits how a call ends: %s',
        'emits one end for a call whose consumer unsubscribes',
      ],
      'test/toolkit/fuzz.spec.ts': [
        'ends every call once in responses and events, and lists exactly the callable tools',
      ],
    },
  },
  {
    id: 'toolkit.listeners',
    promise: 'A listener that throws affects neither the call nor other listeners.',
    sources: ['docs/observability.md#events'],
    tests: { 'test/toolkit/events.spec.ts': ['reach the other listeners if one throws, and the call continues'] },
  },
  {
    id: 'toolkit.history',
    promise: 'A history contains only plain JSON and is bounded by `maxEntries`.',
    sources: ['docs/toolkit.md#events-and-history', 'docs/observability.md#history'],
    tests: {
      'test/toolkit/history.spec.ts': [
        'records each call at its end, as plain JSON',
        'removes the oldest records beyond its limit',
        'records values that JSON cannot represent',
      ],
    },
  },
  {
    id: 'toolkit.group-notes',
    promise: 'No model sees the notes of a group.',
    sources: ['docs/groups.md#groups'],
    tests: { 'test/toolkit/groups.spec.ts': ['show notes to no model'] },
  },
  {
    id: 'toolkit.unknown-group',
    promise: 'A method that accepts group names throws on an unknown name, before anything changes.',
    sources: ['docs/groups.md#groups'],
    tests: { 'test/toolkit/groups.spec.ts': ['reject an unknown name in %s, which changes nothing'] },
  },
  {
    id: 'toolkit.meta-tool',
    promise:
      '`activate_tool_groups` activates exactly the groups that are set to true, for the session through which it is called.',
    sources: ['docs/groups.md#letting-the-model-activate-groups'],
    tests: {
      'test/toolkit/meta-tools.spec.ts': [
        'activates the groups set to true, and deactivates all others',
        'rejects %s before anything changes',
        'activates the groups of the session through which it is called',
      ],
    },
  },
  {
    id: 'toolkit.search-tools',
    promise:
      '`search_tools` finds only tools that are enabled and that the caller may access, and activates the groups of the tools that it names.',
    sources: ['docs/groups.md#letting-the-model-search-for-tools'],
    tests: {
      'test/toolkit/search-tools.spec.ts': [
        'finds only what the caller may access',
        'finds only what is enabled, and what was registered since',
        'activates the groups of the selected tools, and does not affect the others',
      ],
    },
  },
  {
    id: 'toolkit.deferred-loading',
    promise:
      'Deferred tools are exported with the search tool of the provider, or replaced by `search_tools`, and switching their groups does not change the export.',
    sources: ['docs/formats.md#load-tools-on-demand', 'docs/groups.md#groups'],
    tests: {
      'test/toolkit/deferred-loading.spec.ts': [
        'stay the same over 100 switches of groups: %s',
        'are exported to Anthropic with its search tool, whether their groups are active or not',
        "are exported to OpenAI's Responses API with its search tool",
        'are replaced by search_tools in all other formats',
        'of an export defers every tool that does not decide itself, or none',
        'of a tool overrides that of its group, and register overrides both',
      ],
    },
  },
  {
    id: 'toolkit.deferred-access',
    promise:
      'A deferred tool cannot be called while its group is inactive, and is omitted for a caller who may not access it.',
    sources: ['docs/formats.md#load-tools-on-demand', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/toolkit/deferred-loading.spec.ts': [
        'cannot be called while their group is inactive',
        'are omitted for a caller who may not access them, or by a permission rule',
        'are exported only while their group is active in a session with fixed groups',
      ],
    },
  },
  {
    id: 'toolkit.deferred-search',
    promise: '`search_tools` makes deferred tools available, and activates groups only if the model may switch them.',
    sources: ['docs/groups.md#searching-for-deferred-tools'],
    tests: {
      'test/toolkit/deferred-loading.spec.ts': [
        'finds the deferred tools of active groups, and makes them available',
        'cannot make a tool of an inactive group available',
        'activates the groups of found tools if the model may switch groups',
        'loads tools for one session, which a snapshot retains',
      ],
    },
  },
  {
    id: 'toolkit.meta-tools-never-wait',
    promise: 'The tools that activate groups, and those for tasks, run also while an exclusive tool runs.',
    sources: ['docs/groups.md#letting-the-model-search-for-tools', 'docs/background.md#together-with-other-features'],
    tests: {
      'test/toolkit/meta-tools.spec.ts': ['may be called while an exclusive tool runs'],
      'test/toolkit/background.spec.ts': ['hold back other tools, but not the task tools'],
    },
  },
  {
    id: 'toolkit.found-after-start',
    promise:
      'A tool is looked up when its call runs, so that a tool that was removed, deactivated or disabled since does not run.',
    sources: ['docs/groups.md#groups', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/toolkit/changed-tools.spec.ts': [
        'is not called as it was after %s',
        'is not called as it was in a session after %s',
        'is checked each time if a predicate decides',
        'is not cached if the lookup changes the toolkit',
      ],
    },
  },
  {
    id: 'toolkit.versions',
    promise:
      'Of several numeric versions of a tool, the highest that the caller may access is listed and called, unless `versions` of an export or a session chooses another.',
    sources: ['docs/toolkit.md#several-versions-of-a-tool'],
    tests: {
      'test/toolkit/versions.spec.ts': [
        'lists, exports and calls %s of %j',
        'are chosen by the range %s: %s',
        'are skipped if the caller must not access them, and if they are disabled',
        'run with the middleware of their own version and group, and prefer an active group',
        'are called exactly if their spec is passed',
        'are named by events and the history if there are several',
        'are compared in snapshots by the version that is called',
      ],
      'test/mcp/server/listing.spec.ts': [
        'lists and calls the highest version of a tool, or the version that the server chooses',
      ],
    },
  },
  {
    id: 'toolkit.versions-refused',
    promise:
      'A range that no version matches, and a second tool of a name without different numeric versions, are refused.',
    sources: ['docs/toolkit.md#several-versions-of-a-tool'],
    tests: {
      'test/toolkit/versions.spec.ts': [
        'refuse %j when an export or a session is created',
        'must be numeric: %s and %s',
        'are duplicates if they are equal: %s and %s',
        'come from one source, whose versions are replaced and removed together',
      ],
    },
  },
  {
    id: 'toolkit.versions-approval',
    promise: 'A deferred call is resumed in exactly its version, or refused if that version was removed or changed.',
    sources: ['docs/toolkit.md#several-versions-of-a-tool', 'docs/approval.md#approving-a-call-later'],
    tests: {
      'test/toolkit/versions.spec.ts': [
        'run in exactly the version that was deferred',
        'are refused if that version has changed, was removed or must not be accessed',
      ],
    },
  },
  {
    id: 'toolkit.client-tools',
    promise:
      'A call of a tool that the client runs is validated, checked and approved, ends as pending, and has one end when its result is supplied.',
    sources: ['docs/toolkit.md#tools-that-the-client-runs'],
    tests: {
      'test/toolkit/client-tools.spec.ts': [
        'ends a call as pending with the validated input, and later with the supplied result',
        'validates, checks access, asks for approval and runs middleware before it waits',
        'returns a result without success and without an error, which throwOnError does not throw',
        'fails with the error of the client: %s',
        'stays in the foreground',
        'refuses the option %s, which applies where a tool runs',
      ],
    },
  },
  {
    id: 'toolkit.client-tools-once',
    promise:
      'A supplied result is validated and accepted once, through the session that ran the call, and an unknown or used ID is refused.',
    sources: ['docs/toolkit.md#tools-that-the-client-runs'],
    tests: {
      'test/toolkit/client-tools.spec.ts': [
        'fails if the supplied data does not fit the output schema, and accepts no second result',
        'is ended through the session that ran it',
        'refuses the result %j, and still waits',
      ],
    },
  },
  {
    id: 'toolkit.supplied-results',
    promise:
      'A result that the client supplies passes the output schema, postprocess, middleware and masking, also after restore() in another process.',
    sources: ['docs/toolkit.md#tools-that-the-client-runs', 'docs/middleware.md#results-that-a-client-supplies'],
    tests: {
      'test/toolkit/supplied-results.spec.ts': [
        'is redacted',
        'has the maximum length',
        'is kept out of the context',
        'is checked by guards, whose input guards are not asked again',
        'fits the output schema before middleware receives it, and after that its changes count',
        'is masked',
        'passes the middleware of the tool and of its group, inside that of the toolkit',
        'passes postprocess, which has received the pending response',
        'ends the call once, with the result that middleware returns',
        'may be streamed by middleware, whose chunks are events of the call',
        'is that of the call, whatever name or arguments middleware passes on',
        'arrives with the caller of the call, or with the one that is stated',
        'arrives with the caller of the call also through a session with another one',
        'is converted by callOptions once: its caller is that of the call',
        'shows no secrets of the toolkit, the session or the call in its errors',
        'ends the call with the failure of middleware, as the result of any tool',
        'is refused with the options %j, and the call still waits',
        'ends as interrupted if its signal aborts, and not before middleware has ended',
        'ends in the deadline of its tool',
        'holds no slot while the call waits, and needs none',
      ],
    },
  },
  {
    id: 'toolkit.supplied-results-once',
    promise: 'No ready-made middleware counts a call of a tool that the client runs twice.',
    sources: ['docs/middleware.md#results-that-a-client-supplies'],
    tests: {
      'test/toolkit/supplied-results.spec.ts': [
        'is cached under the key of its call, and looked up only by calls',
        'is not cached for others if another process has seen the call, or for an error',
        'is cached apart for toolkits whose calls have the same ID',
        'passes cache() if the tool %s',
        'passes cache() that was added after the call, or that another process has',
        'is no second call for rateLimit()',
        'is no second call for callLimit()',
        'is counted once by circuitBreaker(), when it arrives',
        'decides on the trial of circuitBreaker(), which admits one call in each time until it arrives',
        'is no refused argument for repairLimit()',
        'is the only output that guard() and maxOutput() see',
        'has the time since its call was pending from timing()',
        'is logged once as the end of the call',
        'has a span of its own, and is no second call in the metrics',
      ],
    },
  },
  {
    id: 'toolkit.client-tools-waiting',
    promise:
      'Calls that wait for their client are limited, are part of snapshots, and do not outlast their tool or a cancelled call.',
    sources: ['docs/toolkit.md#tools-that-the-client-runs', 'docs/sessions.md#saving-and-restoring-a-session'],
    tests: {
      'test/toolkit/client-tools.spec.ts': [
        'drops the oldest call beyond maxPendingCalls, and refuses an ID that waits',
        'waits again after restore() in another process',
        'ends the waiting calls of a tool that is removed',
        'leaves nothing behind if the call is aborted or unsubscribed before it waits',
        'leaves nothing behind if middleware replaces the pending response',
      ],
    },
  },
  {
    id: 'mcp-server.client-tools',
    promise: 'An MCP server does not serve tools that the client of a toolkit runs, and warns about them.',
    sources: ['docs/mcp-server.md#what-a-client-sees'],
    tests: {
      'test/toolkit/client-tools.spec.ts': [
        'is not served over MCP, with a warning, and not part of a session without client tools',
      ],
    },
  },
];
