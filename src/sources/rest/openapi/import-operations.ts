import { DefinitionError } from '../../../base/errors/errors.js';
import { EventLoopYielder } from '../../../call/event-loop-yielder.js';
import type { LocalName, LocalNames } from '../../../tool/spec/local-names.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import type { SourceGroup } from '../../../toolkit/tool-source.js';
import { isChosen, keysOf, missingOperations } from './choose-operations.js';
import { createOperationSpec, type SharedParts } from './create-operation-spec.js';
import { describeOperation } from './describe-operation.js';
import type { OperationEntry } from './described-operation.js';
import { listOperations, type QuarantinedOperation } from './list-operations.js';
import { fieldsOf, type OpenApiDocument } from './open-api-document.js';
import { describeGroups, groupOf } from './operation-groups.js';
import { SchemaPool } from './schema-pool.js';
import type { OpenApiSourceOptions } from './source-options.js';

/** The settings of importing a document. */
export interface ImportSettings extends Omit<SharedParts, 'inputs' | 'outputs'> {
  readonly options: OpenApiSourceOptions;
  /** The names of the tools of all imports of a source. */
  readonly names: LocalNames;
}

/** An operation whose tool has another name than before, because another operation would have the same. */
export interface RenamedOperation {
  readonly id: string;
  readonly formerName: string;
  readonly newName: string;
}

/** The tools of a document. */
export interface DocumentImport {
  /** The specs, in the order of the document. */
  readonly specs: readonly ToolSpec[];
  readonly groups: readonly SourceGroup[];
  readonly quarantined: readonly QuarantinedOperation[];
  /** What options name and the document does not have. */
  readonly missing: readonly string[];
  /** The tools that have another name than before. */
  readonly renamed: readonly RenamedOperation[];
  /** The number of callbacks and links, which are not imported. */
  readonly ignored: { readonly callbacks: number; readonly links: number };
}

// As many as an MCP server may list.
const defaultMaxOperations = 20_000;
// With more tools, a model should choose groups.
const mostActive = 20;

/**
 * Imports the operations of a document. An operation that cannot be imported is quarantined.
 *
 * @throws DefinitionError if the document has more operations than `maxOperations`.
 */
export async function importOperations(document: OpenApiDocument, settings: ImportSettings): Promise<DocumentImport> {
  const { options } = settings;
  const { entries, quarantined } = listOperations(document, options.maxOperations ?? defaultMaxOperations);
  const chosen = entries.filter((entry) => isChosen(entry, options));
  const imported = new OperationImport(document, settings);
  // Importing thousands of operations takes a while.
  const yielder = new EventLoopYielder();
  for (const entry of chosen) {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    imported.claimName(entry);
  }
  for (const entry of chosen) {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
    imported.add(entry);
  }
  const { specs } = imported;
  const groups = new Set(specs.flatMap(({ group }) => group ?? []));
  const { prefix, active = specs.length <= mostActive } = options;
  return {
    specs,
    groups: describeGroups(groups, document, { prefix, active }),
    quarantined: [...quarantined, ...imported.quarantined],
    missing: missingOperations(entries, options),
    renamed: imported.renamed,
    ignored: imported.ignored,
  };
}

class OperationImport {
  readonly specs: ToolSpec[] = [];
  readonly quarantined: QuarantinedOperation[] = [];
  readonly renamed: RenamedOperation[] = [];
  readonly ignored = { callbacks: 0, links: 0 };
  readonly #document: OpenApiDocument;
  readonly #settings: ImportSettings;
  readonly #shared: SharedParts;
  /** The names that the options choose, by the IDs of operations. */
  readonly #chosen = new Map<string, string>();
  /** The operations by the names of their tools. */
  readonly #owners = new Map<string, string>();

  constructor(document: OpenApiDocument, settings: ImportSettings) {
    this.#document = document;
    this.#settings = settings;
    const { compilePattern } = settings.interpretation;
    this.#shared = {
      ...settings,
      inputs: new SchemaPool({ document, compilePattern, omits: 'readOnly' }),
      outputs: new SchemaPool({ document, compilePattern, omits: 'writeOnly' }),
    };
  }

  /** Determines the name of an operation. Call it for all operations before the first is added. */
  claimName(entry: OperationEntry): void {
    const { options, names } = this.#settings;
    const name = chosenName(entry, options);
    if (name === undefined) {
      names.claim(entry.id);
      return;
    }
    this.#chosen.set(entry.id, name);
    names.reserve(name);
  }

  add(entry: OperationEntry): void {
    try {
      this.#add(entry);
    } catch (error) {
      if (!DefinitionError.is(error) && !(error instanceof RangeError)) throw error;
      // A deep chain of definitions exhausts the stack.
      const reason = DefinitionError.is(error) ? error.message : 'its schemas are nested too deep';
      this.quarantined.push(Object.freeze({ id: entry.id, reason }));
    }
  }

  #add(entry: OperationEntry): void {
    const local = this.#localNameOf(entry);
    const { name, formerName } = local;
    const owner = this.#owners.get(name);
    if (owner !== undefined) throw new DefinitionError(`its name '${name}' belongs to the operation '${owner}'`);
    const described = describeOperation(this.#document, entry);
    const place = { local, group: groupOf(entry, this.#settings.options) };
    this.specs.push(createOperationSpec(described, place, this.#shared));
    this.#owners.set(name, entry.id);
    if (formerName !== undefined) this.renamed.push({ id: entry.id, formerName, newName: name });
    this.#countIgnored(entry);
  }

  #localNameOf({ id }: OperationEntry): LocalName {
    const chosen = this.#chosen.get(id);
    if (chosen !== undefined) return { name: chosen, plainName: undefined, formerName: undefined };
    const assigned = this.#settings.names.get(id);
    if (assigned !== undefined) return assigned;
    throw new DefinitionError('other operations have all its names');
  }

  #countIgnored({ operation }: OperationEntry): void {
    this.ignored.callbacks += Object.keys(fieldsOf(operation.callbacks)).length;
    for (const response of Object.values(fieldsOf(operation.responses))) {
      this.ignored.links += Object.keys(fieldsOf(fieldsOf(response).links)).length;
    }
  }
}

function chosenName(entry: OperationEntry, { names }: OpenApiSourceOptions): string | undefined {
  if (typeof names === 'function') return names(entry);
  const key = keysOf(entry).find((one) => names !== undefined && Object.hasOwn(names, one));
  return key === undefined ? undefined : names?.[key];
}
