import type { ClientRoot } from '../../../call/client/call-client.js';
import { isApprovalQuestion } from '../../../features/approval/asking-approver.js';
import type { CallClient } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { labelMeta } from '../protocol/sent-labels.js';
import { fromElicitation, toElicitation, toUrlElicitation } from './elicitation.js';
import type { McpExchange } from './exchange.js';
import { fromSampling, toSampling } from './sampling.js';
import { isDeclared } from './undeclared-capability.js';

/** Creates the client of a call from the capabilities that the MCP client declared. */
export function toCallClient({ capabilities = {}, request, refusesUndeclared: isStateless }: McpExchange): CallClient {
  return {
    ask: isDeclared('ask', capabilities)
      ? async (question, signal) => {
          const { key, flow } = question;
          const params = { ...toElicitation(question), ...labelMeta(flow) };
          const isApproval = isApprovalQuestion(question);
          return fromElicitation(await request({ method: 'elicitation/create', params, key, isApproval }, signal));
        }
      : undefined,
    visit: isDeclared('visit', capabilities)
      ? async (visit, signal) => {
          const params = { ...toUrlElicitation(visit, isStateless), ...labelMeta(visit.flow) };
          const { kind } = fromElicitation(
            await request({ method: 'elicitation/create', params, key: visit.key }, signal),
          );
          return { kind };
        }
      : undefined,
    sample: isDeclared('sample', capabilities)
      ? async (asked, signal) => {
          const params = { ...toSampling(asked), ...labelMeta(asked.flow) };
          return fromSampling(await request({ method: 'sampling/createMessage', params }, signal));
        }
      : undefined,
    roots: isDeclared('roots', capabilities)
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
