import type { ClientRoot } from '../../../call/client/call-client.js';
import { isApprovalQuestion } from '../../../features/approval/asking-approver.js';
import type { CallClient } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { fromElicitation, toElicitation } from './elicitation.js';
import type { McpExchange } from './exchange.js';
import { fromSampling, toSampling } from './sampling.js';
import { supportsMethod } from './undeclared-capability.js';

/** Creates the client of a call from the capabilities that the MCP client declared. */
export function toCallClient({ capabilities = {}, request }: McpExchange): CallClient {
  return {
    ask: supportsMethod('elicitation/create', capabilities)
      ? async (question, signal) => {
          const { key } = question;
          const params = toElicitation(question);
          const isApproval = isApprovalQuestion(question);
          return fromElicitation(await request({ method: 'elicitation/create', params, key, isApproval }, signal));
        }
      : undefined,
    sample: supportsMethod('sampling/createMessage', capabilities)
      ? async (asked, signal) => {
          return fromSampling(await request({ method: 'sampling/createMessage', params: toSampling(asked) }, signal));
        }
      : undefined,
    roots: supportsMethod('roots/list', capabilities)
      ? async (signal) => readRoots(await request({ method: 'roots/list' }, signal))
      : undefined,
  };
}

function readRoots(answer: unknown): readonly ClientRoot[] {
  const roots = isRecord(answer) && Array.isArray(answer.roots) ? answer.roots : [];
  return roots.filter(isRecord).map(({ uri, name }) => ({
    uri: String(uri),
    ...(typeof name === 'string' ? { name } : {}),
  }));
}
