import type { OptionNames } from '../../../../base/options/check-options.js';
import { object } from '../../../../base/options/option-rules.js';
import { DefinitionError } from '../../../../index.js';
import { eventBus } from '../../../../stores/event-bus.js';
import type { EventBus, RoundStore, SessionStore } from '../../../../stores/index.js';

/** What the nodes of one server share. Each node is a process that serves the same tools behind one address. */
export interface McpCluster {
  /** The bus that connects the nodes. */
  readonly events: EventBus;
  /**
   * Stores which node has each call that waits for an answer. With it, any node can receive the answer. Requires `key`.
   *
   * @default an answer must reach the node that has the call
   */
  readonly rounds?: RoundStore | undefined;
  /**
   * Stores the active groups of the subjects of stateless requests.
   *
   * @default each node has active groups of its own
   */
  readonly sessions?: SessionStore | undefined;
}

interface ClusterOptions {
  readonly cluster?: McpCluster | undefined;
  readonly key?: unknown;
}

/** The names of the parts of a cluster. */
export const clusterNames: OptionNames<McpCluster> = { events: eventBus, rounds: object, sessions: object };

/**
 * Checks the option `cluster`.
 *
 * @throws DefinitionError with `rounds` but without a key.
 */
export function checkCluster({ cluster, key }: ClusterOptions): McpCluster | undefined {
  if (cluster?.rounds === undefined || key !== undefined) return cluster;
  throw new DefinitionError(
    'cluster.rounds requires a key. Set key to at least 32 random bytes, the same in each process.',
  );
}
