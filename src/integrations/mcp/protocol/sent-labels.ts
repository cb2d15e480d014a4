import type { CallLabels, StoredFlow } from '../../../toolkit/call-labels.js';

/** Returns a label as a peer receives it. The peer learns that data is private, and not who may read it. */
export function sentLabel({ trust, readers }: StoredFlow): StoredFlow {
  return { trust, readers: readers === 'anyone' ? readers : [] };
}

/** Returns the labels of a call as a server receives them. */
export function sentLabels({ arguments: places, trust, readers }: CallLabels): CallLabels {
  const label = { trust, readers };
  if (places === undefined) return sentLabel(label);
  const sent = Object.entries(places).map(([pointer, one]) => [pointer, sentLabel(one)] as const);
  return { ...sentLabel(label), arguments: Object.fromEntries(sent) };
}
