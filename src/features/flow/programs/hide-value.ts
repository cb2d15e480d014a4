import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { FieldFlow } from '../../../tool/metadata/flow-options.js';
import type { OpaqueNode } from '../../../toolkit/opaque-node.js';
import type { KeptResult } from '../handles/kept-results.js';
import { labelOfField } from '../labels/field-labels.js';
import type { FlowPlace } from '../labels/flow-tree.js';
import { isOpen } from '../labels/label.js';

/**
 * Returns what a program sees of a kept result: trusted values that anyone may read, and nothing of others. Below a container that
 * is not seen nothing is, because it would show what there is in the container.
 *
 * @param isWithin - Whether anything is seen.
 */
export function hideValue({ value, fields, rest }: KeptResult, isWithin: boolean): OpaqueNode {
  const visit = (held: unknown, place: FlowPlace<FieldFlow>, isInSeen: boolean): OpaqueNode => {
    const isSeen = isInSeen && isOpen(labelOfField(place.said, rest));
    if (isSeen && place.isEnd) return { kind: 'open', value: held };
    if (Array.isArray(held)) {
      const items = held.map((item, index) => visit(item, place.at(String(index)), isSeen));
      if (isSeen) return { kind: 'openList', items };
      return { kind: 'list', items, hasOpenLength: place.said.length === 'trusted' };
    }
    if (isRecord(held)) {
      const members = Object.fromEntries(
        Object.entries(held).map(([key, one]) => [key, visit(one, place.at(key), isSeen)]),
      );
      return { kind: isSeen ? 'openObject' : 'object', members };
    }
    return { kind: isSeen ? 'open' : 'leaf', value: held };
  };
  return visit(value, fields.root, isWithin);
}

/** Checks whether a program sees all of a value. */
export function isSeenWhole(node: OpaqueNode): boolean {
  if (node.kind === 'open') return true;
  if (node.kind === 'openList') return node.items.every(isSeenWhole);
  return node.kind === 'openObject' && Object.values(node.members).every(isSeenWhole);
}
