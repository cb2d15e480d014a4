import { openApiSource } from '../../dist/rest/index.js';
import { createSampleArguments } from './sample-arguments.mjs';

// Each request validates a large schema, and prism has one thread.
const concurrency = 4;

/**
 * Sends a sample request of each chosen operation of a document to its mock server.
 *
 * @param choose - Returns the tools to call.
 * @returns The number of tools and those whose request was not accepted, with the reason.
 */
export async function checkRequests(document, baseUrl, choose = (specs) => specs) {
  const source = openApiSource(document, {
    baseUrl,
    headers: { authorization: 'Bearer test' },
    outputSchemas: false,
    onWarning: () => {},
  });
  try {
    const specs = choose(await source.specs());
    const queue = [...specs];
    const refused = [];
    const work = async () => {
      for (let spec = queue.shift(); spec !== undefined; spec = queue.shift()) {
        const reason = await findRefusal(spec);
        if (reason !== undefined) refused.push({ name: spec.name, reason });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return { count: specs.length, refused: [...source.quarantined.map(toRefusal), ...refused] };
  } finally {
    await source.close();
  }
}

/** Returns why a request was not accepted. A status of the API itself, such as a redirect, is no refusal. */
async function findRefusal(spec) {
  const args = await createSampleArguments(spec);
  if (args === undefined) return 'no sample arguments were found';
  const { error } = await spec.exec(args);
  const isRefused = error !== undefined && /prism\/errors|status 4\d\d/.test(error.message);
  return isRefused || error?.code === 'invalid_parameters' ? error.message.slice(0, 600) : undefined;
}

function toRefusal({ id, reason }) {
  return { name: id, reason };
}
