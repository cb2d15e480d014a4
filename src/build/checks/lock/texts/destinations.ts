import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import type { DescribedTool } from './tool-texts.js';
import { address } from './vocabulary.js';

/** Addresses in networks, and numbers of accounts and telephones. */
const destination = new RegExp(`${address}|^"[A-Z]{2}\\d{2}[A-Z0-9]{10,}"$|^"\\+\\d{7,}"$`, 'i');

/** Names of parameters whose value gets what a tool handles. */
const sink = /(?:^|[_-])(?:mirror|cop(?:y|ies)|forward|bcc|cc|notify|webhook|callback|relay|upload|share|sync)/i;

/** Checks whether a value that is used without a decision of the model is new, and data may be sent there. */
export function hasNewDestination(before: DescribedTool | undefined, after: DescribedTool): boolean {
  const old = new Set(before === undefined ? [] : presetsIn(before.inputSchema, '').map(({ value }) => value));
  return presetsIn(after.inputSchema, '').some(
    ({ value, name }) => !old.has(value) && (destination.test(value) || (sink.test(name) && /^\[?"/.test(value))),
  );
}

interface Preset {
  /** The name of the parameter. */
  readonly name: string;
  /** Its default or constant, as JSON. */
  readonly value: string;
}

function presetsIn(schema: unknown, name: string): readonly Preset[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => presetsIn(item, name));
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    (key === 'default' || key === 'const') && !isRecord(value)
      ? [{ name, value: JSON.stringify(value) ?? '' }]
      : presetsIn(value, isRecord(value) ? key : name),
  );
}
