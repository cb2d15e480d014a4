import type { Requirement } from './requirement.js';

/** The promises about the built-in tools. */
export const builtinRequirements: readonly Requirement[] = [
  {
    id: 'builtin.toolkit',
    promise:
      'The built-in tools are ordinary tools of the kind `builtin`, with closed schemas and a tag for each registry.',
    sources: ['docs/builtin.md#adding-the-tools'],
    tests: {
      'test/builtin/builtin-toolkit.spec.ts': [
        'contains the tools of all registries, whose kind is builtin',
        'has tools that change nothing, with closed schemas whose texts and lists are limited',
        'is a ToolRegistry with named tools: %p',
        'can be called as a class and extended',
      ],
    },
  },
  {
    id: 'builtin.packages',
    promise:
      'An optional package is loaded at the first call that needs it, and its absence is a `DefinitionError` that names the command.',
    sources: ['docs/builtin.md#adding-the-tools'],
    tests: {
      'test/builtin/builtin-package.e2e.spec.ts': [
        'loads no optional package when it is imported',
        'names the command that installs a missing package',
        'runs from %s',
      ],
    },
  },
  {
    id: 'builtin.calculator',
    promise: 'Sums, products and powers are exact decimals, and other results have 34 digits.',
    sources: ['docs/builtin.md#calculator'],
    tests: {
      'test/builtin/calculator-tools.spec.ts': [
        'calculates %s exactly',
        'reads %% after a number as a percentage: %s',
        'calculates other results to 34 digits: %s',
        'has the functions and constants of %s',
        'adds and multiplies decimals of any size as integers do',
      ],
    },
  },
  {
    id: 'builtin.calculator-mistakes',
    promise: 'A mistake in an expression is refused with its position and what is expected there.',
    sources: ['docs/builtin.md#calculator'],
    tests: {
      'test/builtin/calculator-tools.spec.ts': [
        'states the position of a mistake, and what is expected: %s',
        'refuses what has no result or is too large: %s',
        'limits the length of an expression in its schema',
      ],
    },
  },
  {
    id: 'builtin.dates',
    promise: 'Dates are parsed, formatted, added, subtracted and converted to zones and calendars, with business days.',
    sources: ['docs/builtin.md#dates-and-times'],
    tests: {
      'test/builtin/date-time-tools.spec.ts': [
        'parses %j',
        'formats with a pattern',
        'formats in the style of a language',
        'adds %j',
        'returns the difference of %j',
        'converts between zones, and finds their names',
        'converts to the calendar %s',
        'adds business days',
        'counts business days, including both ends',
      ],
    },
  },
  {
    id: 'builtin.dates-ambiguous',
    promise: 'A local time that occurs twice or not at all is read as the argument `disambiguation` says.',
    sources: ['docs/builtin.md#dates-and-times'],
    tests: {
      'test/builtin/date-time-tools.spec.ts': [
        'reads a local time that occurs twice, or not at all, as the argument says',
      ],
    },
  },
  {
    id: 'builtin.patterns',
    promise: 'Regular expressions of a model match in linear time, in a worker with a time limit.',
    sources: ['docs/builtin.md#text', 'docs/builtin.md#limits-and-security'],
    tests: {
      'test/builtin/string-tools.spec.ts': [
        'matches patterns in linear time that backtracking engines match in exponential time',
        'ends a search that takes too long',
        'states what is wrong with the pattern %s',
      ],
    },
  },
  {
    id: 'builtin.text',
    promise: 'Text is counted, split and shortened by the characters that a reader sees.',
    sources: ['docs/builtin.md#text'],
    tests: {
      'test/builtin/string-tools.spec.ts': ['splits %j', 'counts the parts of a text', 'pads and truncates'],
    },
  },
  {
    id: 'builtin.lists',
    promise: 'Lists are sorted, filtered, grouped, combined and aggregated with exact decimals.',
    sources: ['docs/builtin.md#lists'],
    tests: {
      'test/builtin/array-tools.spec.ts': [
        'sorts objects by several values in them',
        'filters by %j',
        'groups items by a value of any type',
        'aggregates decimals exactly: %s',
        'combines lists as sets: %s',
      ],
    },
  },
  {
    id: 'builtin.objects',
    promise: 'Values of objects are read, set and deleted by path in copies, and merged, compared and queried.',
    sources: ['docs/builtin.md#objects-and-queries'],
    tests: {
      'test/builtin/object-tools.spec.ts': [
        'gets the value at %s',
        'sets a value in a copy, and creates what is missing',
        'deletes values in a copy',
        'merges objects deeply or not, and replaces or appends lists',
        'compares two versions of data',
        'evaluates %s',
      ],
    },
  },
  {
    id: 'builtin.no-host-objects',
    promise: 'No path, expression or query reaches an object of the runtime.',
    sources: ['docs/builtin.md#limits-and-security'],
    tests: {
      'test/builtin/calculator-tools.spec.ts': ['reaches no object of the runtime: %s'],
      'test/builtin/object-tools.spec.ts': [
        'refuses the path %s',
        'object_query > reaches no object of the runtime: %s',
        'drops a name that could reach a prototype',
      ],
      'test/fuzz/hostile-arguments.e2e.spec.ts': ['neither block nor crash %s, and return only data'],
    },
  },
  {
    id: 'builtin.queries-end',
    promise: 'A query ends at its time limit or when the call is cancelled, without blocking the process.',
    sources: ['docs/builtin.md#limits-and-security'],
    tests: {
      'test/builtin/object-tools.spec.ts': [
        'ends at its time limit, without blocking the process, and serves the next call',
        'ends when the caller aborts, while it runs and while it waits',
        'answers many calls at once, each with its own result',
        'limits the size of its result',
      ],
      'test/builtin/builtin-package.e2e.spec.ts': ['lets the process exit while workers are idle'],
    },
  },
];
