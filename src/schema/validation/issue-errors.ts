import {
  createValidationError,
  markForeign,
  OutputValidationError,
  type ValidationError,
  type ValidationIssue,
} from '../../base/errors/errors.js';
import { describeIssues, listIssues } from './schema-issues.js';

/** Creates the error of arguments with issues. */
export function createArgumentError(toolName: string, issues: readonly ValidationIssue[]): ValidationError {
  const error = createValidationError(describeIssues(toolName, issues), { toolName, issues });
  return hasThrown(issues) ? markForeign(error) : error;
}

/** Creates the error of data that a tool returned, and that does not fit its output schema. */
export function createOutputError(toolName: string, issues: readonly ValidationIssue[]): OutputValidationError {
  const message = `'${toolName}' returned data that does not fit its output schema: ${listIssues(issues)}`;
  const error = new OutputValidationError(message, { toolName, details: { issues } });
  return hasThrown(issues) ? markForeign(error) : error;
}

/** Checks whether a conversion or a rule threw an error, whose message is part of its issue. */
export function hasThrown(issues: readonly ValidationIssue[]): boolean {
  return issues.some(({ rule }) => rule === 'validation' || rule === 'transform');
}
