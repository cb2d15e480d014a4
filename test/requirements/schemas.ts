import type { Requirement } from './requirement.js';

/** The promises about schemas and their sources. */
export const schemasRequirements: readonly Requirement[] = [
  {
    id: 'schemas.sources',
    promise:
      'An explicit schema takes precedence over a described parameter, that over a generated schema, and that over the emitted type.',
    sources: ['docs/schemas.md#where-a-schema-comes-from', 'docs/schemas-from-types.md#precedence-of-sources'],
    tests: {
      'test/schema/typed/generated-source.spec.ts': [
        'is the explicit schema of the input, with names and options from the record',
        'is the explicit type rather than its generated type',
        'is its generated type rather than its emitted type, refined by @Param()',
        'is its emitted type if none was generated',
      ],
    },
  },
  {
    id: 'schemas.emitted-types',
    promise:
      '`String`, `Number`, `Boolean` and `Date` are read from the emitted types, and a date is received as a `Date`.',
    sources: ['docs/schemas.md#where-a-schema-comes-from'],
    tests: {
      'test/schema/input/tool-input.spec.ts': ['reads String, Number, Boolean and Date from the emitted types'],
      'test/schema/typed/conversions.spec.ts': ['%s is created from its JSON form'],
    },
  },
  {
    id: 'schemas.dates',
    promise:
      'A `Date` is created from a date-time or a date of RFC 3339, also in generated types and DTO classes, and any other value is refused with an example.',
    sources: [
      'docs/schemas.md#dates',
      'docs/dto-rules.md#where-toolwright-is-stricter-than-class-validator',
      'RFC 3339, section 5.6',
    ],
    tests: {
      'test/schema/dates.spec.ts': [
        'accepts %s, as its published schema does',
        "rejects '%s' with an example of a valid value",
        'rejects %j, which is not text',
        'is read by the same rule in nested objects and in lists',
      ],
    },
  },
  {
    id: 'schemas.refined',
    promise: 'The keywords of `@Param` refine the schema from any source.',
    sources: ['docs/schemas.md#where-a-schema-comes-from'],
    tests: {
      'test/schema/input/tool-input.spec.ts': [
        'accepts schemas of every kind, refined by keywords; a union lists its types',
      ],
    },
  },
  {
    id: 'schemas.untyped-parameter',
    promise:
      'A parameter without a type is a `DefinitionError` when the specs are built, which names the ways to declare the type.',
    sources: ['docs/schemas.md#where-a-schema-comes-from', 'docs/errors.md#definition'],
    tests: {
      'test/schema/input/parameter-source.spec.ts': [
        'of an interface, a union or a promise has no runtime type',
        'of a function without decorators is reported with the ways to declare the type',
      ],
    },
  },
  {
    id: 'schemas.names-from-source',
    promise:
      'Names and default values of parameters are read from the source text of the class, whatever compiler emitted it.',
    sources: ['docs/schemas.md#minifiers-bundlers-and-parameter-names'],
    tests: {
      'test/metadata/source-params.spec.ts': [
        'on code from %s > reads names, literal defaults and rest of %s',
        'on code from tsc at %s > reports the parameters of %s that the compiler preserved',
      ],
    },
  },
  {
    id: 'schemas.declared-name',
    promise: '`@Param({ name })` declares the name of a parameter, also of one that is a pattern.',
    sources: ['docs/schemas.md#minifiers-bundlers-and-parameter-names'],
    tests: {
      'test/decorators/tool.spec.ts': [
        'names a parameter that is a pattern',
        'find a renamed parameter by either name',
      ],
    },
  },
  {
    id: 'schemas.old-target',
    promise: 'A compiler target that rewrites parameter lists is detected and reported.',
    sources: ['docs/schemas.md#minifiers-bundlers-and-parameter-names'],
    tests: { 'test/decorators/author-mistakes.spec.ts': ['is a compiler target that rewrites parameter lists'] },
  },
  {
    id: 'schemas.spread',
    promise:
      "If exactly one parameter remains and it is a required object with declared properties, the properties are the tool's arguments.",
    sources: ['docs/schemas.md#how-arguments-reach-parameters'],
    tests: {
      'test/schema/input/parameter-source.spec.ts': [
        'spreads only if it is a required object with declared properties',
      ],
      'test/schema/input/tool-input.spec.ts': ['that is the only parameter spreads its properties as arguments'],
    },
  },
  {
    id: 'schemas.explicit-schema-by-name',
    promise:
      'With an explicit schema, a sole parameter receives the entire object unless its name is a property, and several parameters are filled by name.',
    sources: ['docs/schemas.md#how-arguments-reach-parameters'],
    tests: {
      'test/spec/tool-spec.spec.ts': ['passes all arguments to a sole parameter, unless it is a property by name'],
      'test/schema/input/tool-input.spec.ts': ['as inputSchema goes to one parameter, or by name to several'],
    },
  },
  {
    id: 'schemas.dto',
    promise:
      'A DTO class receives its arguments as an instance, as class-transformer and class-validator create and validate it.',
    sources: ['docs/schemas.md#dto-classes', 'docs/dto-rules.md#rules-of-dto-classes'],
    tests: {
      'test/dto/dto-equivalence.e2e.spec.ts': [
        'returns the result and the instance of class-transformer and class-validator in each call',
      ],
      'test/dto/dto-tool-equivalence.e2e.spec.ts': [
        'returns the result and the instance of class-transformer and class-validator, if nothing is coerced',
      ],
    },
  },
  {
    id: 'schemas.dto-transformed',
    promise:
      'A property with a `@Transform` accepts anything in the schema, and its description states the rules of the result.',
    sources: ['docs/dto-rules.md#properties-of-the-schema'],
    tests: {
      'test/dto/transformed-rules.spec.ts': [
        'publishes the rules of its result in the description, and accepts what the transformation accepts',
        'states the allowed values in every export',
      ],
    },
  },
  {
    id: 'schemas.enum-names',
    promise:
      'The names of a numeric enum extend the description of its schema, in DTO classes, generated types and exports.',
    sources: ['docs/dto-rules.md#properties-of-the-schema', 'docs/supported-types.md#parameters'],
    tests: {
      'test/schema/enum-names.spec.ts': [
        'extend the description of a DTO property',
        'extend the description of a generated type, also the one of @Param()',
        'are stated once if a DTO has a generated type, after the comment or the description of @Field()',
        'are in every export of %s',
      ],
    },
  },
  {
    id: 'schemas.dto-single-items',
    promise: 'One value is refused where a property of a DTO class is declared as an array.',
    sources: ['docs/dto-rules.md#where-toolwright-is-stricter-than-class-validator'],
    tests: {
      'test/dto/single-items.spec.ts': [
        'is refused for an array, also without @IsArray()',
        'is accepted where the emitted type is not that of an array',
      ],
      'test/dto/dto-equivalence.e2e.spec.ts': [
        'returns the result and the instance of class-transformer and class-validator in each call',
      ],
    },
  },
  {
    id: 'schemas.dto-schema',
    promise:
      'The schema of a DTO class states its rules as the list of decorators describes, and never something else.',
    sources: ['docs/schemas.md#dto-classes', 'docs/dto-rules.md#every-decorator'],
    tests: {
      'test/dto/rule-table.e2e.spec.ts': [
        'has every decorator that class-validator exports, and nothing else',
        'is in the documentation',
        'accepts by the schema all values that the rule accepts %#',
      ],
    },
  },
  {
    id: 'schemas.dto-properties',
    promise: 'A property of a DTO class without a rule is a `DefinitionError`, and names of `@Expose` are published.',
    sources: ['docs/dto-rules.md#properties-of-the-schema'],
    tests: {
      'test/schema/input/tool-input.spec.ts': ['with a property without a rule is a DefinitionError'],
      'test/dto/dto-parser.spec.ts': ['uses the names under which properties are exposed'],
    },
  },
  {
    id: 'schemas.dto-issues',
    promise: 'Each broken rule of a DTO class is one issue with its path as a JSON Pointer, its message and its rule.',
    sources: ['docs/dto-rules.md#validation-issues', 'RFC 6901, section 5'],
    tests: {
      'test/dto/dto-parser.spec.ts': [
        'reports the path, the expected and the received value, and the keyword',
        'reports the messages of class-validator for rules beyond the schema',
        'points into arrays, sets and maps, and escapes pointers',
      ],
    },
  },
  {
    id: 'schemas.standard-schemas',
    promise:
      'Standard Schemas of zod, valibot and arktype provide the JSON Schema and validate, and the method receives their output.',
    sources: ['docs/schemas.md#standard-schemas-zod-valibot-arktype'],
    tests: {
      'test/schema/input/tool-input.spec.ts': [
        'of %s provides the JSON Schema and validates',
        'converts the arguments for the method',
      ],
    },
  },
  {
    id: 'schemas.no-json-schema',
    promise:
      'A Standard Schema that cannot produce a JSON Schema is a `DefinitionError` that names the tool, the parameter and the remedy.',
    sources: ['docs/schemas.md#standard-schemas-zod-valibot-arktype'],
    tests: {
      'test/schema/input/tool-input.spec.ts': [
        'that cannot produce a JSON Schema is a DefinitionError that names the wrapper',
        'that contains %s is a DefinitionError that names the tool, the property and the remedy',
        'of one parameter is refused with the name of the parameter',
        'converts a text to a date, as the remedy says',
      ],
    },
  },
  {
    id: 'schemas.json-schema',
    promise:
      'A JSON Schema, including draft-07 with `definitions`, is converted to 2020-12 and accepts and rejects the same values.',
    sources: ['docs/schemas.md#json-schema', 'JSON Schema 2020-12, Core 8.1.1', 'JSON Schema draft-07, Validation 9'],
    tests: {
      'test/schema/json-schema/normalize-verdicts.spec.ts': [
        'returns a schema that accepts and rejects the samples',
        'returns a schema that agrees with the original schema on any value',
      ],
    },
  },
  {
    id: 'schemas.as-written',
    promise: "`toMcp()` returns the author's schemas unchanged.",
    sources: ['docs/schemas.md#json-schema'],
    tests: { 'test/format/to-mcp.spec.ts': ["returns the author's schemas unchanged"] },
  },
  {
    id: 'schemas.malformed-schema',
    promise: 'A schema that is malformed, or refers to itself without end, is rejected with its location and a remedy.',
    sources: ['docs/schemas.md#json-schema', 'docs/errors.md#definition'],
    tests: {
      'test/schema/json-schema/normalize.spec.ts': [
        'rejects %j with the location and a remedy',
        'rejects a cycle through %s, which validates the same value again',
        'rejects a pattern that does not compile: %j',
      ],
    },
  },
  {
    id: 'schemas.generated',
    promise:
      'A generated module publishes the types of a class, and accepts and rejects the same values in the schema and in the tool.',
    sources: ['docs/schemas-from-types.md#generate-the-schemas'],
    tests: {
      'test/codegen/golden.e2e.spec.ts': [
        'publishes the golden schemas',
        'accepts and rejects its samples, both by the schema and in the tool',
      ],
    },
  },
  {
    id: 'schemas.generated-functions',
    promise:
      'A generated module describes exported functions, and one without a description is refused by name when its tool is ' +
      'first needed.',
    sources: ['docs/schemas-from-types.md#functions'],
    tests: {
      'test/codegen/functions.e2e.spec.ts': [
        'serves exported functions and the tools made of them, if its module is imported %s',
        'serves functions of a module that imports the generated module itself',
        'names the function and the remedies, if the generated module was not imported',
      ],
      'test/spec/described-later.spec.ts': [
        'is refused by its name when it is first needed, if it is never described',
        'is refused at once for what no description corrects',
      ],
    },
  },
  {
    id: 'schemas.deterministic',
    promise: 'The same types produce the same bytes, and no folder of the machine is in the generated module.',
    sources: ['docs/schemas-from-types.md#check-and-watch'],
    tests: {
      'test/codegen/determinism.e2e.spec.ts': [
        'does not depend on the order of the files or on earlier runs',
        'does not contain a folder of the machine on which it was generated',
      ],
    },
  },
  {
    id: 'schemas.stale-module',
    promise: 'A generated module that no longer fits its class is an error when the specs are built.',
    sources: ['docs/schemas-from-types.md#check-and-watch'],
    tests: { 'test/metadata/tool-metadata.spec.ts': ['rejects a record with a different number of parameters: %d'] },
  },
  {
    id: 'schemas.types-without-json',
    promise: 'A type without a JSON form is reported with its location and a remedy, and no module is written.',
    sources: ['docs/supported-types.md#types-without-a-json-form'],
    tests: {
      'test/codegen/problems.e2e.spec.ts': [
        'prevent the generation of the module',
        'are reported with their location and a remedy: %s',
      ],
    },
  },
  {
    id: 'schemas.closed-types',
    promise:
      'Inputs from TypeScript types are closed at every level unless a type has an index signature, and `closed: false` leaves them open below the top level.',
    sources: ['docs/schemas-from-types.md#unknown-properties'],
    tests: {
      'test/codegen/closed-objects.e2e.spec.ts': [
        'rejects unknown properties at every level with %s decorators',
        'is open below the top level with closed: false, of the tool or of the plugin',
        'is closed by the tool if the plugin leaves inputs open',
        'is what the generated module contains, with the same option',
        'leaves the output schema open',
        'is published as it is enforced, by every export',
        'has the rules of the strict mode of OpenAI without changes, which an open type has not',
        'must be true or false',
      ],
      'test/codegen/golden.e2e.spec.ts': ['accepts and rejects its samples, both by the schema and in the tool'],
    },
  },
  {
    id: 'schemas.ruled-properties',
    promise:
      'A DTO property without a rule is refused where the class is seen, unless `@Exclude()` omits it, so that the generated record and the tool agree.',
    sources: ['docs/dto-rules.md#properties-of-the-schema', 'docs/supported-types.md#types-without-a-json-form'],
    tests: {
      'test/codegen/problems.e2e.spec.ts': ['are reported with their location and a remedy: %s'],
      'test/codegen/golden.e2e.spec.ts': ['publishes the golden schemas'],
      'test/dto/dto-arguments.spec.ts': ['may be set by the class itself if it has @Exclude()'],
    },
  },
  {
    id: 'schemas.supported-types',
    promise:
      'Every construct of the table of types has a golden schema, and the method receives the value that the table states.',
    sources: ['docs/supported-types.md#parameters'],
    tests: {
      'test/codegen/golden.e2e.spec.ts': ['has a golden for every construct of the docs'],
      'test/codegen/received.spec.ts': [
        'is a Date for a date-time at any position',
        'is an instance of a DTO class with its initializers and methods',
      ],
    },
  },
  {
    id: 'schemas.tc39',
    promise: '`@Tool` works with TC39 decorators, and its options describe parameters, bindings and the context.',
    sources: ['docs/decorators-without-legacy-mode.md#decorators-without-legacy-mode'],
    tests: {
      'test/decorators/standard-decorators.spec.ts': [
        'describes its parameters in the options',
        'a class with TC39 decorators, compiled by %s > runs its methods with arguments, bound values and the context',
        'rejects %s',
      ],
    },
  },
  {
    id: 'schemas.broken-tool',
    promise: 'A mistake in one tool of a class leaves the specs of the others available by name.',
    sources: ['docs/tools-and-calls.md#what-can-be-a-tool'],
    tests: {
      'test/registry/broken-tools.spec.ts': [
        'leaves the others of its class reachable',
        'is refused where all tools of the class are needed',
      ],
    },
  },
  {
    id: 'schemas.warm-up',
    promise: '`warmUp()` compiles the validators of a spec or of the active tools of a toolkit before the first call.',
    sources: ['docs/schemas.md#read-the-issues'],
    tests: {
      'test/spec/warm-up.spec.ts': ['does not affect calls, before or after', 'of a toolkit compiles its active tools'],
    },
  },
  {
    id: 'schemas.linear-patterns',
    promise: "With `patterns: 'linear'`, patterns are matched in linear time, with the verdicts of JavaScript.",
    sources: ['docs/schemas.md#patterns'],
    tests: {
      'test/schema/patterns/linear-patterns.spec.ts': [
        'matches generated patterns as JavaScript does',
        'refuses a pattern that has no linear-time form: %s',
        'refuses a text that is too long for its pattern, and names both',
      ],
    },
  },
];
