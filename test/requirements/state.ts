import type { Requirement } from './requirement.js';

/** The promises about bindings, state and secrets. */
export const stateRequirements: readonly Requirement[] = [
  {
    id: 'state.hidden',
    promise: 'A bound parameter is missing from the schema, the prompt, the signature and every export.',
    sources: ['docs/binding-and-state.md#bindings-and-state', 'docs/multi-tenant.md#what-a-model-sees-and-sets'],
    tests: {
      'test/state/binding.spec.ts': ['is removed from the schema, the prompt, the signature and every export'],
      'test/spec/tool-spec.spec.ts': ['hide bound parameters in examples'],
    },
  },
  {
    id: 'state.unsettable',
    promise:
      'A call in which a model sends an argument with the name of a bound parameter is rejected, also if the schema is open, and the tool does not run.',
    sources: [
      'docs/binding-and-state.md#bindings-and-state',
      'docs/schemas.md#unknown-arguments',
      'SECURITY.md#what-is-a-vulnerability',
    ],
    tests: {
      'test/state/binding.spec.ts': [
        'is rejected when the model sends it, and the tool does not run',
        'is rejected even if the schema is open',
      ],
      'test/schema/validation/argument-validator.spec.ts': [
        'never replace a bound value, even if any name is accepted',
        'never replace a bound value that a pattern accepts: %s',
      ],
    },
  },
  {
    id: 'state.unchanged',
    promise: 'A bound value is read at each call and passed unchanged, without validation, conversion or copy.',
    sources: ['docs/binding-and-state.md#bindings-and-state'],
    tests: {
      'test/state/binding.spec.ts': ['is read at the time of the call', 'is passed by identity, whatever it is'],
    },
  },
  {
    id: 'state.derived-spec',
    promise: '`spec.bind()` returns a new spec, and a name that the tool does not have is a `DefinitionError` at once.',
    sources: ['docs/binding-and-state.md#declare-a-binding'],
    tests: {
      'test/state/binding.spec.ts': [
        'bind > returns a new spec, and does not change the old one',
        'of %s refuses %j, which is no parameter',
      ],
    },
  },
  {
    id: 'state.own-name',
    promise: "A binding without a path uses the parameter's name as the path, also with special characters.",
    sources: ['docs/binding-and-state.md#declare-a-binding'],
    tests: { 'test/state/binding.spec.ts': ['reads the key of its own name by default, even with special characters'] },
  },
  {
    id: 'state.unbind',
    promise: '`spec.unbind()` makes a parameter visible to the model again.',
    sources: ['docs/binding-and-state.md#declare-a-binding'],
    tests: { 'test/state/binding.spec.ts': ['shows a typed parameter to the model again'] },
  },
  {
    id: 'state.bound-type',
    promise: 'A `Bound` type binds a parameter of a method or a function in every mode that reads types.',
    sources: ['docs/binding-and-state.md#bind-by-type'],
    tests: {
      'test/plugin/bound-parameters.e2e.spec.ts': [
        'are hidden and filled from the state with %s, and so are those of functions',
        'are hidden in a minified bundle',
        'are hidden by the command and by toolwright generate, and are no part of the written types',
      ],
      'test/metadata/generated-functions.spec.ts': [
        'receives the options of a binding without another key',
        'hides a parameter that the inputSchema does not describe',
      ],
    },
  },
  {
    id: 'state.bound-type-is-read',
    promise:
      'A `Bound` type whose key no build has read, and one with another key than `@Bind()` or `bind`, is refused.',
    sources: ['docs/binding-and-state.md#bind-by-type'],
    tests: {
      'test/decorators/author-mistakes.spec.ts': ['is a Bound type %s'],
      'test/plugin/bound-parameters.e2e.spec.ts': [
        'are refused with %s',
        'of a function whose types are not read are refused',
      ],
      'test/metadata/generated-functions.spec.ts': ['refuses a binding to another key'],
    },
  },
  {
    id: 'state.null-is-a-value',
    promise: '`null` and `undefined` in the state are values.',
    sources: ['docs/binding-and-state.md#when-there-is-no-value'],
    tests: {
      'test/state/binding.spec.ts': ['accepts %p as a value'],
      'test/state/layered-state.spec.ts': ['counts null and undefined as values'],
    },
  },
  {
    id: 'state.fallbacks',
    promise:
      "Without a value, the binding's default applies, then the default of the parameter, then `undefined` if it is optional, and no default is written into the state.",
    sources: ['docs/binding-and-state.md#when-there-is-no-value'],
    tests: {
      'test/state/binding.spec.ts': [
        'uses the default of the binding if the key is missing, and never stores it',
        'uses a default that is undefined',
        "otherwise uses the method's own default value",
        'is otherwise undefined if it is optional',
      ],
    },
  },
  {
    id: 'state.unbound',
    promise:
      'A bound parameter without a value or a default fails the call with `unbound_state`, before arguments are validated and before the tool runs.',
    sources: [
      'docs/binding-and-state.md#when-there-is-no-value',
      'docs/errors.md#unbound_state',
      'docs/multi-tenant.md#state-per-tenant',
    ],
    tests: {
      'test/state/binding.spec.ts': ['otherwise fails with the key and the parameter, before the tool runs'],
      'test/schema/input/input-contract.spec.ts': ['fails the call even if the schema does not require it'],
      'test/toolkit/refused-input.spec.ts': ['are validated only after every binding has a value'],
    },
  },
  {
    id: 'state.unbound-names',
    promise: 'The error of a binding without a value names neither the parameter nor the state key to a model.',
    sources: ['docs/errors.md#unbound_state'],
    tests: {
      'test/state/hidden-names.spec.ts': [
        'shows the parameter and the state key to the developer only',
        'shows neither in the content of responses',
        'shows neither to a program',
      ],
    },
  },
  {
    id: 'state.rejected-by-schema',
    promise:
      'If a Standard Schema rejects a bound value, the call fails with `unbound_state` and the model does not see the value.',
    sources: ['docs/binding-and-state.md#when-there-is-no-value'],
    tests: {
      'test/schema/input/input-contract.spec.ts': [
        'is not created for a bound value that it rejects, and the model does not see the value',
      ],
      'test/schema/standard/standard-parser.spec.ts': [
        'reports nothing to a model about the bound values that it rejects',
      ],
    },
  },
  {
    id: 'state.own-properties',
    promise: 'A path follows own properties only, and `__proto__`, `constructor` and `prototype` are rejected.',
    sources: ['docs/binding-and-state.md#toolstate', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/state/tool-state.spec.ts': ['follow own properties only'],
      'test/state/state-path.spec.ts': ['rejects %j, which is not allowed'],
      'test/registry/prototype-names.spec.ts': ['are no value of a binding that the state does not have: %s'],
    },
  },
  {
    id: 'state.immutable-objects',
    promise: '`set` and `delete` never modify the objects that you stored.',
    sources: ['docs/binding-and-state.md#toolstate'],
    tests: {
      'test/state/tool-state.spec.ts': [
        'set > never changes a stored object, and copies only containers on the path',
        'delete > never changes a stored object',
        'behaves like a naive model, and never changes stored objects',
      ],
    },
  },
  {
    id: 'state.fork',
    promise: '`fork()` copies plain objects and arrays deeply and shares all other values.',
    sources: ['docs/binding-and-state.md#toolstate'],
    tests: { 'test/state/tool-state.spec.ts': ['copies plain objects and arrays deeply, and shares other values'] },
  },
  {
    id: 'state.changes',
    promise: '`changes$` emits each change after it is made.',
    sources: ['docs/binding-and-state.md#toolstate'],
    tests: { 'test/state/tool-state.spec.ts': ['emits each change after it is made'] },
  },
  {
    id: 'state.shared-state',
    promise: 'All specs of one instance share one state, and so do derived specs, except those that `clone()` returns.',
    sources: ['docs/binding-and-state.md#which-specs-share-a-state'],
    tests: {
      'test/state/binding.spec.ts': [
        'shares the state, as every change but clone() does',
        'has its own copy of the state',
      ],
      'test/registry/tool-registry.spec.ts': ['shares one state among all tools of an instance'],
    },
  },
  {
    id: 'state.layers',
    promise:
      'A path is looked up in the state of the call, the session, the toolkit and the spec, the first that has the complete path is used, and layers are never merged.',
    sources: [
      'docs/binding-and-state.md#state-layers',
      'docs/sessions.md#sessions',
      'docs/multi-tenant.md#state-per-tenant',
    ],
    tests: {
      'test/toolkit/toolkit.spec.ts': [
        'is looked up in the call, then the toolkit, then the spec',
        'is found as one value, never merged',
      ],
      'test/toolkit/sessions.spec.ts': ['has its own state, layered over that of the toolkit'],
      'test/state/layered-state.spec.ts': ['looks up the entire path in each layer, and never merges'],
    },
  },
  {
    id: 'state.nearest-write',
    promise: '`ctx.state.set()` writes to the nearest state.',
    sources: ['docs/binding-and-state.md#state-layers'],
    tests: {
      'test/state/layered-state.spec.ts': ['writes to the nearest layer, and emits its changes'],
      'test/execution/call-consumers.spec.ts': ["reads and writes the state of the call before the tool's own"],
    },
  },
  {
    id: 'state.secret-json',
    promise:
      'A secret is hidden in the JSON and in the inspection of a state, and a binding receives the value itself.',
    sources: [
      'docs/binding-and-state.md#secrets',
      'docs/multi-tenant.md#secrets',
      'SECURITY.md#what-is-a-vulnerability',
    ],
    tests: {
      'test/state/secret.spec.ts': [
        'is hidden from %s',
        'is hidden in the JSON of a state at any depth',
        'is the value itself',
      ],
    },
  },
  {
    id: 'state.secret-exports',
    promise: 'A secret appears in no schema, export or validation error.',
    sources: ['docs/binding-and-state.md#secrets', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/state/secret.spec.ts': ['is hidden from the model, the exports and validation errors'],
      'test/toolkit/registration.spec.ts': ['may be a secret, which appears in no rendering and no error'],
    },
  },
  {
    id: 'state.secret-errors',
    promise:
      'A secret of four or more characters is replaced in the message and the details of an error that a tool throws, in JSON and URL form too.',
    sources: [
      'docs/binding-and-state.md#secrets',
      'docs/errors.md#throw-errors-from-a-tool',
      'docs/multi-tenant.md#secrets',
      'SECURITY.md#what-is-a-vulnerability',
    ],
    tests: {
      'test/execution/failure.spec.ts': [
        'a secret in the message, as it is, in JSON and in a URL',
        'the details of a ToolError, in keys and values alike',
        'a secret of any layer of the state',
        'no secret that is too short to be distinguished from other text',
      ],
      'test/state/secret.spec.ts': ['is hidden in the errors of a call'],
    },
  },
  {
    id: 'state.secret-cause',
    promise: 'A cause that would reveal a secret is removed.',
    sources: ['docs/binding-and-state.md#secrets', 'docs/errors.md#execution'],
    tests: { 'test/execution/failure.spec.ts': ['a cause that would show a secret at any depth'] },
  },
  {
    id: 'state.secret-renewed',
    promise: 'A secret that the tool has renewed, and one that is the default of a binding, are redacted too.',
    sources: ['docs/binding-and-state.md#secrets'],
    tests: {
      'test/execution/call-surroundings.spec.ts': [
        'is redacted if the tool has renewed it and fails with the old one',
        'that is the default of a binding is passed as its value, and is redacted',
      ],
    },
  },
  {
    id: 'state.secret-notices',
    promise:
      'Secrets and absolute paths are replaced in what tools pass to `ctx.progress()` and `ctx.log()`, for every observer.',
    sources: [
      'docs/binding-and-state.md#secrets',
      'docs/streaming.md#report-progress',
      'docs/multi-tenant.md#secrets',
      'docs/observability.md#logging',
    ],
    tests: {
      'test/execution/private-notices.spec.ts': [
        'redact secrets and cut absolute paths, as errors do',
        'redact a secret that the tool has renewed, or set during the call',
        'redact the default of a binding',
        'of middleware are redacted too',
        'of a tool show no secret in events',
      ],
      'test/mcp/server/private-notices.spec.ts': ['contain neither secrets nor absolute paths'],
    },
  },
  {
    id: 'state.scope',
    promise: "With `stateScope: 'bound'`, a tool sees and writes only the state that it binds or names.",
    sources: ['docs/binding-and-state.md#limit-what-a-tool-sees'],
    tests: {
      'test/state/state-scope.spec.ts': [
        'shows the bound and the named keys only',
        'shows nothing else in its JSON forms and its copies',
        'writes to the named keys, and refuses others',
        'applies to the tools of a toolkit that do not decide themselves',
      ],
    },
  },
  {
    id: 'state.references',
    promise:
      'References in the arguments of `execute` are resolved before validation, only from listed paths and only on request, and no event shows a secret that they refer to.',
    sources: ['docs/binding-and-state.md#references-in-arguments-of-the-application'],
    tests: {
      'test/toolkit/references.spec.ts': [
        'resolves %p to %p',
        'resolves before validation, without coercion',
        'does not resolve references in values of the state',
        'ends with unbound_state for %p',
        'passes a secret to the tool, and shows it in no event',
        'is off by default, and is no option of callTool, callTools and iterate',
      ],
    },
  },
];
