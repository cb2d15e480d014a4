import { Toolkit } from 'toolwright';
import type { FolderSnapshotStore, QuickJsEngine } from 'toolwright/sandbox';
import { Branch, type Order } from './branch.js';

const cities = 'berlin bern dublin lisbon london madrid oslo paris prague riga rome vienna'.split(' ');

/** What the toolkit of one process is made of. */
export interface ToolkitParts {
  readonly engine: QuickJsEngine;
  readonly snapshots: FolderSnapshotStore;
  readonly orders: Order[];
}

/** Creates the toolkit of a shop with twelve branches, as each process does. */
export function createToolkit({ engine, snapshots, orders }: ToolkitParts): Toolkit {
  // All processes have the same key, which an application reads from its configuration.
  const toolkit = new Toolkit({ approvalKey: 'the key of the sample, 32 bytes or more' });
  for (const city of cities) {
    toolkit.createGroup(city, { active: true });
    toolkit.register(new Branch(city, orders), { group: city, prefix: city });
  }
  toolkit.enableCodeMode({ engine, snapshots, budgets: { calls: 40 } });
  return toolkit;
}
