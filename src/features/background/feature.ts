import type { ChunkSink, RunnableCall } from '../../call/consumers.js';
import { requirePart } from '../../toolkit/entry/require-part.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { Feature, OpenRequest } from '../../toolkit/feature.js';
import type { CallEnvironment } from '../../toolkit/pipeline/pipeline.js';
import { storedTasksKey } from '../../toolkit/stored-tasks.js';
import type { ToolCatalog } from '../../toolkit/tool-catalog.js';
import { createBackgroundCall } from './background-call.js';
import { BackgroundTasks, backgroundTasksKey } from './background-tasks.js';
import { addTaskTools } from './task-tools.js';

/** Background tasks: calls that continue after they have returned a placeholder. Runs such calls in its own way. */
export class BackgroundFeature implements Feature {
  readonly name = 'background';
  readonly #catalog: ToolCatalog;
  #maxTasks = 100;

  constructor(catalog: ToolCatalog) {
    this.#catalog = catalog;
  }

  createPart(scope: ScopeControl): BackgroundTasks {
    return new BackgroundTasks({
      limit: () => this.#maxTasks,
      durable: () => scope.part(storedTasksKey),
      sessionId: () => scope.sessionId,
      limiter: this.#catalog.limiter,
    });
  }

  /** Returns the tasks of a toolkit or session. */
  tasksOf(scope: ScopeControl): BackgroundTasks {
    return requirePart(scope, backgroundTasksKey);
  }

  /** Adds the tools with which models manage tasks. Throws a DefinitionError if another tool has one of their names. */
  enable(maxTasks: number | undefined): void {
    this.addTools();
    this.#maxTasks = maxTasks ?? this.#maxTasks;
  }

  open(environment: CallEnvironment, request: OpenRequest, sink: ChunkSink | undefined): RunnableCall | undefined {
    const { background, backgroundAfterMs } = request.options;
    if (background !== true && backgroundAfterMs === undefined) return undefined;
    return createBackgroundCall({ environment, addTools: () => this.addTools() }, request, sink);
  }

  /** Adds the missing tools with which models manage tasks. */
  addTools(): void {
    addTaskTools(this.#catalog);
  }
}
