import type { JsonSchema } from '../../../base/json/json-schema.js';
import { longestPath } from '../files/path-rules.js';
import type { MemoryPath } from './memory-store.js';

/** The names of the commands of the memory tool. */
export const memoryCommands = ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] as const;

/** The arguments of the memory tool. Each command needs some of them. */
export interface MemoryInput {
  readonly command: (typeof memoryCommands)[number];
  readonly path?: string;
  readonly view_range?: readonly number[];
  readonly file_text?: string;
  readonly old_str?: string;
  readonly new_str?: string;
  readonly insert_line?: number;
  readonly insert_text?: string;
  readonly old_path?: string;
  readonly new_path?: string;
}

/** A command with valid paths. */
export interface MemoryCommand {
  readonly command: MemoryInput['command'];
  /** The path as the model wrote it, which results repeat. */
  readonly shown: string;
  readonly path: MemoryPath;
  readonly shownTarget: string;
  readonly target: MemoryPath;
  readonly range: readonly number[] | undefined;
  readonly line: number;
  readonly oldText: string;
  readonly text: string;
}

/** The arguments that each command needs. */
export const requiredFields: Readonly<Record<MemoryInput['command'], readonly (keyof MemoryInput)[]>> = {
  view: ['path'],
  create: ['path', 'file_text'],
  str_replace: ['path', 'old_str'],
  insert: ['path', 'insert_line', 'insert_text'],
  delete: ['path'],
  rename: ['old_path', 'new_path'],
};

const path = { type: 'string', minLength: 1, maxLength: longestPath } as const;
const text = { type: 'string', maxLength: 1_000_000 } as const;

/** The schemas of the arguments by name. */
export const memorySchemas: Readonly<Record<keyof MemoryInput, JsonSchema>> = {
  command: { type: 'string', enum: [...memoryCommands] },
  path: { ...path, description: "The path, from '/memories' on. For all commands except rename" },
  view_range: {
    type: 'array',
    items: { type: 'integer' },
    minItems: 2,
    maxItems: 2,
    description: 'For view: the first and the last line. -1 is the end',
  },
  file_text: { ...text, description: 'For create: the text of the file' },
  old_str: { ...text, minLength: 1, description: 'For str_replace: the text to replace, verbatim' },
  new_str: { ...text, description: 'For str_replace: the text that replaces it. Empty if omitted' },
  insert_line: { type: 'integer', description: 'For insert: the line after which to insert. 0 is the beginning' },
  insert_text: { ...text, description: 'For insert: the text to insert' },
  old_path: { ...path, description: 'For rename: the path of what to rename' },
  new_path: { ...path, description: 'For rename: the new path' },
};
