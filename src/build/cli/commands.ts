import { call } from './commands/call.js';
import { complete } from './commands/complete.js';
import { completion } from './commands/completion.js';
import { generate } from './commands/generate.js';
import { help } from './commands/help.js';
import { list } from './commands/list.js';
import { serve } from './commands/serve.js';
import type { CommandDeclaration } from './declaration.js';

/** All commands, in the order of the help. */
export const commands: readonly CommandDeclaration[] = [list, call, serve, generate, completion, help, complete];
