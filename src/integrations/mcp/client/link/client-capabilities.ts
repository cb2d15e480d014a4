import type { LinkHandlers } from './remote-link.js';

/** Returns the client capabilities to declare to a server: those that have a handler. */
export function capabilitiesOf({ elicit, sample, roots }: LinkHandlers): {
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
