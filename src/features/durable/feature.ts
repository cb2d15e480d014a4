import type { TaskStore } from '../../stores/task-store.js';
import type { Feature } from '../../toolkit/feature.js';
import type { PipelineSteps } from '../../toolkit/pipeline/pipeline.js';
import { type CheckDecision, DurableTasks } from './durable-tasks.js';
import { runDurably } from './run-durably.js';

/** Durable calls: workers of a task store run them, so that they survive this process. Dispatches such calls. */
export class DurableFeature implements Feature {
  readonly name = 'durable';
  readonly steps: PipelineSteps = { dispatch: runDurably };
  readonly #tasks: DurableTasks | undefined;

  /** @param store - The store of the calls. Without one, durable calls end with a DefinitionError. */
  constructor(store: TaskStore | undefined, checkDecision: CheckDecision) {
    this.#tasks = store && new DurableTasks(store, checkDecision);
  }

  createPart(): DurableTasks | undefined {
    return this.#tasks;
  }
}
