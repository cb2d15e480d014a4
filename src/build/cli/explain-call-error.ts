import type { ToolPlace } from './load-tools.js';
import type { ErrorInfo } from './shared/report.js';

/** Adds the option of the command that removes the error of a call. Returns undefined if there is no such option. */
export function explainCallError(error: ErrorInfo, place: ToolPlace): ErrorInfo | undefined {
  const remedy = remedyOf(error, place);
  return remedy === undefined ? undefined : { ...error, message: `${error.message} On the command line, ${remedy}.` };
}

function remedyOf({ code, details = {} }: ErrorInfo, { document }: ToolPlace): string | undefined {
  const { stateKey } = details;
  if (code === 'unbound_state' && typeof stateKey === 'string' && stateKey !== '') return `pass --state ${stateKey}=…`;
  // With --base-url, it is a redirect to another host that was denied.
  const canSetServer = document !== undefined && document.baseUrl === undefined;
  if (code === 'denied' && details.reason === 'private_address' && canSetServer) {
    return 'pass the URL of the server with --base-url';
  }
  return undefined;
}
