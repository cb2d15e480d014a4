import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { optionRule } from '../../base/options/option-rules.js';
import { previewValue } from '../../base/values/value-preview.js';
import { ToolView } from './tool-view.js';

/** Who calls a tool: models, or the views of MCP Apps. */
export type ToolAudience = 'model' | 'app';

/** What views of MCP Apps have to do with a tool. */
export interface ToolUiOptions {
  /** The view that a host shows for a call, or the `ui://` URI of a resource of the toolkit. @default none */
  readonly view?: string | ToolView | undefined;
  /** Who may call the tool. A tool without `'model'` is neither listed for models nor called by them. @default both */
  readonly visibility?: readonly ToolAudience[] | undefined;
}

/** The option `ui` of a tool: a view, its `ui://` URI, or both with the audience. */
export type ToolUi = string | ToolView | ToolUiOptions;

/** The names of the options of `ui`. */
export const uiNames: OptionNames<ToolUiOptions> = {
  view: optionRule('a ui:// URI or a view', (value) => typeof value === 'string' || ToolView.is(value)),
  visibility: optionRule<readonly ToolAudience[]>(
    "['model'], ['app'] or both",
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((audience) => audience === 'model' || audience === 'app'),
  ),
};

/**
 * Returns the options of what `ui` says.
 *
 * @throws DefinitionError on a value that is none of a URI, a view and options. `where` begins its message.
 */
export function readToolUi(ui: ToolUi, where: string): ToolUiOptions {
  const options = typeof ui === 'string' || ToolView.is(ui) ? { view: ui } : ui;
  checkOptionNames(options, uiNames, `${where}: ui`);
  const { view } = options;
  if (typeof view !== 'string' || /^ui:\/\/[^\s/]+\/\S+$/.test(view)) return options;
  throw new DefinitionError(
    `${where}: ui must be a URI such as 'ui://shop/board.html', not ${previewValue(view)}. For a page of your own, write ` +
      'ui: view(html).',
  );
}

/** Returns the `_meta` of a tool with what its `ui` says, as MCP Apps (2026-01-26) publish it. */
export function metaWithUi(
  { meta, ui }: { readonly meta?: Readonly<Record<string, unknown>> | undefined; readonly ui?: ToolUi | undefined },
  where: string,
): Readonly<Record<string, unknown>> | undefined {
  if (ui === undefined) return meta;
  const { view, visibility } = readToolUi(ui, where);
  const published = {
    ...(view === undefined ? {} : { resourceUri: typeof view === 'string' ? view : view.uri }),
    ...(visibility === undefined ? {} : { visibility: [...visibility] }),
  };
  if (meta?.ui !== undefined && JSON.stringify(meta.ui) !== JSON.stringify(published)) {
    throw new DefinitionError(`${where}: the option ui and meta.ui say different things. Remove meta.ui.`);
  }
  return Object.freeze({ ...meta, ui: Object.freeze(published) });
}
