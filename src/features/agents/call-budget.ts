import { DeniedError } from '../../base/errors/errors.js';

/** The limits of the calls that one run of an agent makes. */
export interface AgentBudget {
  /** The maximum number of calls. Calls that are refused or fail count, too. */
  readonly calls: number;
}

/** Creates the function that throws a DeniedError for each call of a run beyond the budget. */
export function createAdmission({ calls }: AgentBudget, agentName: string): (toolName: string) => void {
  let left = calls;
  return (toolName) => {
    if (left > 0) {
      left--;
      return;
    }
    const limit = calls === 1 ? '1 call' : `${calls} calls`;
    throw new DeniedError(
      `'${toolName}' was not called: the limit of ${limit} of the agent '${agentName}' is reached, and 0 are left. ` +
        'Answer with the results that you have.',
      { toolName, details: { max: calls, left: 0, per: 'agent' } },
    );
  };
}
