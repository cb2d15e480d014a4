import { MemoryEffectLog, MemorySessionStore } from 'toolwright/stores';
import { testSharedSessions } from '../contracts/shared-session.contract.js';

const store = new MemorySessionStore();

testSharedSessions({ name: 'memory', sessions: async () => store, effects: async () => new MemoryEffectLog() });
