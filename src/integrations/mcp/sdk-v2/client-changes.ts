import type { Client } from '@modelcontextprotocol/client';
import { sleep } from '../../../base/async/schedule.js';
import type { ListListeners } from '../client/link/connect-client.js';

// The first and the longest delay before subscribing again, in milliseconds.
const firstPauseMs = 100;
const longestPauseMs = 30_000;

type ListFilter = Parameters<Client['listen']>[0];

/**
 * Subscribes to changes of a server's lists, and subscribes again whenever the subscription ends, until the signal fires.
 * Servers of protocol version 2025-11-25 and older send changes without a subscription.
 */
export async function followLists(client: Client, listeners: ListListeners, signal: AbortSignal): Promise<void> {
  const filter = filterOf(client, listeners);
  if (client.getProtocolEra() !== 'modern' || Object.keys(filter).length === 0) return;
  for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const subscription = await client.listen(filter, { signal });
      // Changes that happened between two subscriptions were not reported.
      if (pauseMs > firstPauseMs) reportAll(listeners);
      pauseMs = firstPauseMs;
      if ((await subscription.closed) === 'local') return;
    } catch {
      // Subscribing is retried. A lost server is reported by the calls of its tools.
    }
    await sleep(pauseMs, signal).catch(() => {});
  }
}

/** Returns the changes that are followed and that the server reports. */
function filterOf(client: Client, { onToolsChanged, onOffersChanged }: ListListeners): ListFilter {
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  return {
    ...(onToolsChanged !== undefined && tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(onOffersChanged !== undefined && resources?.listChanged === true ? { resourcesListChanged: true } : {}),
    ...(onOffersChanged !== undefined && prompts?.listChanged === true ? { promptsListChanged: true } : {}),
  };
}

function reportAll({ onToolsChanged, onOffersChanged }: ListListeners): void {
  onToolsChanged?.();
  onOffersChanged?.();
}
