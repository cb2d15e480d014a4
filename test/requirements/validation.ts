import type { Requirement } from './requirement.js';

/** The promises about the validation of arguments and output. */
export const validationRequirements: readonly Requirement[] = [
  {
    id: 'validation.strict-first',
    promise: 'Valid arguments are passed on unchanged, and only invalid ones are coerced and validated again.',
    sources: ['docs/schemas.md#validation-and-coercion'],
    tests: { 'test/schema/validation/validation.spec.ts': ['does not change valid values', 'converts %j to %j'] },
  },
  {
    id: 'validation.exact-numbers',
    promise: 'A text is coerced to a number only if the number is written exactly so, because any other may be an ID.',
    sources: ['docs/schemas.md#validation-and-coercion'],
    tests: {
      'test/schema/validation/coerce.spec.ts': [
        'are not numbers for a text in another notation, which may be an ID: %j',
        'read the number in %j',
      ],
    },
  },
  {
    id: 'validation.nothing-else-coerced',
    promise: 'Nothing else is converted, such as `null` to 0, a number to a string or a value that may be a string.',
    sources: ['docs/schemas.md#validation-and-coercion'],
    tests: {
      'test/schema/validation/validation.spec.ts': [
        'does not accept %j',
        'never makes a null of a required argument disappear',
      ],
      'test/schema/validation/coerce.spec.ts': ['of %j do not include %j, which is reported unchanged'],
    },
  },
  {
    id: 'validation.null-is-absent',
    promise: '`null` for an optional property counts as absent, so that its default applies.',
    sources: ['docs/schemas.md#validation-and-coercion'],
    tests: {
      'test/schema/input/strict-nulls.spec.ts': ['counts as absent at every level, unless it may be null, for %s'],
      'test/schema/validation/validation.spec.ts': [
        'removes a null for an optional property behind a reference, and inside arrays',
      ],
    },
  },
  {
    id: 'validation.limits-of-coercion',
    promise: 'The limits of arguments apply to parsed JSON text, too.',
    sources: ['docs/schemas.md#validation-and-coercion', 'docs/schemas.md#limits'],
    tests: { 'test/schema/validation/validation.spec.ts': ['applies the limits to parsed JSON text'] },
  },
  {
    id: 'validation.exact-arguments',
    promise:
      'With `coerce: false` every argument of a wrong type is rejected by name, also `null` for an optional property.',
    sources: ['docs/schemas.md#switch-coercion-off'],
    tests: {
      'test/schema/validation/exact-arguments.spec.ts': [
        'rejects every argument of a wrong type, and names it',
        'accepts valid arguments with the same result as with coercion',
        'rejects a text in place of a listed number: %s',
        'reports each issue once',
      ],
    },
  },
  {
    id: 'validation.exact-nulls',
    promise: 'With `coerce: false`, `null` is valid where the published schema declares it.',
    sources: ['docs/schemas.md#switch-coercion-off'],
    tests: {
      'test/schema/validation/exact-arguments.spec.ts': ['accepts null where the published schema declares it: %s'],
    },
  },
  {
    id: 'validation.coerce-precedence',
    promise:
      '`coerce` of the call takes precedence over that of the tool, and that of the tool over that of the toolkit.',
    sources: ['docs/schemas.md#switch-coercion-off'],
    tests: {
      'test/toolkit/coerce-option.spec.ts': [
        'of the call %s, the tool %s and the toolkit %s: coerces is %s',
        'is an option of @Tool()',
        'must be a boolean',
      ],
    },
  },
  {
    id: 'validation.coerce-text',
    promise:
      'With `coerce: false`, arguments that are one JSON text are still read as an object, and malformed JSON is still repaired.',
    sources: ['docs/schemas.md#switch-coercion-off'],
    tests: {
      'test/schema/validation/exact-arguments.spec.ts': ['still reads all arguments from one JSON text'],
      'test/toolkit/coerce-option.spec.ts': ['leaves the repair of malformed JSON as it is'],
    },
  },
  {
    id: 'validation.coerce-strict-mode',
    promise: '`toOpenAI({ strict: true })` warns of each optional property of a tool with `coerce: false`.',
    sources: ['docs/schemas.md#switch-coercion-off'],
    tests: {
      'test/toolkit/coerce-option.spec.ts': [
        'warns that a tool without coercion rejects the null of optional properties',
        'does not warn of a tool that coerces or that has no optional property',
      ],
    },
  },
  {
    id: 'validation.issues',
    promise:
      'All issues are reported together, each with its path as a JSON Pointer, the expected and the received value, and the message lists the first 20.',
    sources: ['docs/schemas.md#read-the-issues', 'docs/errors.md#invalid_parameters', 'RFC 6901, section 5'],
    tests: {
      'test/schema/validation/validation.spec.ts': [
        'reports all issues, each with its path, the expected and the received value',
        'shows at most 20 issues',
        'passes the issues to programs as well',
        'reports no issue twice',
      ],
    },
  },
  {
    id: 'validation.bound-name-alone',
    promise: 'An argument with the name of a bound parameter is reported on its own.',
    sources: ['docs/schemas.md#read-the-issues'],
    tests: { 'test/toolkit/refused-input.spec.ts': ['are rejected because of a bound name only'] },
  },
  {
    id: 'validation.arguments-copied',
    promise: 'Your arguments are never changed, and the tool receives a copy that it may modify.',
    sources: ['docs/schemas.md#read-the-issues'],
    tests: {
      'test/schema/validation/validation.spec.ts': ['are copied, so that the object of the caller does not change'],
      'test/schema/validation/copy-json.spec.ts': ['are a copy, at every depth'],
      'test/execution/call-properties.spec.ts': ['shares no object and no array with its caller, and changes none'],
    },
  },
  {
    id: 'validation.validate',
    promise: '`spec.validate(args)` returns what a call would pass on, or its issues, without running the tool.',
    sources: ['docs/schemas.md#read-the-issues'],
    tests: {
      'test/execution/call-properties.spec.ts': [
        'passes on the arguments that validate() returns, or rejects them with the same issues',
      ],
    },
  },
  {
    id: 'validation.no-eval',
    promise: 'No code is generated from strings and no Node built-in is imported, so that tools run in every runtime.',
    sources: ['docs/schemas.md#read-the-issues', 'docs/compilers-and-bundlers.md#runtimes'],
    tests: {
      'test/no-code-generation.spec.ts': ['disallow code generation from strings: %s'],
      'test/package.e2e.spec.ts': ['validates arguments where code generation from strings is disallowed'],
      'test/architecture.spec.ts': [
        'generates no code from strings, which some runtimes forbid',
        'of the core name no Node built-in, so that it runs in every runtime',
      ],
    },
  },
  {
    id: 'validation.minified-names',
    promise: 'The name of an argument that a minifier renamed is never published: the tool is not built.',
    sources: ['docs/compilers-and-bundlers.md#minifiers'],
    tests: {
      'test/metadata/mangled-names.spec.ts': [
        'are recognized in the output of $pipeline ($tool $version)',
        'are refused in classes from %s',
        'has the names of the author: %s, for %s',
        'is refused if a minifier renamed the parameters: %s',
        "are refused in a class, and settled by names: 'source', @Param({ name }) or generated metadata",
        "are confirmed by names: 'source' only",
      ],
      'test/metadata/mangled-bundle.e2e.spec.ts': ['is refused with %j'],
    },
  },
  {
    id: 'validation.closed-top-level',
    promise:
      'An argument that the schema does not declare is rejected with the most similar name, unless the schema itself is open.',
    sources: ['docs/schemas.md#unknown-arguments', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/schema/validation/validation.spec.ts': [
        'is closed otherwise, even if properties come from other schemas',
        'is not closed with %s',
        'does not change nested levels',
      ],
      'test/schema/validation/schema-issues.spec.ts': ['suggest a known name even if other schemas declare more'],
    },
  },
  {
    id: 'validation.prototype-names',
    promise: '`__proto__` is rejected at any depth, and `constructor` and `prototype` unless the schema declares them.',
    sources: ['docs/schemas.md#unknown-arguments', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/schema/validation/validation.spec.ts': [
        'with __proto__ %s are rejected',
        'with constructor or prototype are rejected unless the schema declares them',
        'do not count inherited members as properties',
      ],
      'test/schema/validation/hostile-arguments.spec.ts': [
        'are rejected if one has the name %s',
        'are rejected if they contain %s',
      ],
      'test/schema/validation/limits.spec.ts': ["are rejected: '%s', unless the schema declares it"],
    },
  },
  {
    id: 'validation.defaults',
    promise:
      'Defaults are filled in after the arguments are accepted, at the top level and in nested objects that are present.',
    sources: ['docs/schemas.md#defaults'],
    tests: {
      'test/schema/validation/defaults.spec.ts': [
        'are filled in at any depth, if the objects are sent',
        'do not replace null if null is accepted',
      ],
      'test/schema/validation/validation.spec.ts': [
        "receive copies of the schema's defaults at every level",
        'count as absent if they are undefined',
      ],
    },
  },
  {
    id: 'validation.unfit-default',
    promise: "A default in the code that does not fit the parameter's own schema is used but not published.",
    sources: ['docs/schemas.md#defaults'],
    tests: {
      'test/schema/input/input-contract.spec.ts': [
        'is used although the schema would reject it from a model',
        'is published only if a model could send it',
      ],
    },
  },
  {
    id: 'validation.argument-limits',
    promise:
      'Arguments that are nested deeper than 64 levels, or contain too many values, items or characters, are rejected before anything else reads them.',
    sources: ['docs/schemas.md#limits', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/schema/validation/limits.spec.ts': ['allow at most 64 levels of %s'],
      'test/schema/validation/validation.spec.ts': [
        'that are too deep are rejected, as objects and as text',
        'that contain themselves are rejected',
        'that are too many are rejected',
        'counts the names of an object before it reads any of their values',
        'at the limits are accepted',
      ],
    },
  },
  {
    id: 'validation.dto-limits',
    promise: 'The limits apply before a DTO class creates any instance.',
    sources: ['docs/schemas.md#limits'],
    tests: { 'test/dto/dto-arguments.spec.ts': ['are not converted to more instances than the limits allow'] },
  },
  {
    id: 'validation.output-schema',
    promise:
      'Data that does not fit the `outputSchema` in its JSON form fails the call with `invalid_output`, and nothing is coerced.',
    sources: ['docs/schemas.md#output-schemas', 'docs/errors.md#invalid_output'],
    tests: {
      'test/execution/call-output.spec.ts': [
        'are accepted if they match: %s',
        'are invalid if they do not match: %s',
        'are validated in their JSON form',
        'have issues in the error',
      ],
    },
  },
  {
    id: 'validation.output-of-streams',
    promise:
      'The output of a stream is validated after accumulation, and one without chunks is an empty list or text if the schema accepts it.',
    sources: ['docs/schemas.md#output-schemas'],
    tests: {
      'test/execution/call-output.spec.ts': [
        'are validated after accumulation',
        'without chunks are an empty list or an empty text, as the schema requires',
      ],
    },
  },
  {
    id: 'validation.parsed-output',
    promise:
      'The output of a Standard Schema takes the place of the data, also over MCP: properties that it removes are shown nowhere.',
    sources: ['docs/schemas.md#output-schemas'],
    tests: {
      'test/execution/parsed-output.spec.ts': [
        'is what clients read: %s',
        'shows the output of a Standard Schema: a chunk %s',
        'is what a failed stream shows',
        'is the data of the call',
        'is refused with a property that the class excludes',
      ],
      'test/mcp/link-mcp.e2e.spec.ts': ['returns the output of a Standard Schema, as a local call does: %s'],
    },
  },
  {
    id: 'validation.untransformed-output',
    promise:
      'What a tool returns is not transformed by class-transformer, not even if the class is the `outputSchema`.',
    sources: ['docs/dto-rules.md#what-a-tool-returns', 'docs/schemas.md#output-schemas'],
    tests: {
      'test/execution/parsed-output.spec.ts': [
        'is not transformed: a property that is hidden from plain objects only is shown',
      ],
    },
  },
  {
    id: 'validation.json-form',
    promise:
      'The JSON form of data extends `JSON.stringify`: a `Map` is an object, a `Set` an array, a bigint a string and bytes are base64.',
    sources: ['docs/schemas.md#output-schemas', 'docs/tools-and-calls.md#what-a-tool-can-return'],
    tests: { 'test/response/json-value.spec.ts': ['converts %s', 'converts any JSON data like JSON.stringify'] },
  },
  {
    id: 'validation.no-json-form',
    promise:
      'Data that contains itself, a promise, a function or an `Error` without `toJSON()`, a symbol, NaN or an infinity fails with `invalid_output` and names the path.',
    sources: ['docs/schemas.md#output-schemas', 'docs/errors.md#invalid_output'],
    tests: {
      'test/execution/unrepresentable-output.spec.ts': [
        'is rejected with its path: %s',
        'is rejected under an output schema that accepts anything: %p',
      ],
      'test/response/rendered.spec.ts': ['because it %s is an invalid output'],
    },
  },
];
