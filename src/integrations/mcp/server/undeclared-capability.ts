import type { CallerCapability, MissingCapabilityError } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { McpClientCapabilities } from '../protocol/messages.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { InputRequests } from './exchange.js';

/** What a client declares that can be asked. */
const requiredFor: Readonly<Record<CallerCapability, object>> = {
  ask: { elicitation: { form: {} } },
  visit: { elicitation: { url: {} } },
  sample: { sampling: {} },
  roots: { roots: {} },
};

/** Whether a client has declared that it can be asked. */
export function isDeclared(capability: CallerCapability, capabilities: McpClientCapabilities): boolean {
  const { elicitation, sampling, roots } = capabilities;
  if (capability === 'sample') return sampling !== undefined;
  if (capability === 'roots') return roots !== undefined;
  if (capability === 'visit') return elicitation?.url !== undefined;
  // A client that declares no mode supports forms (specification, client/elicitation, capabilities).
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Throws an McpProtocolError if a client has not declared that it answers questions. A question that is repeated may reach a
 * request that declares less than the one before.
 */
export function checkDeclared(questions: InputRequests, capabilities: McpClientCapabilities): void {
  const undeclared = Object.values(questions).find((question) => !isDeclared(capabilityOf(question), capabilities));
  if (undeclared === undefined) return;
  const message = `The call waits for the answer to ${undeclared.method}, which this request does not declare.`;
  throw createError(capabilityOf(undeclared), message);
}

/** Creates the error of a missing capability (specification 2026-07-28, basic, missing client capabilities). */
export function toUndeclaredError(error: MissingCapabilityError): McpProtocolError {
  return createError(error.capability, error.toText());
}

function capabilityOf({ method, params }: InputRequests[string]): CallerCapability {
  if (method === 'sampling/createMessage') return 'sample';
  if (method === 'roots/list') return 'roots';
  return isRecord(params) && params.mode === 'url' ? 'visit' : 'ask';
}

function createError(capability: CallerCapability, message: string): McpProtocolError {
  const requiredCapabilities = requiredFor[capability];
  return new McpProtocolError(rpcErrorCodes.missingCapability, message, { requiredCapabilities });
}
