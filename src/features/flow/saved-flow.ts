import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import { StatePath } from '../../call/state/state-path.js';
import { ownersOf, type ToolState } from '../../call/state/tool-state.js';
import { digestOf } from '../../tool/arguments/canonical-json.js';
import { approvalKey } from '../../toolkit/approval-part.js';
import { callRunnerKey } from '../../toolkit/call-runner.js';
import type { ScopeControl } from '../../toolkit/entry/scope-control.js';
import type { SavedParts } from '../../toolkit/feature.js';
import type { FlowSession } from './flow-session.js';
import { isSavedResults, restoreResult, type SavedResults, saveResults } from './handles/saved-results.js';
import type { KnownValue } from './known-values.js';
import { isLabel, isOpen, type Label } from './labels/label.js';
import { findStateLabels, type LabelledPath, stateLabelsOf } from './state-labels.js';

/** The flow of data of a session in a snapshot, as plain JSON. */
export interface SavedFlow {
  /** The content as JSON text, signed if the toolkit has an `approvalKey`. */
  readonly content: string;
  readonly isSigned: boolean;
}

interface Content {
  readonly label: Label;
  readonly words: readonly string[];
  readonly values: readonly KnownValue[];
  readonly paths: readonly LabelledPath[];
  /** The digest of the other parts of the snapshot, such as its ID and its state, whose labels these are. */
  readonly others: string | undefined;
  /** Undefined if the session keeps no results. */
  readonly results?: SavedResults | undefined;
}

/** A scope, and the parts that its snapshot has before the flow of data. */
export interface SavedScope {
  readonly scope: ScopeControl;
  readonly session: FlowSession;
  readonly others: SavedParts;
}

// Identifies the signed content, so that the key can be used for other signatures too.
const kind = 'toolwright-flow-1';
const root = new StatePath([]);

/** Returns the flow of data of a scope. */
export function saveFlow({ scope, session, others }: SavedScope): SavedFlow {
  const content: Content = {
    label: session.label,
    words: session.words.list(),
    values: session.values.list(),
    paths: findStateLabels(ownStateOf(stateOf(scope)))?.list() ?? [],
    others: digestOfOthers(others),
    results: saveResults(session.kept, session.shown),
  };
  const json = JSON.stringify(content);
  const tokens = scope.part(approvalKey)?.tokens;
  return tokens?.hasKey === true
    ? { content: tokens.seal(kind, json), isSigned: true }
    : { content: json, isSigned: false };
}

/** What a snapshot has of the flow of data, if anything, and the label of what is restored without it. */
export interface RestoredFlow {
  readonly saved: unknown;
  readonly unknownLabel: Label;
}

/** Restores the flow of data of a scope. Without it, or if it is not that of the snapshot, nothing in the snapshot is trusted. */
export function restoreFlow({ scope, session, others }: SavedScope, { saved, unknownLabel }: RestoredFlow): void {
  const content = saved === undefined ? undefined : readContent(scope, checkSavedFlow(saved));
  const state = stateOf(scope);
  if (content === undefined || content.others === undefined || content.others !== digestOfOthers(others)) {
    adoptLabel(session, state, unknownLabel);
    scope.part(approvalKey)?.origins?.revokeOrigins();
    return;
  }
  session.saw(content.label);
  for (const text of content.words) session.said(text);
  for (const value of content.values) session.values.add(value);
  for (const result of content.results?.kept ?? []) session.kept.add(restoreResult(result));
  for (const value of content.results?.shown ?? []) session.show(value);
  for (const { steps, label } of content.paths) stateLabelsOf(ownStateOf(state)).write(steps, label);
}

/** Returns the digest of what a snapshot has, but for the fingerprints, which decide nothing. */
function digestOfOthers({
  tools: _tools,
  groups: _groups,
  loadedTools = [],
  ...others
}: SavedParts): string | undefined {
  return digestOf({ ...others, loadedTools });
}

/** Gives a session and its state the label of what they have from elsewhere. */
export function adoptLabel(session: FlowSession, state: ToolState, label: Label): void {
  session.saw(label);
  if (!isOpen(label)) stateLabelsOf(ownStateOf(state)).write([], label);
}

/** Throws a DefinitionError if a value is not what `saveFlow` returns. */
export function checkSavedFlow(saved: unknown): SavedFlow {
  const { content, isSigned } = (saved ?? {}) as Partial<SavedFlow>;
  if (typeof content === 'string' && typeof isSigned === 'boolean') return { content, isSigned };
  throw new DefinitionError(`restore(): flow must be that of snapshot(), not ${previewValue(saved)}.`);
}

/** Returns the content. Undefined if it is not genuine, or not signed although there is a key. */
function readContent(scope: ScopeControl, { content, isSigned }: SavedFlow): Content | undefined {
  const tokens = scope.part(approvalKey)?.tokens;
  const hasKey = tokens?.hasKey === true;
  const json = isSigned ? (hasKey ? tokens.open(kind, content) : undefined) : hasKey ? undefined : content;
  if (json === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(json);
    return isContent(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isContent(value: unknown): value is Content {
  if (typeof value !== 'object' || value === null) return false;
  const { label, words, values, paths, results } = value as Partial<Content>;
  if (!isLabel(label) || !Array.isArray(words) || !Array.isArray(values) || !Array.isArray(paths)) return false;
  if (results !== undefined && !isSavedResults(results)) return false;
  const areValues = values.every((one: Partial<KnownValue> | null) => {
    return typeof one?.text === 'string' && isLabel({ trust: 'trusted', readers: one.readers });
  });
  const arePaths = paths.every((one: Partial<LabelledPath> | null) => Array.isArray(one?.steps) && isLabel(one.label));
  return areValues && arePaths && words.every((one) => typeof one === 'string');
}

function stateOf(scope: ScopeControl): ToolState {
  const runner = scope.part(callRunnerKey);
  if (runner === undefined) throw new DefinitionError('A scope without a state has no snapshot.');
  return runner.parts.state;
}

/** Returns the state that is saved with a scope: the one that its writes go to. */
function ownStateOf(state: ToolState): ToolState {
  return ownersOf(state, root)[0] ?? state;
}
