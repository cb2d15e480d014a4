import type { Client } from '@modelcontextprotocol/client';
import { sleep } from '../../../base/async/schedule.js';

// The first and the longest delay before subscribing again, in milliseconds.
const firstPauseMs = 100;
const longestPauseMs = 30_000;

/**
 * Subscribes to changes of a server's tools, and subscribes again whenever the subscription ends, until the signal
 * fires. Servers of protocol version 2025-11-25 and older send changes without a subscription.
 */
export async function followTools(client: Client, onToolsChanged: () => void, signal: AbortSignal): Promise<void> {
  if (client.getProtocolEra() !== 'modern' || client.getServerCapabilities()?.tools?.listChanged !== true) return;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const subscription = await client.listen({ toolsListChanged: true }, { signal });
      // Changes that happened between two subscriptions were not reported.
      if (pauseMs > firstPauseMs) onToolsChanged();
      pauseMs = firstPauseMs;
      if ((await subscription.closed) === 'local') return;
    } catch {
      // Subscribing is retried. A lost server is reported by the calls of its tools.
    }
    await sleep(pauseMs, signal).catch(() => {});
  }
}
