/** The part of a request that carries an argument. */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

/** The part of a request in which a name belongs to one owner. */
export type NamePart = ParameterLocation | 'form';

/** The styles in which OpenAPI writes arrays and objects as text. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'json';

/** The place of one argument in a request. */
export interface OperationParameter {
  readonly argument: string;
  /** The name in the request, such as that of the header. */
  readonly name: string;
  readonly in: ParameterLocation;
  readonly style: ParameterStyle;
  /** Whether each item of an array or an object has its own name. */
  readonly explode: boolean;
}

/** How a property of a form is encoded. */
export interface PropertyEncoding {
  /** The style of arrays and objects, as in the query. @default repeats the name for each item of an array */
  readonly style?: Extract<ParameterStyle, 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'> | undefined;
  /** Whether each item of an array or an object has its own name. @default true for the style 'form' */
  readonly explode?: boolean | undefined;
  /** The media type of the value, such as `'application/json'`. @default selected by the type of the value */
  readonly contentType?: string | undefined;
}

/** The body of a request. */
export interface OperationBody {
  readonly contentType: string;
  /** The argument that is the entire body. If undefined, the body is an object of the arguments in `properties`. */
  readonly argument: string | undefined;
  readonly properties: readonly string[];
  /** The properties of a multipart body whose values are files, encoded as base64. */
  readonly files: readonly string[];
  /** The encodings of the properties of a form. @default the defaults of each property */
  readonly encoding?: Readonly<Record<string, PropertyEncoding>> | undefined;
  /** Whether the body is sent also if it has no properties. @default false */
  readonly required?: boolean | undefined;
}

/** The kind of value that a successful response becomes. */
export type ResponseFormat = 'json' | 'text' | 'bytes' | 'stream';

/** An HTTP operation: how the arguments of a call become a request. */
export interface Operation {
  readonly method: string;
  /** The path below the base URL, with arguments in braces. */
  readonly path: string;
  readonly parameters: readonly OperationParameter[];
  readonly body: OperationBody | undefined;
  /** The value of a successful response. @default selected by its media type */
  readonly response?: ResponseFormat | undefined;
}

/** The values that the author sends with each request. */
export interface FixedParts {
  readonly baseUrl: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The names of the headers whose values are credentials. @default none */
  readonly privateHeaders?: readonly string[] | undefined;
  /** The names of the arguments whose values come from bindings. @default none */
  readonly bound?: readonly string[] | undefined;
}
