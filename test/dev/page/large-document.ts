import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { calledPaths } from './github-api.js';

/** The number of operations of GitHub's document. */
export const operationCount = 1_223;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
const nouns = ['issues', 'pulls', 'releases', 'branches', 'comments', 'labels', 'teams', 'keys', 'runs', 'hooks'];

/**
 * Returns the OpenAPI document of GitHub if the variable `OPENAPI_DOCUMENTS` names the folder that has it, as `.ci/run` uses it: the
 * package that contains it has 400 MB. Otherwise, returns a document with as many operations, groups and words, among which are
 * the operations of GitHub that the specs call.
 */
export function readLargeDocument(): string {
  const folder = process.env.OPENAPI_DOCUMENTS;
  if (folder !== undefined) return gunzipSync(readFileSync(join(folder, 'github.json.gz'))).toString('utf8');
  return JSON.stringify(createDocument());
}

function createDocument(): unknown {
  const paths: Record<string, Record<string, unknown>> = { ...calledPaths };
  const called = Object.values(calledPaths).flatMap((path) => Object.keys(path)).length;
  for (let index = 0; index < operationCount - called; index++) {
    const noun = nouns[index % nouns.length] ?? '';
    const path = `/${noun}/part-${Math.floor(index / methods.length)}`;
    const method = methods[index % methods.length] ?? 'get';
    paths[path] = { ...paths[path], [method]: createOperation(noun, index) };
  }
  const Page = { type: 'object', properties: { number: { type: 'integer' }, note: { type: 'string' } } };
  return {
    openapi: '3.0.3',
    info: { title: 'Large API', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
    components: { schemas: { Page } },
  };
}

function createOperation(noun: string, index: number): unknown {
  const parameters = ['owner', 'repo', 'sort', 'state'].map((name) => ({
    ...{ name, in: 'query', description: `The ${name} of the ${noun}, as the account names it.` },
    schema: { type: 'string' },
  }));
  return {
    operationId: `${noun}/operation-${index}`,
    tags: [`${noun} ${index % 4}`],
    summary: `Handle ${noun}`,
    description: `Operation ${index} on ${noun}. ${'Requires an account with access to the repository. '.repeat(8)}`,
    parameters: [
      ...parameters,
      { name: 'page', in: 'query', content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } } },
    ],
    responses: { 200: { description: 'Done.' } },
  };
}
