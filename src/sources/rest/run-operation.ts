import { hostCallOf } from '../../call/host-call.js';
import { collectSecrets, redactText } from '../../call/redact-secrets.js';
import { Secret } from '../../call/state/secret.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { ToolArguments } from '../../call/tool-executor.js';
import type { Access } from './auth/authenticate.js';
import { revealText } from './auth/credential.js';
import { buildRequest } from './build-request.js';
import type { FixedParts, Operation } from './http/operation.js';
import { readExplanation, readResponse } from './read-response.js';
import type { RestClient } from './rest-client.js';
import type { HiddenParts } from './rest-request-options.js';
import type { RedirectScope } from './send-request.js';
import { createStatusError } from './status-error.js';

/** The parts of the call of an operation. */
export interface OperationRun {
  readonly operation: Operation;
  readonly fixed: HiddenParts;
  readonly client: RestClient;
  readonly ctx: ToolContext;
  /** Checks whether a redirect may lead to a URL with a method. @default every URL that the client allows */
  readonly allows?: RedirectScope['allows'];
}

/**
 * Sends the request of a call and reads its response.
 *
 * @throws ToolError of the class that the status selects, if it is not successful.
 */
export async function runOperation(
  { operation, fixed, client, ctx, allows }: OperationRun,
  args: ToolArguments,
): Promise<unknown> {
  const parts: FixedParts = {
    ...fixed,
    headers: revealAll(fixed.headers),
    query: revealAll(fixed.query),
    privateHeaders: Object.entries(fixed.headers).flatMap(([name, value]) => (Secret.is(value) ? [name] : [])),
    bound: hostCallOf(ctx).boundNames,
  };
  const known = collectSecrets([fixed.headers, fixed.query, args]);
  const { request, response, secrets } = await client.send(
    (access) => buildRequest(operation, addAccess(parts, access), revealArguments(args)),
    ctx,
    { secrets: known, scope: { baseUrl: fixed.baseUrl, allows } },
  );
  // A server may repeat a credential in its explanation.
  const redact = (text: string): string => redactText(text, secrets);
  if (response.status >= 300) throw createStatusError(response, redact(await readExplanation(response)));
  const uri = request.url.origin + request.url.pathname;
  return readResponse(response, { maxBytes: client.limits.maxBytes, uri, redact, format: operation.response });
}

function addAccess(fixed: FixedParts, { headers, query }: Access): FixedParts {
  const merged = { ...fixed.headers, ...headers };
  const cookie = [fixed.headers.cookie, headers.cookie].filter((text) => text !== undefined).join('; ');
  return {
    ...fixed,
    headers: cookie === '' ? merged : { ...merged, cookie },
    query: { ...fixed.query, ...query },
    privateHeaders: [...(fixed.privateHeaders ?? []), ...Object.keys(headers)],
  };
}

function revealAll(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(revealText(value))]));
}

function revealArguments(args: ToolArguments): ToolArguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, revealText(value)]));
}
