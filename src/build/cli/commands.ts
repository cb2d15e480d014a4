import { call } from './call-command.js';
import { complete } from './complete-command.js';
import { completion } from './completion-command.js';
import { dev, devTools } from './dev-command.js';
import { doctor } from './doctor-command.js';
import { evalCommand } from './eval-command.js';
import { flow } from './flow-command.js';
import { generate } from './generate-command.js';
import { help } from './help-command.js';
import { install } from './install-command.js';
import { lint } from './lint-command.js';
import { list } from './list-command.js';
import { lock } from './lock-command.js';
import { pack } from './pack-command.js';
import { serve } from './serve-command.js';
import type { CommandDeclaration } from './shared/declaration.js';
import { uninstall } from './uninstall-command.js';

/** All commands, in the order of the help. */
export const commands: readonly CommandDeclaration[] = [
  list,
  call,
  serve,
  dev,
  install,
  uninstall,
  pack,
  generate,
  lint,
  evalCommand,
  flow,
  lock,
  doctor,
  completion,
  help,
  complete,
  devTools,
];
