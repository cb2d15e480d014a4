import type { Requirement } from './requirement.js';

const tools = 'test/builtin/guarded/shell/shell-tools.e2e.spec.ts';
const injection = 'test/builtin/guarded/shell/shell-injection.e2e.spec.ts';
const endings = 'test/builtin/guarded/shell/program-endings.e2e.spec.ts';

const files = 'test/builtin/guarded/text-file-tools.spec.ts';
const escapes = 'test/builtin/guarded/file-escapes.spec.ts';
const memory = 'test/builtin/guarded/memory-tools.spec.ts';
const leading = 'test/builtin/guarded/shell/leading-arguments.e2e.spec.ts';
const rootFolders = 'test/builtin/guarded/root-folders.spec.ts';
const pathNames = 'test/builtin/guarded/path-names.spec.ts';
const hostilePaths = 'test/fuzz/hostile-paths.e2e.spec.ts';

/** The promises about the tools that touch the machine. */
export const guardedToolsRequirements: readonly Requirement[] = [
  {
    id: 'guarded-tools.switch',
    promise: 'The policy of the environment decides about each call, and is in its result, its events and the log.',
    sources: ['docs/guarded-tools.md#the-switch-of-the-environment', 'SECURITY.md#files-that-models-use'],
    tests: {
      [files]: [
        'warns of each call by default, with the path that the model sees',
        'adds the decision to refusals, to the events and to the log',
      ],
      [memory]: ['does nothing if the policy denies it, and adds the decision to the result'],
    },
  },
  {
    id: 'guarded-tools.text-files',
    promise: 'A model views, writes, changes, deletes, lists and searches text files in named roots, some read-only.',
    sources: ['docs/guarded-tools.md#text-files', 'SECURITY.md#files-that-models-use'],
    tests: {
      [files]: [
        'views the lines %j',
        'resolves a path without a root in the first root',
        'writes a file with its folders, and replaces it with its permissions',
        'inserts after line %j',
        'replaces all occurrences only if it is asked to',
        'keeps the line breaks of a file',
        'makes parallel changes of a file one after the other',
        'deletes files and empty folders',
        'lists the roots, and folders by levels',
        'searches the lines of files',
        'refuses to change a read-only root',
      ],
    },
  },
  {
    id: 'guarded-tools.paths',
    promise: 'No path reads or changes anything outside of its root, whatever is swapped meanwhile on Linux.',
    sources: [
      'docs/guarded-tools.md#what-paths-reach',
      'SECURITY.md#files-that-models-use',
      'SECURITY.md#what-is-a-vulnerability',
    ],
    tests: {
      [escapes]: [
        'are at least 30 that try to escape',
        'reach nothing outside of their root: %i %j',
        'change and delete nothing outside',
      ],
      [hostilePaths]: [
        'reach no file outside of the folder of the file and memory tools',
        'reach no file outside while folders, files and links are swapped',
      ],
    },
  },
  {
    id: 'guarded-tools.roots',
    promise: 'Roots are separate folders, and a root remains the real folder that it was when the tools were created.',
    sources: [
      'docs/guarded-tools.md#what-paths-reach',
      'docs/guarded-tools.md#folders-and-environment',
      'SECURITY.md#files-that-models-use',
    ],
    tests: {
      [rootFolders]: [
        'are refused if one is the other or in it: %j, %j',
        'may be next to each other, with names that begin in the same way',
        'by a link is refused by %s: %j',
        'by a link in front of it is refused',
        'remains the folder that its link led to',
        'by a folder of the same name is used',
      ],
    },
  },
  {
    id: 'guarded-tools.path-characters',
    promise: 'A path contains invisible characters only where they change what a person sees.',
    sources: ['docs/guarded-tools.md#what-paths-reach'],
    tests: { [pathNames]: ['may not be %s', 'may be those of %s'] },
  },
  {
    id: 'guarded-tools.file-limits',
    promise: 'Files, views, lists and searches are limited, and a view that is cut names the next line.',
    sources: ['docs/guarded-tools.md#limits-of-file-tools', 'SECURITY.md#files-of-textfiletools-and-memorytools'],
    tests: {
      [files]: ['cuts a view at its limits, and names the next line', 'lists the roots, and folders by levels'],
    },
  },
  {
    id: 'guarded-tools.memory',
    promise: 'The memory has the commands, the paths and the texts that Anthropic documents, over a folder or a store.',
    sources: ['docs/guarded-tools.md#memory', 'SECURITY.md#files-that-models-use'],
    tests: {
      [memory]: [
        'views a folder with sizes, two levels deep, without hidden files',
        'creates, changes, renames and deletes, with the texts of the documentation of Anthropic',
        'renames a folder with its files',
        'answers %j with an error',
        'keeps the memory in its folder',
        'deletes a folder and the links in it, not what they lead to',
      ],
    },
  },
  {
    id: 'guarded-tools.programs',
    promise: 'A program receives the arguments of a model as they are, and no shell reads them.',
    sources: [
      'docs/guarded-tools.md#programs',
      'SECURITY.md#programs-that-models-run',
      'SECURITY.md#what-is-a-vulnerability',
    ],
    tests: {
      [tools]: [
        'runs a program, and returns its output, its exit code and the decision',
        'passes the standard input, also to a program that does not read it',
        'names the programs and the folders, and no path of the host',
        'refuses %s',
      ],
      [injection]: [
        'are passed as they are, whatever they mean to a shell',
        'are passed as they are, for any text',
        'may not contain NUL',
      ],
    },
  },
  {
    id: 'guarded-tools.programs-policy',
    promise:
      'The policy of the environment decides about each call before the program starts, and is in its result, its events and the log.',
    sources: ['docs/guarded-tools.md#programs', 'SECURITY.md#programs-that-models-run'],
    tests: {
      [tools]: [
        'refuses each program if it is %s',
        'warns of each call if it is %j',
        'is in an event before the program starts, and in that of its end',
        'has the decision about each call',
      ],
    },
  },
  {
    id: 'guarded-tools.programs-allowed',
    promise:
      'Only programs that were allowed by name run, from their real path, with arguments that their rules permit.',
    sources: ['docs/guarded-tools.md#allow-programs', 'SECURITY.md#programs-that-models-run'],
    tests: {
      [injection]: [
        'are refused with %s',
        'under the rule %j: %j',
        'of %s reach no other option after a `--` that is a value: %j',
        'follow those of the rule',
        'start no program if a check %s them',
        'is not looked up in the roots, in relative folders or in the working folder',
        'is the one that existed when the tools were created',
      ],
    },
  },
  {
    id: 'guarded-tools.programs-leading-arguments',
    promise: 'No leading argument gives an option of a model another meaning than the one with which it was checked.',
    sources: ['docs/guarded-tools.md#allow-programs', 'SECURITY.md#programs-that-models-run'],
    tests: {
      [leading]: [
        'of %s give no option of a model another meaning: %j %j',
        '%j permit the options %j of a model as before: %j',
        '%j with the options %j are refused with what to write: %s',
        'of tar begin with a dash if there are options',
        'do not take the command as the value of their last option',
        'receives no option that its rule does not permit, after any leading arguments',
      ],
    },
  },
  {
    id: 'guarded-tools.programs-surroundings',
    promise: 'A program starts in a folder of a root, with an environment that contains nothing but what is named.',
    sources: ['docs/guarded-tools.md#folders-and-environment', 'SECURITY.md#programs-that-models-run'],
    tests: {
      [injection]: [
        'contains nothing that is not allowed by name',
        'contains no PATH if no folder of it is absolute and outside of the roots',
        'contains what is set, and what is inherited by name',
        '%j is %s',
        '%j is refused as outside of the roots',
        '%j is refused as no folder',
        'is refused by its path on the host',
        'never is outside of the root while a link is swapped',
        'is closed after the call',
      ],
    },
  },
  {
    id: 'guarded-tools.programs-output',
    promise:
      'The output of a program is streamed and limited, and a call that ends early returns the output until then.',
    sources: ['docs/guarded-tools.md#output-and-limits', 'SECURITY.md#programs-of-shelltools'],
    tests: {
      [tools]: [
        'streams the output as it arrives',
        'runs no program twice',
        'returns the signal that ended a program',
        'returns the output until the time limit',
        'returns the output until the call is aborted',
        'is kept at both ends',
        'contains no split character, and the chunks are the output',
      ],
      [injection]: [
        'that %s is an error without a path of the host',
        'whose arguments are too long for the system is an error',
      ],
    },
  },
  {
    id: 'guarded-tools.programs-processes',
    promise: 'Every process of a program ends with its call, also one that ignores SIGTERM or has left its session.',
    sources: ['docs/guarded-tools.md#processes-that-end-with-the-call', 'SECURITY.md#programs-that-models-run'],
    tests: {
      [endings]: [
        'an aborted call > ends %s',
        'the time limit > ends %s',
        'starts nothing, or leaves nothing behind, whenever it is aborted',
        'ends the program when its reader leaves',
        'leaves no process %s, and its call ends',
        'does not keep its call alive by a process that cannot be found',
        'leaves no listener',
        'by %s ends its programs',
      ],
    },
  },
];
