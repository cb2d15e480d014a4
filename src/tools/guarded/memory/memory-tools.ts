import { statSync } from 'node:fs';
import { DefinitionError, PermissionError } from '../../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { count, object, string } from '../../../base/options/option-rules.js';
import type { ToolResult } from '../../../call/response/tool-result.js';
import type { ToolContext } from '../../../call/tool-context.js';
import { Ctx } from '../../../tool/decorators/ctx.js';
import { Tool } from '../../../tool/decorators/tool.js';
import type { PathReading } from '../../../tool/metadata/tool-options.js';
import type { ToolSpecs } from '../../../tool/registry/tool-specs-of.js';
import { BuiltinRegistry } from '../../definition/builtin-registry.js';
import { invalidArgument } from '../../definition/invalid-argument.js';
import { namesOf } from '../files/path-rules.js';
import { GuardedCall } from '../guarded-call.js';
import { guardedTool } from '../guarded-tool.js';
import { TaskQueue } from '../task-queue.js';
import { FolderMemoryStore } from './folder-memory-store.js';
import { FollowedMemory } from './followed-memory.js';
import { type MemoryCommand, type MemoryInput, requiredFields } from './memory-command.js';
import type { MemoryPath, MemoryStore } from './memory-store.js';
import { runMemoryCommand } from './run-memory-command.js';

/** The options of {@link MemoryTools}: a folder or a store. */
export interface MemoryToolsOptions {
  /** An existing folder that contains the memory. */
  readonly folder?: string | undefined;
  /** The store that contains the memory, instead of a folder. */
  readonly store?: MemoryStore | undefined;
  /** The largest file, in bytes. @default 262_144 */
  readonly maxFileBytes?: number | undefined;
}

const optionNames: OptionNames<MemoryToolsOptions> = { folder: string, store: object, maxFileBytes: count };

const toolName = 'memory';

/**
 * The tool `memory`, in which a model keeps what it wants to know in later conversations. Its commands, arguments and
 * results are those of Anthropic's memory tool (`memory_20250818`); other models can use it too. No toolkit contains it
 * unless you register it. The environment variable `TOOLWRIGHT_DANGEROUS_IO` decides whether it runs.
 *
 * @example
 * ```ts
 * toolkit.register(new MemoryTools({ folder: `./memory/${userId}` }));
 * ```
 */
export class MemoryTools extends BuiltinRegistry {
  readonly #store: MemoryStore;
  readonly #maxFileBytes: number;
  readonly #commands = new TaskQueue();
  #ownSpecs: ToolSpecs<this> | undefined;

  /** @throws DefinitionError if there is not exactly one of `folder` and `store`, or an option is invalid. */
  constructor(options: MemoryToolsOptions) {
    super();
    checkOptionNames(options, optionNames, 'MemoryTools');
    const { folder, store, maxFileBytes = 262_144 } = options;
    this.#maxFileBytes = maxFileBytes;
    this.#store = chooseStore(folder, store, maxFileBytes);
  }

  /** Returns the spec of this instance, whose paths permission rules see as the tool does. It is created once. */
  override toToolSpecs(): ToolSpecs<this> {
    this.#ownSpecs ??= this.#createSpecs();
    return this.#ownSpecs;
  }

  #createSpecs(): ToolSpecs<this> {
    const reading: PathReading = {
      resolve: (path) => this.#realPaths(path),
      completePattern: (pattern) => (pattern.startsWith('/') ? pattern : `/memories/${pattern}`),
    };
    const { run } = super.toToolSpecs() as ToolSpecs<MemoryTools>;
    const paths = { path: reading, old_path: reading, new_path: reading };
    return Object.freeze({ run: run?.with({ paths }) }) as ToolSpecs<this>;
  }

  async #realPaths(path: string): Promise<readonly string[]> {
    const names = memoryPath(path);
    const real = (await this.#store.realPath?.(names)) ?? names;
    return [...new Set([names, real].map((one) => `/${['memories', ...one].join('/')}`))];
  }

  /** Runs one command on the memory. */
  @Tool({
    ...guardedTool('memory', 'writes', {
      name: toolName,
      description:
        'Keep text files in /memories for later conversations. View /memories before you begin. Commands: view a file or ' +
        'a folder; create a file; str_replace a text that occurs once; insert a text after a line; delete; rename.',
    }),
    // It declares no trust: what it returns is as trusted as those who have written it.
    show: 'value',
  })
  run(input: MemoryInput, @Ctx() ctx: ToolContext): Promise<ToolResult<string>> {
    const reason = input.command === 'view' ? 'reads its memory' : 'changes its memory';
    return GuardedCall.run(ctx, { tool: toolName, path: input.path ?? input.old_path, reason }, async () => {
      const command = readCommand(input);
      this.#checkSize(command.text);
      // One after the other, because an edit reads before it writes.
      return this.#commands.run(async () => {
        ctx.signal.throwIfAborted();
        return runMemoryCommand(new FollowedMemory(this.#store, ctx), command, { maxFileBytes: this.#maxFileBytes });
      });
    });
  }

  #checkSize(text: string): void {
    if (Buffer.byteLength(text) <= this.#maxFileBytes) return;
    throw invalidArgument('text', `A file of the memory has at most ${this.#maxFileBytes} bytes.`);
  }
}

function chooseStore(folder: string | undefined, store: MemoryStore | undefined, maxFileBytes: number): MemoryStore {
  if ((folder === undefined) === (store === undefined)) {
    throw new DefinitionError("MemoryTools: pass either 'folder' or 'store'.");
  }
  if (store !== undefined) return store;
  const path = folder as string;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new DefinitionError(`MemoryTools: the folder does not exist: ${path}`);
  }
  return new FolderMemoryStore(path, maxFileBytes);
}

function readCommand(input: MemoryInput): MemoryCommand {
  const missing = requiredFields[input.command].find((name) => input[name] === undefined);
  if (missing !== undefined) throw invalidArgument(missing, `The command '${input.command}' needs it.`);
  const shown = input.path ?? input.old_path ?? '';
  return {
    command: input.command,
    shown,
    path: memoryPath(shown),
    shownTarget: input.new_path ?? '',
    target: input.new_path === undefined ? [] : memoryPath(input.new_path),
    range: input.view_range,
    line: input.insert_line ?? 0,
    oldText: input.old_str ?? '',
    text: input.file_text ?? input.insert_text ?? input.new_str ?? '',
  };
}

function memoryPath(path: string): MemoryPath {
  const [top, ...names] = namesOf(path);
  if (!path.startsWith('/') || top !== 'memories') {
    throw new PermissionError("A path of the memory begins with '/memories'.");
  }
  return names;
}
