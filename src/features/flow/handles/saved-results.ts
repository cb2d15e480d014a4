import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { FieldFlow } from '../../../tool/metadata/flow-options.js';
import { FlowTree } from '../labels/flow-tree.js';
import { isLabel } from '../labels/label.js';
import type { KeptResult, KeptResults } from './kept-results.js';
import type { ShownValue, ShownValues } from './shown-values.js';

/** A kept result as plain JSON. */
export interface SavedResult extends Omit<KeptResult, 'fields'> {
  readonly fields: Readonly<Record<string, FieldFlow>>;
}

/** The results that a session keeps, and what its model has seen of them, as plain JSON. */
export interface SavedResults {
  readonly kept: readonly SavedResult[];
  readonly shown: readonly ShownValue[];
}

/** Returns the results that a session keeps. Undefined if it keeps none. */
export function saveResults(kept: KeptResults, shown: ShownValues): SavedResults | undefined {
  const results = kept.list().map((one): SavedResult => ({ ...one, fields: one.fields.entries }));
  return results.length === 0 && shown.size === 0 ? undefined : { kept: results, shown: shown.list() };
}

/** Returns a kept result from its JSON form. */
export function restoreResult({ fields, ...saved }: SavedResult): KeptResult {
  return { ...saved, fields: FlowTree.of(fields) };
}

/** Checks whether data is what `saveResults` returns. */
export function isSavedResults(value: unknown): value is SavedResults {
  const { kept, shown } = (value ?? {}) as Partial<SavedResults>;
  return Array.isArray(kept) && kept.every(isSavedResult) && Array.isArray(shown) && shown.every(isShownValue);
}

function isSavedResult(value: unknown): boolean {
  const { id, callId, toolName, fields, rest } = (value ?? {}) as Partial<SavedResult>;
  const areTexts = [id, callId, toolName].every((one) => typeof one === 'string');
  return areTexts && isLabel(rest) && isRecord(fields) && Object.values(fields).every(isSavedField);
}

function isSavedField(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { trust = 'trusted', readers = 'anyone', kind = '', idPattern = '' } = value;
  return isLabel({ trust, readers }) && typeof kind === 'string' && typeof idPattern === 'string';
}

function isShownValue(value: unknown): boolean {
  const { text, label, origin } = (value ?? {}) as Partial<ShownValue>;
  return typeof text === 'string' && isLabel(label) && typeof origin === 'object' && origin !== null;
}
