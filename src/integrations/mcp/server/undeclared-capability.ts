import type { MissingCapabilityError } from '../../../index.js';
import type { McpClientCapabilities } from '../protocol/messages.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { InputRequests, McpClientMethod } from './exchange.js';

const methodOf = { ask: 'elicitation/create', sample: 'sampling/createMessage', roots: 'roots/list' } as const;

/** What a client declares that answers the requests of a method. */
const requiredFor: Readonly<Record<McpClientMethod, object>> = {
  'elicitation/create': { elicitation: { form: {} } },
  'sampling/createMessage': { sampling: {} },
  'roots/list': { roots: {} },
};

/** Whether a client answers the requests of a method. */
export function supportsMethod(method: McpClientMethod, capabilities: McpClientCapabilities): boolean {
  const { elicitation, sampling, roots } = capabilities;
  if (method === 'sampling/createMessage') return sampling !== undefined;
  if (method === 'roots/list') return roots !== undefined;
  // A client that declares no mode supports forms (specification, client/elicitation, capabilities).
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Throws an McpProtocolError if a client has not declared that it answers questions. A question that is repeated may reach a
 * request that declares less than the one before.
 */
export function checkDeclared(questions: InputRequests, capabilities: McpClientCapabilities): void {
  const undeclared = Object.values(questions).find(({ method }) => !supportsMethod(method, capabilities));
  if (undeclared === undefined) return;
  const message = `The call waits for the answer to ${undeclared.method}, which this request does not declare.`;
  throw createError(undeclared.method, message);
}

/** Creates the error of a missing capability (specification 2026-07-28, basic, missing client capabilities). */
export function toUndeclaredError(error: MissingCapabilityError): McpProtocolError {
  return createError(methodOf[error.capability], error.toText());
}

function createError(method: McpClientMethod, message: string): McpProtocolError {
  return new McpProtocolError(rpcErrorCodes.missingCapability, message, { requiredCapabilities: requiredFor[method] });
}
