import { openApiSource } from '../../dist/sources/rest/index.js';
import { createSampleArguments } from './sample-arguments.mjs';

// Each request validates a large schema, and prism has one thread.
const concurrency = 4;

/** The sample arguments of a body that prism reads as texts: without optional lists and objects. */
const required = { optionalDepth: 0 };

/**
 * Sends a sample request of each chosen operation of a document to its mock server.
 *
 * @param isForm - Checks whether a form is the body of an operation, by its method and its path.
 * @param choose - Returns the tools to call.
 * @returns The number of tools and those whose request was not accepted, with the reason.
 */
export async function checkRequests(document, baseUrl, { isForm, choose }) {
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
        const reason = await findRefusal(spec, isForm(spec.meta['toolwright/openapi']) ? required : {});
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
async function findRefusal(spec, options) {
  const args = await createSampleArguments(spec, options);
  if (args === undefined) return 'no sample arguments were found';
  const { error } = await spec.exec(args);
  const isRefused = error !== undefined && /prism\/errors|status 4\d\d/.test(error.message);
  return isRefused || error?.code === 'invalid_parameters' ? error.message.slice(0, 600) : undefined;
}

function toRefusal({ id, reason }) {
  return { name: id, reason };
}
