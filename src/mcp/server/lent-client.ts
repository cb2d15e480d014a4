import type { CallClient, ClientRoot } from '../../index.js';
import { isRecord } from '../../schema/schema-walk.js';
import type { McpClientCapabilities } from '../protocol/messages.js';
import { fromElicitation, toElicitation } from './elicitation.js';
import type { McpExchange } from './exchange.js';
import { fromSampling, toSampling } from './sampling.js';

/** What a client lends to a call, by the capabilities that it declared. */
export function lentClient({ capabilities = {}, request }: McpExchange): CallClient {
  return {
    ask: showsForms(capabilities)
      ? async (question, signal) => {
          const form = toElicitation(question);
          return fromElicitation(await request('elicitation/create', form, signal));
        }
      : undefined,
    sample:
      capabilities.sampling === undefined
        ? undefined
        : async (asked, signal) => fromSampling(await request('sampling/createMessage', toSampling(asked), signal)),
    roots:
      capabilities.roots === undefined
        ? undefined
        : async (signal) => readRoots(await request('roots/list', undefined, signal)),
  };
}

/** A client that names no mode shows forms (specification, client/elicitation, capabilities). */
function showsForms({ elicitation }: McpClientCapabilities): boolean {
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || elicitation.url === undefined;
}

function readRoots(answer: unknown): readonly ClientRoot[] {
  const roots = isRecord(answer) && Array.isArray(answer.roots) ? answer.roots : [];
  return roots.filter(isRecord).map(({ uri, name }) => ({
    uri: String(uri),
    ...(typeof name === 'string' ? { name } : {}),
  }));
}
