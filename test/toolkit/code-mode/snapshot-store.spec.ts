import { MemorySnapshotStore } from 'toolwright/sandbox';
import { testSnapshotStore } from '../../contracts/snapshot-store.contract.js';

testSnapshotStore('MemorySnapshotStore', (limits) => new MemorySnapshotStore(limits));
