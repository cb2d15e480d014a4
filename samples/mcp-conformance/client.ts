import { AuthenticationError, type JsonSchema, type ToolSpec } from 'toolwright';
import { type McpSource, mcpSource } from 'toolwright/mcp';
import { type Context as AuthorizationContext, authorizationOf } from './authorization.js';
import { Login } from './login.js';
import { readSkills } from './skills-client.js';

type Values = Readonly<Record<string, unknown>>;

/** The settings that the suite passes in addition to the address, if a scenario needs them. */
interface Context extends AuthorizationContext {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Values }[];
}

// How often a user logs in for one request before it is given up.
const maxLogins = 2;

const {
  MCP_CONFORMANCE_CONTEXT = '{}',
  MCP_CONFORMANCE_PROTOCOL_VERSION: version,
  MCP_CONFORMANCE_SCENARIO: scenario = '',
} = process.env;
const context = JSON.parse(MCP_CONFORMANCE_CONTEXT) as Context;
const { auth, dpop } = authorizationOf(context, scenario);
// Only this SDK has what these scenarios need. It also speaks the older protocol.
const isOnlyInV2 = dpop === true || ('type' in auth && auth.type === 'enterprise');
const source = mcpSource({
  name: 'conformance',
  prefix: false,
  sdk: version === '2026-07-28' || isOnlyInV2 ? 'v2' : 'v1',
  transport: { url: String(process.argv.at(-1)), auth, dpop },
  // The suite starts dozens of clients at once.
  connectTimeoutMs: 120_000,
  elicit: ({ requestedSchema }) => ({ action: 'accept', content: filledIn(requestedSchema as JsonSchema) }),
  onWarning: ({ message }) => console.error(message),
});

/** Lists the tools of the server, and calls each as its schema asks, or as the scenario does. */
async function main(): Promise<void> {
  const specs = await loggedIn(source, () => source.specs());
  const calls = context.toolCalls ?? callsOf(specs);
  for (const { name, arguments: args } of calls) {
    const spec = specs.find((one) => one.name === name);
    if (spec === undefined) throw new TypeError(`There is no tool '${name}'.`);
    console.log(`${name}: ${JSON.stringify(await loggedIn(source, () => call(spec, args)))}`);
  }
}

/** Returns the calls of a scenario that names none: each tool as its schema asks. A tool that echoes a schema is sent one. */
function callsOf(specs: readonly ToolSpec[]): NonNullable<Context['toolCalls']> {
  const echo = specs.find(({ name }) => name === 'json_schema_echo');
  const other = specs.find((spec) => spec !== echo);
  if (echo !== undefined && other !== undefined) {
    return [{ name: echo.name, arguments: { schema: other.toMcp().inputSchema } }];
  }
  return specs.map(({ name, inputSchema }) => ({ name, arguments: filledIn(inputSchema) }));
}

/** On a busy machine a server may hang up on a connection just as it is used again: that is worth another try. */
function call(spec: ToolSpec, args: Values): Promise<unknown> {
  return spec.call(args, { retry: { maxRetries: 2, delayMs: 50 } });
}

/** Does something, and once more whenever the user has logged in for it. */
async function loggedIn<T>(server: McpSource, work: () => Promise<T>): Promise<T> {
  for (let logins = 0; ; logins++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AuthenticationError) || !(auth instanceof Login) || logins === maxLogins) throw error;
      await server.finishAuth(auth.answer);
    }
  }
}

/** Values for every field that a schema requires or has a default for. */
function filledIn({ properties = {}, required = [] }: JsonSchema): Values {
  const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  const wanted = fields.filter(([name, field]) => required.includes(name) || field.default !== undefined);
  return Object.fromEntries(wanted.map(([name, field]) => [name, valueFor(field)]));
}

function valueFor(field: JsonSchema): unknown {
  if (field.default !== undefined) return field.default;
  if (field.type === 'number' || field.type === 'integer') return 1;
  return field.type === 'boolean' ? true : 'tea';
}

try {
  const { MCP_CONFORMANCE_SCENARIO: scenario } = process.env;
  if (scenario?.startsWith('sep-2640-') === true) await readSkills(String(process.argv.at(-1)), scenario);
  else await main();
} finally {
  await source.close();
}
