import type { FieldFlow } from '../../../tool/metadata/flow-options.js';
import type { FlowTree } from './flow-tree.js';
import { createLabel, joinLabels, type Label } from './label.js';

/** Returns the label of a field. What is not said of it is that of the rest of the result. */
export function labelOfField({ trust, readers }: FieldFlow, rest: Label): Label {
  return trust === undefined && readers === undefined
    ? rest
    : createLabel(trust ?? rest.trust, readers ?? rest.readers);
}

/**
 * Returns the label of a result as a whole. It does not depend on what is in the result, so that nothing in it can decide
 * whether a session trusts it.
 */
export function labelOfFields(fields: FlowTree<FieldFlow>, rest: Label): Label {
  return fields.all.reduce((label, field) => joinLabels(label, labelOfField(field, rest)), rest);
}
