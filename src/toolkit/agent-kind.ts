/** The kind of the executor of an agent. */
export const agentKind = 'agent';
