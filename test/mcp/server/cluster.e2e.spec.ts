import { DefinitionError, Toolkit } from 'toolwright';
import { serveMcp } from 'toolwright/mcp/v2';
import { MemoryEventBus, MemoryRoundStore, MemorySessionStore } from 'toolwright/stores';
import { testClusters } from '../../contracts/mcp-cluster.contract.js';

const shared = { events: new MemoryEventBus(), rounds: new MemoryRoundStore(), sessions: new MemorySessionStore() };

testClusters({ name: 'memory', cluster: async () => shared });

describe('the option cluster', () => {
  it.each<[string, object]>([
    ['without an event bus', { cluster: {} }],
    ['with an unknown member', { cluster: { events: shared.events, tasks: {} } }],
    ['with rounds and without a key', { cluster: shared }],
  ])('is refused %s', async (_, options) => {
    await expect(serveMcp(new Toolkit(), { transport: 'http', port: 0, ...options })).rejects.toThrow(DefinitionError);
  });
});
