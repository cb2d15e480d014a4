import { existsSync } from 'node:fs';
import { partOfHost } from '../../call/host-call.js';
import { ToolError, type Toolkit } from '../../index.js';
import type { DevLock } from '../../integrations/dev/protocol.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import { registeredSourcesOf } from '../../toolkit/registered-sources.js';
import { compareWithLock } from '../checks/lock/compare-with-lock.js';
import { readLock } from '../checks/lock/lock-file.js';
import { readDefinitions } from '../checks/lock/read-definitions.js';
import { readTextFile } from '../checks/text-file.js';

const file = 'toolwright.lock.json';

/** Compares the tools of the developer page with the lock file of the current folder. Returns undefined if there is none. */
export function compareToolkit(toolkit: Toolkit): DevLock | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const locked = readLock(readTextFile(file));
    const entries = partOfHost(toolkit, callRunnerKey)?.parts.catalog.entries ?? [];
    // Tools that act on the toolkit are those of the page, and in no lock file.
    const specs = entries.filter(({ actsOnScope }) => actsOnScope !== true).map(({ spec }) => spec);
    const changes = compareWithLock(locked, readDefinitions(specs, registeredSourcesOf(toolkit)));
    return { file, changes: changes.map(({ class: one, subject, text }) => ({ class: one, ...subject, text })) };
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    return { file, changes: [], problem: error.message };
  }
}
