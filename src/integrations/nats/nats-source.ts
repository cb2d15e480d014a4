import { once } from '../../base/async/once.js';
import { type Observable, Subject } from '../../base/async/rxjs.js';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { type ToolSource, ToolSpec } from '../../index.js';
import { CallerLink } from './caller-link.js';
import type { GuardedConnection } from './guarded-connection.js';
import type { Health } from './messages.js';
import { createNatsExecutor } from './nats-executor.js';
import { openConnection } from './open-connection.js';
import { type CallerSettings, type NatsSourceOptions, readSourceOptions } from './source-options.js';
import { Subjects } from './subjects.js';
import type { ServedTool } from './worker-table.js';

/** A tool source with the tools that workers serve over NATS. */
export interface NatsSource extends ToolSource {
  /** The workers that are known, with their health. */
  readonly workers: readonly Health[];
}

/**
 * Creates a tool source with the tools that workers serve over NATS. Tools appear, change and disappear as workers do.
 * Requires `@nats-io/transport-node`.
 *
 * @throws DefinitionError on an unknown or invalid option.
 * @example
 * ```ts
 * await toolkit.registerSource(natsSource({ servers: 'nats://localhost:4222' }));
 * ```
 */
export function natsSource(options: NatsSourceOptions = {}): NatsSource {
  return new WorkerSource(options, readSourceOptions(options));
}

interface OpenSource {
  readonly connection: GuardedConnection;
  readonly link: CallerLink;
}

class WorkerSource implements NatsSource {
  readonly name: string;
  readonly close: () => Promise<void>;
  readonly #options: NatsSourceOptions;
  readonly #settings: CallerSettings;
  readonly #subjects: Subjects;
  readonly #changes = new Subject<void>();
  readonly #specs = new Map<string, ToolSpec>();
  #opening: Promise<OpenSource> | undefined;
  #link: CallerLink | undefined;

  constructor(options: NatsSourceOptions, settings: CallerSettings) {
    this.name = settings.name;
    this.#options = options;
    this.#settings = settings;
    this.#subjects = new Subjects(options.subject ?? 'toolwright', 'natsSource');
    this.close = once(() => this.#close());
  }

  get changes$(): Observable<void> {
    return this.#changes;
  }

  get workers(): readonly Health[] {
    return this.#link?.workers.table.health ?? [];
  }

  async specs(): Promise<readonly ToolSpec[]> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    const { link } = await this.#opening;
    return link.workers.tools().flatMap((tool) => this.#specOf(tool, link) ?? []);
  }

  async #open(): Promise<OpenSource> {
    const connection = await openConnection(this.#options, 'natsSource');
    const link = new CallerLink({
      connection,
      subjects: this.#subjects,
      settings: this.#settings,
      onTools: () => this.#changes.next(),
    });
    try {
      await link.open();
    } catch (error) {
      link.close();
      await connection.close();
      throw error;
    }
    this.#link = link;
    return { connection, link };
  }

  /** Returns the spec of a tool. Returns undefined for a definition that is invalid, with a warning. */
  #specOf(tool: ServedTool, link: CallerLink): ToolSpec | undefined {
    const key = JSON.stringify([tool.queue, tool.name, tool.fingerprint]);
    const known = this.#specs.get(key);
    if (known !== undefined) return known;
    try {
      const spec = createSpec(tool, link);
      this.#specs.set(key, spec);
      return spec;
    } catch (error) {
      emitWarning(`natsSource '${this.name}': the tool '${tool.name}' was not imported: ${String(error)}`);
      return undefined;
    }
  }

  async #close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    opened?.link.close();
    await opened?.connection.close();
    this.#changes.complete();
  }
}

function createSpec(tool: ServedTool, link: CallerLink): ToolSpec {
  const { name, title, description, version, tags, inputSchema, outputSchema, annotations, meta, flow } = tool;
  return ToolSpec.create({
    name,
    title,
    description,
    version,
    tags,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations,
    meta,
    ...flow,
    accumulate: tool.accumulate,
    needsApproval: tool.needsApproval,
    idempotent: tool.idempotent,
    effect: tool.effect,
    executor: createNatsExecutor(tool, link),
  });
}
