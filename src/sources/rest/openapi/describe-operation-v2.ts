import { DefinitionError } from '../../../base/errors/errors.js';
import { show } from '../../../schema/json-schema/normalize-problem.js';
import type { ParameterLocation, PropertyEncoding } from '../http/operation.js';
import { chooseMediaType } from './choose-media-type.js';
import type {
  DescribedBody,
  DescribedOperation,
  DescribedParameter,
  DescribedResponse,
  OperationEntry,
} from './described-operation.js';
import { type Fields, fieldsOf, type OpenApiDocument } from './open-api-document.js';
import { describeCommon, mergeParameters, namedParameter, textOf } from './operation-parts.js';

/** Describes an operation of a document of version 2.0, whose body is a parameter. */
export function describeOperationV2(document: OpenApiDocument, entry: OperationEntry): DescribedOperation {
  const { operation } = entry;
  const { root } = document;
  const parameters = mergeParameters(document, entry).map(namedParameter);
  const produces = typesOf(operation.produces ?? root.produces);
  return {
    ...describeCommon(document, entry),
    parameters: parameters.filter(({ in: location }) => !bodyLocations.includes(location)).map(describeParameter),
    body: describeBody(parameters, typesOf(operation.consumes ?? root.consumes)),
    responses: Object.entries(fieldsOf(operation.responses)).map(([status, response]) =>
      describeResponse(status, document.resolve(response, `the response ${status}`), produces),
    ),
    server: serverOf(operation, root),
  };
}

type Parameter = Fields & { readonly name: string };

const bodyLocations: readonly unknown[] = ['body', 'formData'];
const multipart = 'multipart/form-data';
const urlEncoded = 'application/x-www-form-urlencoded';

interface Serialization {
  readonly style?: PropertyEncoding['style'];
  readonly explode?: boolean;
}

const collectionFormats: Readonly<Record<string, (location: unknown) => Serialization>> = {
  csv: (location) => (location === 'query' ? { style: 'form', explode: false } : {}),
  multi: () => ({ style: 'form', explode: true }),
  ssv: () => ({ style: 'spaceDelimited' }),
  pipes: () => ({ style: 'pipeDelimited' }),
};

function describeParameter(parameter: Parameter): DescribedParameter {
  const { name, in: location, required } = parameter;
  const { style, explode } = serializationOf(parameter);
  return {
    name,
    in: location as ParameterLocation,
    required: required === true || location === 'path',
    description: textOf(parameter.description),
    schema: schemaOf(parameter),
    style,
    explode,
  };
}

function serializationOf({ name, in: location, collectionFormat = 'csv' }: Parameter): Serialization {
  const serialize = Object.hasOwn(collectionFormats, String(collectionFormat))
    ? collectionFormats[String(collectionFormat)]
    : undefined;
  if (serialize === undefined) {
    throw new DefinitionError(
      `its parameter '${name}' has the collectionFormat ${show(collectionFormat)}, which is not supported`,
    );
  }
  return serialize(location === 'formData' ? 'query' : location);
}

/** Returns the schema of a parameter, whose keywords are next to those of the parameter itself. */
function schemaOf({ in: _in, name: _name, required: _required, description: _text, ...schema }: Fields): Fields {
  return schema;
}

function describeBody(parameters: readonly Parameter[], consumes: readonly string[]): DescribedBody | undefined {
  const body = parameters.find((one) => one.in === 'body');
  if (body !== undefined) {
    return {
      required: body.required === true,
      description: textOf(body.description),
      contentType: chooseMediaType(consumes)?.sent ?? 'application/json',
      schema: body.schema ?? {},
      encoding: undefined,
    };
  }
  const fields = parameters.filter((one) => one.in === 'formData');
  if (fields.length === 0) return undefined;
  const required = fields.filter((one) => one.required === true).map(({ name }) => name);
  const isMultipart = fields.some(isFile) || (consumes.includes(multipart) && !consumes.includes(urlEncoded));
  const properties = fields.map(({ description, ...field }) => [
    field.name,
    { ...schemaOf(field), ...(textOf(description) === undefined ? {} : { description }) },
  ]);
  return {
    required: required.length > 0,
    description: undefined,
    contentType: isMultipart ? multipart : urlEncoded,
    schema: { type: 'object', properties: Object.fromEntries(properties), required },
    encoding: Object.fromEntries(
      fields.filter(({ type }) => type === 'array').map((field) => [field.name, serializationOf(field)]),
    ),
  };
}

function isFile({ type }: Fields): boolean {
  return type === 'file';
}

function describeResponse(status: string, { schema }: Fields, produces: readonly string[]): DescribedResponse {
  const types = produces.length === 0 ? ['application/json'] : produces;
  const contents = schema === undefined ? [] : types.map((mediaType) => ({ mediaType, schema }));
  return { status, contents };
}

function serverOf(operation: Fields, { host, basePath, schemes }: Fields): string {
  const known = typesOf(operation.schemes ?? schemes);
  const scheme = ['https', 'http'].find((one) => known.includes(one));
  const path = textOf(basePath) ?? '/';
  if (textOf(host) === undefined) return path;
  return `${scheme === undefined ? '' : `${scheme}:`}//${String(host)}${path}`;
}

function typesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
