import { type CallLabels, flowMetaKey } from '../../../call/call-labels.js';
import type { FlowLabel } from '../../../tool/metadata/flow-options.js';

/** Returns a label as a peer receives it. The peer learns that data is private, and not who may read it. */
export function sentLabel({ trust, readers }: FlowLabel): FlowLabel {
  return { trust, readers: readers === 'anyone' ? readers : [] };
}

/** The `_meta` of a message with what is known of its data. Empty if there is nothing that the peer has to know. */
export interface LabelMeta {
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Returns the `_meta` of a message that a tool sends during a call. */
export function labelMeta(flow: FlowLabel | undefined): LabelMeta {
  return flow === undefined ? {} : { _meta: { [flowMetaKey]: sentLabel(flow) } };
}

/** Returns the labels of a call as a server receives them. */
export function sentLabels({ arguments: places, trust, readers }: CallLabels): CallLabels {
  const label = { trust, readers };
  if (places === undefined) return sentLabel(label);
  const sent = Object.entries(places).map(([pointer, one]) => [pointer, sentLabel(one)] as const);
  return { ...sentLabel(label), arguments: Object.fromEntries(sent) };
}
