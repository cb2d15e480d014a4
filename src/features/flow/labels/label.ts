import type { FlowLabel, Readers, Trust } from '../../../tool/metadata/flow-options.js';

/** What is known of data. */
export type Label = FlowLabel;

/** The label of what the user, the application or an author has written, and anyone may read. */
export const trustedLabel: Label = Object.freeze({ trust: 'trusted', readers: 'anyone' });

/** The label of what others have written, and anyone may read. */
export const untrustedLabel: Label = Object.freeze({ trust: 'untrusted', readers: 'anyone' });

/** Creates a label. */
export function createLabel(trust: Trust, readers: Readers): Label {
  if (readers === 'anyone') return trust === 'trusted' ? trustedLabel : untrustedLabel;
  return Object.freeze({ trust, readers: Object.freeze([...new Set(readers.map(identityOf))].sort()) });
}

/** Returns the label of what two values were made of: trusted if both are, and for those who may read both. */
export function joinLabels(one: Label, other: Label): Label {
  if (one === other || isOpen(other)) return one;
  if (isOpen(one)) return other;
  const trust = one.trust === 'trusted' ? other.trust : 'untrusted';
  return createLabel(trust, joinReaders(one.readers, other.readers));
}

function joinReaders(one: Readers, other: Readers): Readers {
  if (one === 'anyone') return other;
  if (other === 'anyone') return one;
  const others = new Set(other.map(identityOf));
  return one.filter((reader) => others.has(identityOf(reader)));
}

/** Checks whether a label demands nothing. */
export function isOpen({ trust, readers }: Label): boolean {
  return trust === 'trusted' && readers === 'anyone';
}

/** Checks whether someone may read a value. */
export function mayRead({ readers }: Label, reader: string): boolean {
  return readers === 'anyone' || readers.includes(identityOf(reader));
}

function identityOf(reader: string): string {
  return reader.normalize('NFC').trim().toLowerCase();
}

/** Checks whether data is a label. */
export function isLabel(value: unknown): value is Label {
  if (typeof value !== 'object' || value === null) return false;
  const { trust, readers } = value as Partial<Label>;
  if (trust !== 'trusted' && trust !== 'untrusted') return false;
  return readers === 'anyone' || (Array.isArray(readers) && readers.every((one) => typeof one === 'string'));
}
