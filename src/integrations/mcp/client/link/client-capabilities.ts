import { viewMimeType } from '../../../../tool/metadata/tool-view.js';
import { appsExtension } from '../../protocol/app-capability.js';
import type { LinkHandlers } from './remote-link.js';

/** Returns the client capabilities to declare to a server: those that have a handler, and MCP Apps if the application shows views. */
export function capabilitiesOf({ elicit, visit, sample, roots, apps }: LinkHandlers): {
  readonly elicitation?: { form?: Record<string, never>; url?: Record<string, never> };
  readonly sampling?: object;
  readonly roots?: object;
  readonly extensions?: Record<string, Record<string, string[]>>;
} {
  return {
    ...(elicit === undefined && visit === undefined
      ? {}
      : {
          elicitation: { ...(elicit === undefined ? {} : { form: {} }), ...(visit === undefined ? {} : { url: {} }) },
        }),
    ...(sample === undefined ? {} : { sampling: {} }),
    ...(roots === undefined ? {} : { roots: {} }),
    ...(apps === true ? { extensions: { [appsExtension]: { mimeTypes: [viewMimeType] } } } : {}),
  };
}
