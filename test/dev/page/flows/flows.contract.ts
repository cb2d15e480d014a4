import type { FlowPage, Flows } from './application.js';
import { callFlows } from './call.contract.js';
import { historyFlows } from './history.contract.js';
import { modelsFlows } from './models.contract.js';
import { sessionsFlows } from './sessions.contract.js';

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
