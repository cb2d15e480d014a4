/**
 * Imports the OpenAPI document of a small HTTP service, and calls its tools. With a folder as argument, it also imports
 * the large documents in it: `npm run sample rest <folder>`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { secret, Toolkit } from 'toolwright';
import { openApiSource } from 'toolwright/rest';
import { startLibrary } from './library-service.js';

async function main(): Promise<void> {
  await useLibrary();
  const [folder] = process.argv.slice(2);
  if (folder === undefined) return;
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json.gz'))) {
    await explore(name, JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString()) as object);
  }
}

/** Imports a document from the URL of a service that runs here, which only `baseUrl` allows. */
async function useLibrary(): Promise<void> {
  const service = await startLibrary('k3y');
  const toolkit = new Toolkit();
  const source = openApiSource(`${service.url}/openapi.json`, {
    name: 'library',
    baseUrl: `${service.url}/v1`,
    auth: { apiKey: secret('k3y') },
  });
  await toolkit.registerSource(source);
  for (const spec of toolkit.list()) console.log(`${spec.signature()}: ${spec.title}`);
  const calls: readonly (readonly [string, object])[] = [
    ['addBook', { title: 'Streams', tags: ['rxjs', 'node'] }],
    ['addBook', { title: '' }],
    ['listBooks', { tag: ['rxjs', 'node'] }],
    ['removeBook', { isbn: '1' }],
    ['removeBook', { isbn: '1' }],
  ];
  for (const [name, input] of calls) {
    const result = await toolkit.execute(name, input);
    console.log(`${name} ${JSON.stringify(input)} → ${result.toText()}`);
  }
  await toolkit.removeSource('library');
  await service.close();
}

/** Imports a large document, and searches its tools as a model does. Its groups are inactive, so no prompt has them. */
async function explore(name: string, document: object): Promise<void> {
  const toolkit = new Toolkit();
  const source = openApiSource(document, { onWarning: ({ message }) => console.log(`${name}: ${message}`) });
  await toolkit.registerSource(source);
  toolkit.enableMetaTool();
  const { length } = await source.specs();
  console.log(`${name}: ${length} tools in ${source.groups.length} groups, ${source.quarantined.length} quarantined`);
  console.log(
    `  in the prompt: ${toolkit
      .list({ active: true })
      .map((spec) => spec.name)
      .join(', ')}`,
  );
  await toolkit.removeSource(source.name);
}

await main();
