import type { ValidationIssue } from '../../base/errors/errors.js';

/**
 * The error of a parser that rejects bound values and no argument. The parser knows neither the tool nor the state keys,
 * so the call replaces it by an error that names both.
 */
export class RefusedBindings extends Error {
  /** The issues, whose paths begin with the names of bound parameters. */
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super('A bound value does not match the input schema.');
    this.issues = issues;
  }
}
