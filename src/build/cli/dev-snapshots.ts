import { LATE, settleWithin } from '../../base/async/settle-within.js';
import type { DevPeer } from '../../integrations/dev/protocol.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';

type Requests = Pick<DevPeer, 'request'>;

/** The snapshots of a toolkit and its sessions, by scope. */
export type DevSnapshots = ReadonlyMap<string, unknown>;

// In milliseconds. A process that is busy is started again with earlier ones.
const limitMs = 1_000;

/** Returns the snapshots of a process. Returns undefined if it does not answer in time. */
export async function takeSnapshots(tools: Requests): Promise<DevSnapshots | undefined> {
  const taken = await settleWithin(
    takeAll(tools).catch(() => undefined),
    limitMs,
  );
  return taken === LATE ? undefined : taken;
}

async function takeAll(tools: Requests): Promise<DevSnapshots> {
  const { sessions } = await tools.request('describe', { scope: 'toolkit' });
  const scopes = ['toolkit', ...sessions];
  return new Map(
    await Promise.all(scopes.map(async (scope) => [scope, await tools.request('snapshot', { scope })] as const)),
  );
}

/** Restores snapshots in another process. One that no longer fits, such as of a removed group, is passed over. */
export async function restoreSnapshots(tools: Requests, snapshots: DevSnapshots): Promise<void> {
  for (const [scope, snapshot] of snapshots) {
    try {
      if (scope !== 'toolkit') await tools.request('createSession', { id: scope });
      await tools.request('restore', { scope, snapshot: withoutTools(snapshot) });
    } catch {
      // The scope begins anew.
    }
  }
}

/** Removes the fingerprints of tools: those of a tool that is being written differ, which is no reason for a warning. */
function withoutTools(snapshot: unknown): unknown {
  return isRecord(snapshot) ? { ...snapshot, tools: {} } : snapshot;
}
