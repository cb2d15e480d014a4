import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import {
  finite,
  flag,
  nonEmpty,
  type OptionsRule,
  oneOf,
  optionsOf,
  string,
  strings,
} from '../../../base/options/option-rules.js';
import { DefinitionError } from '../../../index.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import type { DevMethod, ParamsOf, RpcRequest } from '../protocol.js';

/** The parameters of each method. Those that are listed after the table must be given. */
const rules: { readonly [Method in DevMethod]: OptionsRule } = {
  describe: rule<'describe'>({ scope: nonEmpty }, 'scope'),
  tool: rule<'tool'>({ scope: nonEmpty, name: string }, 'scope', 'name'),
  views: rule<'views'>({ name: string }, 'name'),
  checks: rule<'checks'>({}),
  validate: rule<'validate'>({ scope: nonEmpty, name: string, input: true }, 'scope', 'name'),
  call: rule<'call'>(
    { scope: nonEmpty, name: string, input: true, callId: nonEmpty, timeoutMs: finite },
    ...['scope', 'name', 'callId'],
  ),
  cancel: rule<'cancel'>({ callId: nonEmpty }, 'callId'),
  decide: rule<'decide'>(
    { id: nonEmpty, decision: oneOf('approve', 'deny'), input: true, reason: string, remember: flag },
    ...['id', 'decision'],
  ),
  explain: rule<'explain'>({ scope: nonEmpty, callId: nonEmpty }, 'scope', 'callId'),
  search: rule<'search'>({ scope: nonEmpty, query: string }, 'scope', 'query'),
  parse: rule<'parse'>({ text: string }, 'text'),
  groups: rule<'groups'>({ scope: nonEmpty, names: strings, active: flag }, 'scope', 'names', 'active'),
  setState: rule<'setState'>({ scope: nonEmpty, key: nonEmpty, value: true }, 'scope', 'key'),
  createSession: rule<'createSession'>({ id: nonEmpty }),
  closeSession: rule<'closeSession'>({ id: nonEmpty }, 'id'),
  snapshot: rule<'snapshot'>({ scope: nonEmpty }, 'scope'),
  restore: rule<'restore'>({ scope: nonEmpty, snapshot: true }, 'scope'),
};

function rule<Method extends DevMethod>(
  names: OptionNames<ParamsOf<Method>>,
  ...required: readonly string[]
): OptionsRule {
  return optionsOf<Readonly<Record<string, unknown>>>(names, ...required);
}

/** Reads a request of the page. Throws a DefinitionError if it is malformed. */
export function readRequest(body: unknown): RpcRequest {
  if (!isRecord(body)) throw new DefinitionError('A request must be an object { method, params }.');
  const { method, params } = body;
  if (!isMethod(method)) throw new DefinitionError(`There is no method '${String(method).slice(0, 100)}'.`);
  if (!isRecord(params)) throw new DefinitionError(`${method}: the parameters must be an object.`);
  checkOptionNames(params, rules[method], method);
  return { method, params };
}

function isMethod(name: unknown): name is DevMethod {
  return typeof name === 'string' && Object.hasOwn(rules, name);
}
