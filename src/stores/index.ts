/**
 * The stores of toolwright: what several processes share, each over one interface, and in memory.
 *
 * @module
 */

export {
  type EffectClaim,
  type EffectClaimOptions,
  type EffectLog,
  MemoryEffectLog,
  RecordEffectLog,
} from './effect-log.js';
export { type EventBus, MemoryEventBus, type Unsubscribe } from './event-bus.js';
export { MemoryRecordStore, type MemoryStoreLimits } from './memory-record-store.js';
export {
  type RecordChange,
  type RecordStore,
  type StoredRecord,
  type StoreLimits,
  storeDefaults,
} from './record-store.js';
export type { ResultStore, StoredResult } from './result-store.js';
export { type HeldRound, MemoryRoundStore, RecordRoundStore, type RoundStore } from './round-store.js';
export { MemorySessionStore, RecordSessionStore, type SessionStore, type StoredSession } from './session-store.js';
export {
  MemoryTaskStore,
  RecordTaskStore,
  type StoredTask,
  type TaskRecord,
  type TaskStatus,
  type TaskStore,
} from './task-store.js';
