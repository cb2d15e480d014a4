// Written by 'toolwright generate' from the project's types. Do not edit it: run the command again.
/* eslint-disable */
import { defineToolSchemas } from '../tool/metadata/index.js';
import { TextFileTools } from './guarded/files/text-file-tools.js';
import { MemoryTools } from './guarded/memory/memory-tools.js';
import { ShellTools } from './guarded/shell/shell-tools.js';

defineToolSchemas(TextFileTools, {
  view: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                "The path, from the name of its root on, such as '/workspace/notes.txt'. List '/' to see the roots.",
              minLength: 1,
              maxLength: 1024,
            },
            from: { type: 'integer', minimum: 1, maximum: 1000000000, description: 'The first line', default: 1 },
            to: {
              type: 'integer',
              minimum: 1,
              maximum: 1000000000,
              description: 'The last line. The end of the file if omitted',
            },
          },
          required: ['path'],
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: { type: 'string' },
  },
  write: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                "The path, from the name of its root on, such as '/workspace/notes.txt'. List '/' to see the roots.",
              minLength: 1,
              maxLength: 1024,
            },
            text: { type: 'string', maxLength: 1000000 },
          },
          required: ['path', 'text'],
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: {
      type: 'object',
      properties: { path: { type: 'string' }, created: { type: 'boolean' }, lines: { type: 'integer' } },
      required: ['path', 'created', 'lines'],
    },
  },
  insert: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                "The path, from the name of its root on, such as '/workspace/notes.txt'. List '/' to see the roots.",
              minLength: 1,
              maxLength: 1024,
            },
            line: { type: 'integer', minimum: 0, maximum: 1000000000 },
            text: { type: 'string', maxLength: 1000000, minLength: 1 },
          },
          required: ['path', 'line', 'text'],
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: {
      type: 'object',
      properties: { path: { type: 'string' }, changes: { type: 'integer' }, excerpt: { type: 'string' } },
      required: ['path', 'changes', 'excerpt'],
    },
  },
  replace: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                "The path, from the name of its root on, such as '/workspace/notes.txt'. List '/' to see the roots.",
              minLength: 1,
              maxLength: 1024,
            },
            oldText: { type: 'string', maxLength: 1000000, description: 'The text to replace, verbatim', minLength: 1 },
            newText: { type: 'string', maxLength: 1000000, description: 'The text that replaces it' },
            all: { type: 'boolean', description: 'Whether to replace all occurrences', default: false },
          },
          required: ['path', 'oldText', 'newText'],
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: {
      type: 'object',
      properties: { path: { type: 'string' }, changes: { type: 'integer' }, excerpt: { type: 'string' } },
      required: ['path', 'changes', 'excerpt'],
    },
  },
  delete: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                "The path, from the name of its root on, such as '/workspace/notes.txt'. List '/' to see the roots.",
              minLength: 1,
              maxLength: 1024,
            },
          },
          required: ['path'],
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  list: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description:
                "The path, from the name of its root on, such as '/workspace/notes.txt'. List '/' to see the roots.",
              minLength: 1,
              maxLength: 1024,
              default: '/',
            },
            depth: { type: 'integer', description: 'The number of levels', minimum: 1, maximum: 32, default: 1 },
          },
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: {
      type: 'object',
      properties: {
        entries: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              path: { type: 'string' },
              kind: { type: 'string', enum: ['file', 'folder', 'other'] },
              size: { type: 'integer', description: 'In bytes' },
            },
            required: ['path', 'kind', 'size'],
          },
        },
        truncated: { type: 'boolean' },
      },
      required: ['entries', 'truncated'],
    },
  },
  search: {
    params: [
      {
        schema: {
          type: 'object',
          properties: {
            text: { type: 'string', minLength: 1, maxLength: 1000 },
            path: {
              type: 'string',
              description: 'The folder, by default the first root',
              minLength: 1,
              maxLength: 1024,
              default: '.',
            },
            ignoreCase: { type: 'boolean', default: false },
          },
          required: ['text'],
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: {
      type: 'object',
      properties: {
        matches: {
          type: 'array',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, line: { type: 'integer' }, text: { type: 'string' } },
            required: ['path', 'line', 'text'],
          },
        },
        truncated: { type: 'boolean' },
      },
      required: ['matches', 'truncated'],
    },
  },
});

defineToolSchemas(MemoryTools, {
  run: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
            path: {
              type: 'string',
              minLength: 1,
              maxLength: 1024,
              description: "The path, from '/memories' on. For all commands except rename",
            },
            view_range: {
              type: 'array',
              items: { type: 'integer' },
              description: 'For view: the first and the last line. -1 is the end',
              minItems: 2,
              maxItems: 2,
            },
            file_text: { type: 'string', maxLength: 1000000, description: 'For create: the text of the file' },
            old_str: {
              type: 'string',
              maxLength: 1000000,
              description: 'For str_replace: the text to replace, verbatim',
              minLength: 1,
            },
            new_str: {
              type: 'string',
              maxLength: 1000000,
              description: 'For str_replace: the text that replaces it. Empty if omitted',
            },
            insert_line: {
              type: 'integer',
              description: 'For insert: the line after which to insert. 0 is the beginning',
            },
            insert_text: { type: 'string', maxLength: 1000000, description: 'For insert: the text to insert' },
            old_path: {
              type: 'string',
              minLength: 1,
              maxLength: 1024,
              description: 'For rename: the path of what to rename',
            },
            new_path: { type: 'string', minLength: 1, maxLength: 1024, description: 'For rename: the new path' },
          },
          required: ['command'],
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: { type: 'string' },
  },
});

defineToolSchemas(ShellTools, {
  runProgram: {
    params: [
      {
        name: 'input',
        schema: {
          type: 'object',
          properties: {
            program: { type: 'string', description: 'The name of the program' },
            args: {
              type: 'array',
              items: { type: 'string', maxLength: 100000 },
              description: 'The arguments, each as the program receives it, without quotes',
              maxItems: 1000,
              default: [],
              examples: [['-l', '--', 'my file.txt']],
            },
            cwd: { type: 'string', description: 'The folder in which the program runs', maxLength: 4096 },
            stdin: { type: 'string', description: 'The standard input', maxLength: 1000000 },
          },
          required: ['program'],
          additionalProperties: false,
        },
      },
      { name: 'ctx', context: true },
    ],
    returns: {
      type: 'object',
      properties: {
        exitCode: { type: ['integer', 'null'] },
        signal: { type: ['string', 'null'] },
        stdout: { type: 'string' },
        stderr: { type: 'string' },
        omittedBytes: { type: 'integer' },
      },
      required: ['exitCode', 'signal', 'stdout', 'stderr', 'omittedBytes'],
    },
  },
});
