import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/client';
import type { LinkObserver } from '../client/remote-link.js';

// How long to wait before a subscription is tried again, at first and at most, in milliseconds.
const firstPauseMs = 100;
const longestPauseMs = 30_000;

/**
 * Subscribes to changes of a server's tools, and again whenever the subscription ends, until the signal fires. Servers of
 * the protocol 2025-11-25 and older tell of changes without being asked.
 */
export async function followTools(client: Client, observer: LinkObserver, signal: AbortSignal): Promise<void> {
  if (client.getProtocolEra() !== 'modern' || client.getServerCapabilities()?.tools?.listChanged !== true) return;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const subscription = await client.listen({ toolsListChanged: true }, { signal });
      // What has changed while nobody listened was not told.
      if (pauseMs > firstPauseMs) observer.toolsChanged();
      pauseMs = firstPauseMs;
      if ((await subscription.closed) === 'local') return;
    } catch {
      // It is tried again: a server that is gone shows in the calls of its tools.
    }
    await pause(pauseMs, undefined, { signal }).catch(() => {});
  }
}
