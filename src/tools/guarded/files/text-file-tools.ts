import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { flag, object, strings } from '../../../base/options/option-rules.js';
import type { ToolResult } from '../../../call/response/tool-result.js';
import { ToolContext } from '../../../call/tool-context.js';
import { Ctx } from '../../../tool/decorators/ctx.js';
import { Tool } from '../../../tool/decorators/tool.js';
import type { ToolSpecs } from '../../../tool/registry/tool-specs-of.js';
import type { ToolSpec } from '../../../tool/spec/tool-spec.js';
import { BuiltinRegistry } from '../../definition/builtin-registry.js';
import { invalidArgument } from '../../definition/invalid-argument.js';
import { GuardedCall } from '../guarded-call.js';
import { guardedTool } from '../guarded-tool.js';
import { TaskQueue } from '../task-queue.js';
import { defaultDeny, denyFilter } from './deny-list.js';
import { type FileLimits, type ResolvedFileLimits, resolveFileLimits } from './file-limits.js';
import { type FileRoot, FileRoots, type FileTarget } from './file-roots.js';
import type { FilePath, FileText, LineNumber } from './file-types.js';
import { type FileList, type FileSearch, listDeep, searchFiles } from './search-files.js';
import { excerpt, insertAfter, lineAt, linesOf, numberLines, occurrencesOf, withBreaksOf } from './text-lines.js';

/** The options of {@link TextFileTools}. */
export interface TextFileToolsOptions {
  /** The folders that a model reaches, by the names that it sees. A path without such a name is in the first one. */
  readonly roots: Readonly<Record<string, string | FileRoot>>;
  /** The names of files and folders that are neither reached nor listed. @default defaultDeny */
  readonly deny?: readonly string[] | undefined;
  /** Whether files that have several names (hard links) are read and written. @default false */
  readonly allowHardLinks?: boolean | undefined;
  /** The limits of each call. */
  readonly limits?: FileLimits | undefined;
}

const optionNames: OptionNames<TextFileToolsOptions> = {
  roots: object,
  deny: strings,
  allowHardLinks: flag,
  limits: object,
};

/** The path of a file or a folder. @description */
export interface PathInput {
  readonly path: FilePath;
}

/** A file that was written. @description */
export interface WrittenFile {
  readonly path: string;
  /** Whether the file did not exist before. @description */
  readonly created: boolean;
  /** The number of lines of the file. @description @asType integer */
  readonly lines: number;
}

/** A file that was changed. @description */
export interface EditedFile {
  readonly path: string;
  /** The number of changed places. @description @asType integer */
  readonly changes: number;
  /** The lines around the first change, with their numbers. @description */
  readonly excerpt: string;
}

/** A file or a folder that was deleted. @description */
export interface DeletedFile {
  readonly path: string;
}

/**
 * Tools with which a model works on text files in folders that you choose. No toolkit contains them unless you register
 * them. The environment variable `TOOLWRIGHT_DANGEROUS_IO` decides whether they run: `warn` by default, `allow`, or `deny`.
 *
 * @example
 * ```ts
 * toolkit.register(
 *   new TextFileTools({ roots: { workspace: './work', userinput: { folder: './uploads', readOnly: true } } }),
 * );
 * ```
 */
export class TextFileTools extends BuiltinRegistry {
  readonly #roots: FileRoots;
  readonly #limits: ResolvedFileLimits;
  readonly #changes = new TaskQueue();
  #ownSpecs: ToolSpecs<this> | undefined;

  /** @throws DefinitionError if an option is unknown or invalid, or a folder does not exist. */
  constructor(options: TextFileToolsOptions) {
    super();
    const where = 'TextFileTools';
    checkOptionNames(options, optionNames, where);
    const { roots, deny = defaultDeny, allowHardLinks = false, limits = {} } = options;
    this.#limits = resolveFileLimits(limits, where);
    const { maxFileBytes } = this.#limits;
    this.#roots = new FileRoots(roots, { where, isDenied: denyFilter(deny, where), allowHardLinks, maxFileBytes });
  }

  /** Returns the specs of this instance, whose paths permission rules see as the tools do. They are created once. */
  override toToolSpecs(): ToolSpecs<this> {
    this.#ownSpecs ??= this.#createSpecs();
    return this.#ownSpecs;
  }

  #createSpecs(): ToolSpecs<this> {
    const paths = { path: this.#roots.reading };
    const specs = Object.entries(super.toToolSpecs() as Readonly<Record<string, ToolSpec>>);
    return Object.freeze(
      Object.fromEntries(specs.map(([name, spec]) => [name, spec.with({ paths })])),
    ) as ToolSpecs<this>;
  }

  /** Returns the numbered lines of a file. */
  @Tool(
    guardedTool('file', 'reads', {
      name: 'file_view',
      description: 'View a text file with line numbers, or a range of its lines.',
    }),
  )
  view(
    {
      path,
      from = 1,
      to,
    }: PathInput & {
      /** The first line */
      readonly from?: LineNumber;
      /** The last line. The end of the file if omitted */
      readonly to?: LineNumber;
    },
    @Ctx() ctx: ToolContext,
  ): Promise<ToolResult<string>> {
    return this.#guard(ctx, { path, tool: 'file_view', reason: 'reads a file' }, async () => {
      await GuardedCall.readAnything(ctx);
      const target = this.#roots.find(path);
      const text = await this.#roots.explainMissing(target, () => target.files.read(target));
      return viewLines(text, { from, to }, this.#limits);
    });
  }

  /** Creates a file, or replaces its text. */
  @Tool(
    guardedTool('file', 'writes', {
      name: 'file_write',
      description: 'Create a text file, or replace all of its text. Missing folders are created.',
    }),
  )
  write(input: PathInput & { readonly text: FileText }, @Ctx() ctx: ToolContext): Promise<ToolResult<WrittenFile>> {
    return this.#change(ctx, { path: input.path, tool: 'file_write', reason: 'writes a file' }, async (target) => {
      const { created } = await target.files.write(target, input.text);
      return { path: target.shown, created, lines: linesOf(input.text).length };
    });
  }

  /** Inserts lines into a file. */
  @Tool(
    guardedTool('file', 'writes', {
      name: 'file_insert',
      description: 'Insert lines into a text file, after the line with a number. 0 inserts at the beginning.',
    }),
  )
  insert(
    input: PathInput & {
      /** @minimum 0 */
      readonly line: LineNumber;
      /** @minLength 1 */
      readonly text: FileText;
    },
    @Ctx() ctx: ToolContext,
  ): Promise<ToolResult<EditedFile>> {
    return this.#change(ctx, { path: input.path, tool: 'file_insert', reason: 'changes a file' }, async (target) => {
      await GuardedCall.readAnything(ctx);
      const before = await target.files.read(target);
      const last = linesOf(before).length;
      if (input.line > last)
        throw invalidArgument('line', `'${target.shown}' has ${last} lines. Expected 0 to ${last}.`);
      const after = insertAfter(before, input.line, input.text);
      await target.files.write(target, after);
      const added = Math.max(1, linesOf(input.text).length);
      return { path: target.shown, changes: 1, excerpt: shorten(excerpt(after, input.line + 1, input.line + added)) };
    });
  }

  /** Replaces a part of a file. */
  @Tool(
    guardedTool('file', 'writes', {
      name: 'file_replace',
      description:
        'Replace a text in a text file. It must occur exactly once, unless all occurrences are replaced. Copy it verbatim, ' +
        'without line numbers.',
    }),
  )
  replace(
    {
      path,
      oldText,
      newText,
      all = false,
    }: PathInput & {
      /** The text to replace, verbatim @minLength 1 */
      readonly oldText: FileText;
      /** The text that replaces it */
      readonly newText: FileText;
      /** Whether to replace all occurrences */
      readonly all?: boolean;
    },
    @Ctx() ctx: ToolContext,
  ): Promise<ToolResult<EditedFile>> {
    return this.#change(ctx, { path, tool: 'file_replace', reason: 'changes a file' }, async (target) => {
      await GuardedCall.readAnything(ctx);
      const before = await target.files.read(target);
      const found = findReplaced(before, { oldText, all }, target.shown);
      const old = found.searched;
      const added = withBreaksOf(before, newText);
      const after = before.split(old).join(added);
      await target.files.write(target, after);
      const first = lineAt(before, found.at[0] ?? 0);
      const last = first + Math.max(0, linesOf(added).length - 1);
      return { path: target.shown, changes: found.at.length, excerpt: shorten(excerpt(after, first, last)) };
    });
  }

  /** Deletes a file or an empty folder. */
  @Tool(
    guardedTool('file', 'deletes', {
      name: 'file_delete',
      description: 'Delete a file, or a folder that is empty.',
    }),
  )
  delete(input: PathInput, @Ctx() ctx: ToolContext): Promise<ToolResult<DeletedFile>> {
    return this.#change(ctx, { path: input.path, tool: 'file_delete', reason: 'deletes a file' }, async (target) => {
      await target.files.remove(target);
      return { path: target.shown };
    });
  }

  /** Lists a folder, or the roots. */
  @Tool(
    guardedTool('file', 'reads', {
      name: 'file_list',
      description: "List the files and folders in a folder. '/' contains the roots.",
    }),
  )
  list(
    {
      path = '/',
      depth = 1,
    }: {
      readonly path?: FilePath;
      /** The number of levels @asType integer @minimum 1 @maximum 32 */
      readonly depth?: number;
    },
    @Ctx() ctx: ToolContext,
  ): Promise<ToolResult<FileList>> {
    return this.#guard(ctx, { path, tool: 'file_list', reason: 'lists a folder' }, async () => {
      if (this.#roots.isTop(path)) return this.#listRoots();
      await GuardedCall.readAnything(ctx);
      const target = this.#roots.find(path);
      const options = { depth, limits: this.#limits, signal: ctx.signal };
      return this.#roots.explainMissing(target, () => listDeep(target, options));
    });
  }

  /** Finds the lines of files that contain a text. */
  @Tool(
    guardedTool('file', 'reads', {
      name: 'file_search',
      description: 'Find the lines that contain a text, in the text files of a folder and its folders.',
    }),
  )
  search(
    {
      text,
      path = '.',
      ignoreCase = false,
    }: {
      /** @minLength 1 @maxLength 1000 */
      readonly text: string;
      /** The folder, by default the first root */
      readonly path?: FilePath;
      readonly ignoreCase?: boolean;
    },
    @Ctx() ctx: ToolContext,
  ): Promise<ToolResult<FileSearch>> {
    return this.#guard(ctx, { path, tool: 'file_search', reason: 'searches files' }, async () => {
      await GuardedCall.readAnything(ctx);
      const target = this.#roots.find(path);
      const options = { limits: this.#limits, signal: ctx.signal };
      return this.#roots.explainMissing(target, () => searchFiles(target, { text, ignoreCase }, options));
    });
  }

  #listRoots(): FileList {
    const entries = this.#roots.names.map((name) => ({ path: name, kind: 'folder' as const, size: 0 }));
    return { entries, truncated: false };
  }

  #guard<T>(ctx: ToolContext, action: FileAction, run: () => Promise<T>): Promise<ToolResult<T>> {
    return GuardedCall.run(ctx, { ...action, path: this.#roots.show(action.path) }, run);
  }

  /** Runs a change after all earlier ones of this registry. */
  #change<T>(ctx: ToolContext, action: FileAction, run: (target: FileTarget) => Promise<T>): Promise<ToolResult<T>> {
    return this.#guard(ctx, action, async () => {
      const target = this.#roots.findWritable(action.path);
      return this.#changes.run(() => {
        // A change that waited is not begun after its call has ended.
        ctx.signal.throwIfAborted();
        return this.#roots.explainMissing(target, () => run(target));
      });
    });
  }
}

interface FileAction extends PathInput {
  readonly tool: string;
  readonly reason: string;
}

/** The number of characters of the lines around a change. */
const longestExcerpt = 4_000;

function shorten(text: string): string {
  return text.length <= longestExcerpt ? text : `${text.slice(0, longestExcerpt)}\n[cut]`;
}

function viewLines(
  text: string,
  { from, to = Number.POSITIVE_INFINITY }: { readonly from: number; readonly to?: number },
  { maxViewLines, maxViewCharacters }: ResolvedFileLimits,
): string {
  const lines = linesOf(text);
  if (lines.length === 0) return '[The file is empty.]';
  if (from > lines.length) throw invalidArgument('from', `The file has ${lines.length} lines.`);
  if (to < from) throw invalidArgument('to', `Expected a line from ${from} to ${lines.length}.`);
  const wanted = Math.min(to, lines.length);
  const last = Math.min(wanted, from + maxViewLines - 1);
  const shown = numberLines(lines.slice(from - 1, last), from);
  if (shown.length > maxViewCharacters) {
    const cut = shown.slice(0, maxViewCharacters);
    return `${cut}\n[Cut after ${maxViewCharacters} characters, in line ${from + cut.split('\n').length - 1} of ${lines.length}.]`;
  }
  return last === wanted
    ? shown
    : `${shown}\n[Lines ${from} to ${last} of ${lines.length}. Continue from ${last + 1}.]`;
}

/** Returns the text to replace, with the line breaks of the file, and where it occurs. */
function findReplaced(
  file: string,
  { oldText, all }: { readonly oldText: string; readonly all: boolean },
  shown: string,
): { readonly searched: string; readonly at: readonly number[] } {
  const searched = withBreaksOf(file, oldText);
  const at = occurrencesOf(file, searched);
  if (at.length === 0)
    throw invalidArgument('oldText', `'${shown}' does not contain it. View the file and copy it verbatim.`);
  if (at.length > 1 && !all) {
    const lines = at.slice(0, 20).map((offset) => lineAt(file, offset));
    throw invalidArgument(
      'oldText',
      `It occurs ${at.length} times, in the lines ${lines.join(', ')}. Add lines around it, or set 'all'.`,
    );
  }
  return { searched, at };
}
