import type { Requirement } from './requirement.js';

const spec = 'test/rest/openapi/open-api-source.spec.ts';

/** The promises about tools that are created from OpenAPI documents. */
export const openapiRequirements: readonly Requirement[] = [
  {
    id: 'openapi.import',
    promise:
      'Each operation of a document of version 3.1, 3.0 or 2.0 becomes a tool, whose arguments are its parameters and the properties of its body, and whose requests are as the document describes.',
    sources: ['docs/openapi.md#import-a-document'],
    tests: {
      [spec]: [
        'with the parameters and the properties of the body as arguments',
        'with the argument body if a property has the name of a parameter, or the body is optional',
        'with the schema of JSON responses, without properties that are only sent',
        'with descriptions, and with annotations from the method',
        'with defaults in words, because the server fills them in',
        'from version 2.0',
        'from version 3.0, with the keywords of JSON Schema',
        'parameters in their place and style, and no argument that the document does not declare',
        'a body from its properties, or from the argument body',
        'files of a multipart body, which are base64 in the arguments',
        'fails a call whose response does not match its schema',
      ],
    },
  },
  {
    id: 'openapi.forms',
    promise:
      'The properties of a form are written as their encoding states, and one that cannot be sent quarantines the operation.',
    sources: ['docs/openapi.md#import-a-document'],
    tests: {
      'test/rest/openapi/form-encoding.spec.ts': [
        'writes %s with the encoding %j: %j',
        'of a multipart form has its media type, or the style that the encoding states',
        'that cannot be sent quarantines its operation: %j',
        'of OpenAPI 2.0 has the collectionFormat %s',
      ],
    },
  },
  {
    id: 'openapi.names',
    promise:
      'The name of a tool is that of its operation, legal for every model, and only operations with one name have digests.',
    sources: ['docs/openapi.md#choose-and-name-operations'],
    tests: {
      [spec]: [
        'with legal names without digests',
        'with the names that an option chooses',
        'for the chosen operations',
      ],
      'test/rest/openapi/operation-names.spec.ts': [
        'have digests in any order: %j',
        'have digests once the second is added, which is a warning',
        'are not taken from a name that an option chooses',
      ],
    },
  },
  {
    id: 'openapi.groups',
    promise:
      'Tools are in the group of their tag, and the groups are inactive at first if there are more than 20 tools.',
    sources: ['docs/openapi.md#keep-large-documents-out-of-the-prompt'],
    tests: {
      [spec]: [
        'by their first tag, in groups that a toolkit creates and removes',
        'that are inactive if there are more than 20',
        'that a model searches and activates',
        'by a function, and with a prefix',
      ],
    },
  },
  {
    id: 'openapi.servers',
    promise: 'A private address is reached only if an option allows it, never because a document names it.',
    sources: ['docs/openapi.md#servers-and-hosts'],
    tests: {
      [spec]: [
        'to the servers of the document, but not to a private address that only the document names',
        'from a URL with a private host, to which its servers may be relative',
        'the query that a path contains, the accepted types and fixed headers',
      ],
    },
  },
  {
    id: 'openapi.auth',
    promise:
      'An operation is sent with the credentials of its security scheme, or with those of all operations, and no tool shows them.',
    sources: ['docs/openapi.md#authenticate'],
    tests: {
      'test/rest/openapi/choose-auth.spec.ts': [
        'is sent by all operations that need authentication',
        'is sent by the operations that need its security scheme',
        'may be a scheme with its options, and may come from the state of each call',
        'is not shown by a tool',
        'quarantines an operation that needs several schemes at once',
      ],
    },
  },
  {
    id: 'openapi.quarantine',
    promise: 'An operation that cannot be imported is quarantined with the reason, and the others are imported.',
    sources: ['docs/openapi.md#what-is-not-imported'],
    tests: {
      [spec]: [
        'quarantines an operation > %s',
        'whose operationId another operation has',
        'that refers to another document, or to nothing',
        'of a limited number of operations',
        'follows references of paths and of operations, with the fields next to those of paths',
        'imports operations of one path that fragments distinguish, and sends no fragment',
        'warns about callbacks and links, which are ignored, and about names that do not exist',
        'accepts schemas that contain themselves',
      ],
    },
  },
  {
    id: 'openapi.validation',
    promise: 'Arguments are validated within a budget of steps, on definitions that all tools share.',
    sources: ['docs/openapi.md#validation'],
    tests: {
      [spec]: [
        'ends the validation of arguments that would take too many steps',
        'whose definitions are shared and frozen',
        'prepares the validation of all tools',
      ],
      'test/rest/rest-package.e2e.spec.ts': ['validates arguments where code generation from strings is disallowed'],
    },
  },
  {
    id: 'openapi.changes',
    promise:
      'A changed document updates the tools of toolkits, and one that cannot be imported leaves them as they are.',
    sources: ['docs/openapi.md#follow-changes-of-a-document'],
    tests: {
      [spec]: [
        'in toolkits if its document is replaced',
        'if the watched file changes, and not if its text is the same',
      ],
    },
  },
];
