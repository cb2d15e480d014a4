import type { RemoteHandlers } from './remote-link.js';

/** What we tell a server that it may ask of us: what there are handlers for. */
export function capabilitiesOf({ elicit, sample, roots }: RemoteHandlers): {
  readonly elicitation?: { form: Record<string, never> };
  readonly sampling?: object;
  readonly roots?: object;
} {
  return {
    ...(elicit === undefined ? {} : { elicitation: { form: {} } }),
    ...(sample === undefined ? {} : { sampling: {} }),
    ...(roots === undefined ? {} : { roots: {} }),
  };
}
