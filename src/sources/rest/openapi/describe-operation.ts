import { DefinitionError } from '../../../base/errors/errors.js';
import { show } from '../../../schema/json-schema/normalize-problem.js';
import type { ParameterLocation, ParameterStyle } from '../http/operation.js';
import { chooseMediaType, isJsonType } from './choose-media-type.js';
import { describeEncoding } from './describe-encoding.js';
import { describeOperationV2 } from './describe-operation-v2.js';
import type {
  DescribedBody,
  DescribedOperation,
  DescribedParameter,
  DescribedResponse,
  OperationEntry,
} from './described-operation.js';
import { type Fields, fieldsOf, type OpenApiDocument } from './open-api-document.js';
import { describeCommon, mergeParameters, namedParameter, textOf } from './operation-parts.js';

/**
 * Describes an operation independently of the version of its document.
 *
 * @throws DefinitionError with the reason why the operation cannot be imported.
 */
export function describeOperation(document: OpenApiDocument, entry: OperationEntry): DescribedOperation {
  if (document.version === '2.0') return describeOperationV2(document, entry);
  const { operation, pathItem } = entry;
  return {
    ...describeCommon(document, entry),
    parameters: mergeParameters(document, entry).flatMap((parameter) => describeParameter(parameter)),
    body: operation.requestBody === undefined ? undefined : describeBody(document, operation.requestBody),
    responses: Object.entries(fieldsOf(operation.responses)).map(([status, response]) =>
      describeResponse(status, document.resolve(response, `the response ${status}`)),
    ),
    server: serverOf(operation.servers ?? pathItem.servers ?? document.root.servers),
  };
}

// They are the task of the media types and of the authentication (OpenAPI 3.1, "Parameter Object").
const ignoredHeaders = /^(?:accept|content-type|authorization)$/i;

const locations: readonly unknown[] = ['path', 'query', 'header', 'cookie'];

function describeParameter(parameter: Fields): readonly DescribedParameter[] {
  const { name, in: location, required, schema, content, style, explode } = namedParameter(parameter);
  if (!locations.includes(location)) {
    throw new DefinitionError(`its parameter '${name}' is in ${show(location)}, which is not supported`);
  }
  if (location === 'header' && ignoredHeaders.test(name)) return [];
  const [mediaType, media] = Object.entries(fieldsOf(content))[0] ?? [];
  if (mediaType !== undefined && !isJsonType(mediaType)) {
    throw new DefinitionError(`its parameter '${name}' has the media type '${mediaType}', which is not supported`);
  }
  return [
    {
      name,
      in: location as ParameterLocation,
      required: required === true || location === 'path',
      description: textOf(parameter.description),
      schema: (mediaType === undefined ? schema : fieldsOf(media).schema) ?? {},
      style: mediaType === undefined ? (style as ParameterStyle | undefined) : 'json',
      explode: typeof explode === 'boolean' ? explode : undefined,
    },
  ];
}

function describeBody(document: OpenApiDocument, value: unknown): DescribedBody | undefined {
  const { content, required, description } = document.resolve(value, 'the request body');
  const contents = fieldsOf(content);
  const contentType = chooseMediaType(Object.keys(contents));
  if (contentType === undefined) return undefined;
  return {
    required: required === true,
    description: textOf(description),
    contentType: contentType.sent,
    schema: fieldsOf(contents[contentType.declared]).schema ?? {},
    encoding: describeEncoding(document, fieldsOf(contents[contentType.declared])),
  };
}

function describeResponse(status: string, { content }: Fields): DescribedResponse {
  const contents = Object.entries(fieldsOf(content));
  return { status, contents: contents.map(([mediaType, media]) => ({ mediaType, schema: fieldsOf(media).schema })) };
}

/** Returns the URL of the first server, with the defaults of its variables. */
function serverOf(servers: unknown): string {
  const { url, variables } = fieldsOf(Array.isArray(servers) ? servers[0] : undefined);
  return (textOf(url) ?? '/').replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    return textOf(fieldsOf(fieldsOf(variables)[name]).default) ?? whole;
  });
}
