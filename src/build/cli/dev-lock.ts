import { existsSync } from 'node:fs';
import { registeredSourcesOf } from '../../features/sources/registered-sources.js';
import { ToolError, type Toolkit, type ToolSpec } from '../../index.js';
import type { DevLock } from '../../integrations/dev/protocol.js';
import { compareWithLock } from '../checks/lock/compare-with-lock.js';
import { readLock } from '../checks/lock/lock-file.js';
import { readDefinitions } from '../checks/lock/read-definitions.js';
import { readTextFile } from '../checks/text-file.js';

const file = 'toolwright.lock.json';

/**
 * Compares the tools of the developer page with the lock file of the current folder. Returns undefined if there is none.
 *
 * @param specs - The tools that `toolwright lock` locks: those of the page include some that act on its toolkit.
 */
export function compareTools(toolkit: Toolkit, specs: readonly ToolSpec[]): DevLock | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const locked = readLock(readTextFile(file));
    const changes = compareWithLock(locked, readDefinitions(specs, registeredSourcesOf(toolkit)));
    return { file, changes: changes.map(({ class: one, subject, text }) => ({ class: one, ...subject, text })) };
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    return { file, changes: [], problem: error.message };
  }
}
