import { Failure } from './failure.js';
import { findNearest } from './find-nearest.js';

/** The templates with what they create, in the order of the help. */
export const templates = {
  plain: 'a program that calls a tool, and prints what a model is sent',
  hono: 'a Hono server with a page that streams a tool',
  nest: 'a NestJS application that serves a provider over HTTP and MCP',
  mcp: 'an MCP server for Claude, Cursor and VS Code',
} as const;

/** The name of a template, which is that of its folder. */
export type TemplateName = keyof typeof templates;

const names = Object.keys(templates);

/** Returns the name of a template. Throws a `Failure` with a suggestion if no template has the name. */
export function readTemplateName(text: string): TemplateName {
  if (isTemplateName(text)) return text;
  const nearest = findNearest(text, names);
  const suggestion = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
  throw new Failure(`Unknown template '${text}'.${suggestion} The templates are ${names.join(', ')}.`);
}

function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(templates, text);
}

/** Returns one line for each template: its name and what it creates. */
export function describeTemplates(): string {
  const width = Math.max(...names.map(({ length }) => length));
  return Object.entries(templates)
    .map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`)
    .join('\n');
}
