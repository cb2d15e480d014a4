import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { limitsOf, mergeLimits } from '../../base/options/merge-limits.js';
import { delay, object, optionsOf } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { SandboxEngine } from './sandbox-engine.js';
import { MemorySnapshotStore, type SnapshotStore } from './snapshot-store.js';

/** The options of `enableCodeMode`. */
export interface CodeModeOptions {
  /** The engine that runs the programs of models, such as a `QuickJsEngine` of `toolwright/sandbox`. */
  readonly engine: SandboxEngine;
  /** What one program may use. */
  readonly budgets?: Partial<CodeBudgets> | undefined;
  /** Which declarations of tools the description of `run_code` contains. */
  readonly declarations?: DeclarationOptions | undefined;
  /**
   * The store of programs that wait for an approval. With this option, a call that needs approval, and has no approver,
   * waits in the store instead of being denied.
   *
   * @default a store in memory, for approvers that answer 'later'
   */
  readonly snapshots?: SnapshotStore | undefined;
}

/** What one program of a model may use. */
export interface CodeBudgets {
  /** The number of its calls. Calls that fail count, too. @default 50 */
  readonly calls: number;
  /** The number of its calls that run at the same time. Further calls wait. @default 8 */
  readonly concurrent: number;
  /** The time that it may compute, in milliseconds. @default 5000 */
  readonly computeMs: number;
  /** The time that its calls may take, in milliseconds. Waiting for approval is not counted. @default 60000 */
  readonly waitMs: number;
  /** The maximum length of its value as JSON, and of its console output, in characters. @default 20000 */
  readonly resultCharacters: number;
}

/** Which declarations of tools a model reads without a search. */
export interface DeclarationOptions {
  /**
   * The maximum size of the declarations in the description of `run_code`, in tokens of four bytes. Tools that were
   * registered first are declared first. All others are found with `search_tools`.
   *
   * @default 800
   */
  readonly tokens?: number | undefined;
}

/** The options of code mode, with their defaults. */
export interface CodeModeSettings {
  readonly engine: SandboxEngine;
  readonly budgets: CodeBudgets;
  readonly declarationTokens: number;
  readonly snapshots: SnapshotStore;
  /** Whether a call that needs approval waits if it has no approver. */
  readonly defersApproval: boolean;
}

const defaultBudgets: CodeBudgets = Object.freeze({
  calls: 50,
  concurrent: 8,
  computeMs: 5_000,
  waitMs: 60_000,
  resultCharacters: 20_000,
});

const optionNames: OptionNames<CodeModeOptions> = {
  engine: true,
  budgets: limitsOf(defaultBudgets),
  declarations: optionsOf<NonNullable<CodeModeOptions['declarations']>>({ tokens: delay }),
  snapshots: object,
};

/** @throws DefinitionError if an option is unknown or invalid, or there is no engine. */
export function readCodeModeOptions(options: CodeModeOptions): CodeModeSettings {
  checkOptionNames(options, optionNames, 'enableCodeMode');
  const { engine, budgets, declarations = {}, snapshots } = options;
  const run: unknown = (engine as Partial<SandboxEngine> | undefined)?.run;
  if (typeof run !== 'function') {
    throw new DefinitionError(
      `enableCodeMode: engine must be a sandbox engine, not ${previewValue(engine)}. Pass new QuickJsEngine() of ` +
        'toolwright/sandbox.',
    );
  }
  const { tokens = 800 } = declarations;
  return {
    engine,
    budgets: mergeLimits(defaultBudgets, budgets, 'enableCodeMode: budgets'),
    declarationTokens: tokens,
    snapshots: snapshots ?? new MemorySnapshotStore(),
    defersApproval: snapshots !== undefined,
  };
}
