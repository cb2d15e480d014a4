import type { FlowPage, Flows } from './application.js';
import { callFlows } from './call-flows.js';
import { historyFlows } from './history-flows.js';
import { modelsFlows } from './models-flows.js';
import { sessionsFlows } from './sessions-flows.js';

/**
 * Describes what a user does in the page of an application, found by roles and labels as a user finds it. The specs run in this order
 * in one page, as those of one user.
 */
export function describeFlows(shown: FlowPage, flows: Flows): void {
  describe('Call', () => callFlows(shown, flows));
  describe('What a model sees', () => modelsFlows(shown, flows));
  describe('What happened', () => historyFlows(shown, flows));
  describe('Groups and sessions', () => sessionsFlows(shown, flows));
}
