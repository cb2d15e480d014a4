import type { ParameterLocation, ParameterStyle, PropertyEncoding } from '../http/operation.js';
import type { Fields } from './open-api-document.js';

/** An operation of a document, for the options that choose and name operations. */
export interface OpenApiOperation {
  /** The `operationId`, or the method and the path, such as `'GET /users/{id}'`. */
  readonly id: string;
  /** The method in upper case. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
}

/** An operation with the objects of the document that describe it. */
export interface OperationEntry extends OpenApiOperation {
  readonly operation: Fields;
  /** The object that contains the operations of the path. */
  readonly pathItem: Fields;
}

/** A parameter of an operation. Its schema is that of the document. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: unknown;
  readonly style: ParameterStyle | undefined;
  readonly explode: boolean | undefined;
}

/** The body of an operation in the media type in which it is sent. */
export interface DescribedBody {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly contentType: string;
  readonly schema: unknown;
  /** The encodings of the properties of a form. */
  readonly encoding: Readonly<Record<string, PropertyEncoding>> | undefined;
}

/** The content of one response by media type. A response without content is empty. */
export interface DescribedResponse {
  /** The status, such as `'200'`, `'2XX'` or `'default'`. */
  readonly status: string;
  readonly contents: readonly { readonly mediaType: string; readonly schema: unknown }[];
}

/** The parts of an operation that all versions of the specification describe. */
export interface DescribedOperation extends OpenApiOperation {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly parameters: readonly DescribedParameter[];
  readonly body: DescribedBody | undefined;
  readonly responses: readonly DescribedResponse[];
  /**
   * The names of the security schemes of each alternative. A call needs all schemes of one alternative. Undefined if the
   * document does not describe it.
   */
  readonly security: readonly (readonly string[])[] | undefined;
  /** The URL to which the path is appended. It may be relative. */
  readonly server: string;
  /** The parameters of the query that the path contains, which each request has. */
  readonly query: Readonly<Record<string, string>>;
}
