import type { Requirement } from './requirement.js';

/** The promises about tools from folders. */
export const loaderRequirements: readonly Requirement[] = [
  {
    id: 'loader.folders',
    promise: 'Modules and definitions in folders, in files and in the matches of glob patterns become tools.',
    sources: ['docs/loader.md#load-a-folder'],
    tests: {
      'test/loader/tool-manager.spec.ts': [
        'finds the tools in tools/native, tools/builtin and tools/mcp',
        'uses the first tool of a name, and warns about each other',
        'rejects names of tool sets and agents that do not exist',
      ],
      'test/loader/definitions.spec.ts': ['is disconnected when the manager is closed'],
    },
  },
  {
    id: 'loader.modules',
    promise: 'A module exports specs, functions, registry classes, instances or sources.',
    sources: ['docs/loader.md#modules'],
    tests: {
      'test/loader/tool-manager.spec.ts': [
        'loads the specs, functions, registry classes and instances that a module exports',
        'lists the exports and files without tools, and the reasons',
      ],
    },
  },
  {
    id: 'loader.definitions',
    promise:
      'HTTP operations, OpenAPI documents and MCP servers are defined in YAML or JSON, under either of their keys.',
    sources: ['docs/loader.md#definitions'],
    tests: {
      'test/loader/definitions.spec.ts': [
        'authenticates requests with %s',
        'sends the arguments to its path below the address, with its method',
        'ends a call with timeout after the time limit',
        'imports the operations of the document, with their groups',
        'is required: a document in a folder with tools is skipped',
        'imports the tools of the server, and sends mcp_api_key',
      ],
    },
  },
  {
    id: 'loader.agents',
    promise:
      'The toolkit of an agent contains its tools and those of its tool sets, and its output strategy drives its formatter.',
    sources: ['docs/loader.md#tool-sets-and-agents'],
    tests: {
      'test/loader/tool-manager.spec.ts': [
        'creates the toolkit of an agent from its tools and its tool sets',
        'applies the time limit of a tool set to its tools',
        'runs the calls of an agent one after the other if it is not parallel',
      ],
    },
  },
  {
    id: 'loader.configuration',
    promise: 'A configuration in TypeScript, JavaScript, JSON or YAML is read from the working folder.',
    sources: ['docs/loader.md#configuration-file'],
    tests: {
      'test/loader/tool-manager.spec.ts': [
        'reads %s in the working folder',
        'replaces the fields of a configuration by options',
      ],
    },
  },
  {
    id: 'loader.placeholders',
    promise:
      'Environment variables are replaced in values only, their values appear in no error, and values can be bound to the state.',
    sources: ['docs/loader.md#variables-and-bound-values'],
    tests: {
      'test/loader/definitions.spec.ts': [
        'replaces variables, their defaults and escaped placeholders in values, but not in keys',
        'binds the path, the query, headers and arguments to the state',
        'reads a credential from the state for each call',
        'does not appear in the error of %s',
        'does not appear in the error of a call',
      ],
    },
  },
  {
    id: 'loader.errors',
    promise:
      'Each mistake in a configuration is one error with the file, the line and the column, and affects nothing else.',
    sources: ['docs/loader.md#duplicates-and-errors'],
    tests: {
      'test/loader/broken-configurations.spec.ts': [
        'is tested with at least 30 mistakes',
        'with $title causes an error with the file, the line and the column',
      ],
      'test/loader/tool-manager.spec.ts': [
        'loads the other files and exports if one fails',
        'rejects or reports %s',
        'uses the first tool of a name, and warns about each other',
      ],
    },
  },
  {
    id: 'loader.reload',
    promise: 'The tools of changed files are replaced in the toolkits, without ending a call.',
    sources: ['docs/loader.md#reload'],
    tests: {
      'test/loader/tool-manager.spec.ts': [
        'replaces the tools of a file that was changed while a call continues',
        'keeps the former tools of a file that can no longer be read',
      ],
      'test/loader/definitions.spec.ts': [
        'is updated when the document was changed',
        'is followed: the tools of the toolkits are those of the server',
        'keeps its connection until the calls that use it have ended',
      ],
    },
  },
  {
    id: 'loader.watch',
    promise: 'With `watch`, the tools follow the files without ending a call, and a broken file changes nothing.',
    sources: ['docs/loader.md#watch'],
    tests: {
      'test/loader/watch.e2e.spec.ts': [
        'updates a toolkit when a file is changed, added and removed',
        'updates the tools within two seconds',
        'does not end a running call',
        'keeps the former tools of a file that is broken, and warns',
        'follows the configuration, and the folders that it names',
        'remains as it is while its configuration is broken, and warns',
        'notices nothing more when it is closed',
      ],
    },
  },
];
