import type { LinkHandlers } from './remote-link.js';

/** Returns the client capabilities to declare to a server: those that have a handler. */
export function capabilitiesOf({ elicit, visit, sample, roots }: LinkHandlers): {
  readonly elicitation?: { form?: Record<string, never>; url?: Record<string, never> };
  readonly sampling?: object;
  readonly roots?: object;
} {
  return {
    ...(elicit === undefined && visit === undefined
      ? {}
      : {
          elicitation: { ...(elicit === undefined ? {} : { form: {} }), ...(visit === undefined ? {} : { url: {} }) },
        }),
    ...(sample === undefined ? {} : { sampling: {} }),
    ...(roots === undefined ? {} : { roots: {} }),
  };
}
