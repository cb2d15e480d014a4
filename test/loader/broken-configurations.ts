/** A configuration with one mistake, and the error that it causes. */
export interface BrokenConfiguration {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file, the line and the column of the mistake. */
  readonly at: string;
  readonly message: string;
}

const rest = 'name: search\ndescription: Searches.\napi_url: https://api.example.com/search\n';
const mcp = 'name: files\nmcp_server_url: https://mcp.example.com/mcp\n';

/** Creates a configuration with one definition of a tool. */
function tool(title: string, text: string, position: string, message: string): BrokenConfiguration {
  return { title, files: { 'tools/native/tool.yaml': text }, at: `tools/native/tool.yaml:${position}`, message };
}

/** Creates a configuration with a valid tool and one definition of a tool set. */
function toolSet(title: string, text: string, position: string, message: string): BrokenConfiguration {
  const files = { 'tools/native/tool.yaml': rest, 'configs/tool_sets/set.yaml': text };
  return { title, files, at: `configs/tool_sets/set.yaml:${position}`, message };
}

/** Creates a configuration with a valid tool and one definition of an agent. */
function agent(title: string, text: string, position: string, message: string): BrokenConfiguration {
  const files = { 'tools/native/tool.yaml': rest, 'configs/agents/agent.yaml': text };
  return { title, files, at: `configs/agents/agent.yaml:${position}`, message };
}

/** Creates a configuration with a valid tool and a broken `toolwright.config`. */
function config(title: string, [name, text]: readonly [string, string], position: string, message: string) {
  const files = { 'tools/native/tool.yaml': rest, [name]: text };
  return { title, files, at: `${name}:${position}`, message };
}

/** Configurations that each have one mistake. The variables `SHORT` and `KEY` are set. */
export const brokenConfigurations: readonly BrokenConfiguration[] = [
  tool('text that is not YAML', 'name: [search\n', '2:1', 'Flow sequence in block collection must be'),
  tool('a duplicate key', `${rest}name: other\n`, '4:1', 'Map keys must be unique'),
  tool('a tag that creates objects', 'name: !!js/function x\n', '1:7', 'Unresolved tag'),
  tool('the key __proto__', `${rest}__proto__: { a: 1 }\n`, '4:1', "The key '__proto__' is not allowed."),
  tool(
    'aliases that expand to a large document',
    'a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n',
    '4:26',
    'It has too many aliases.',
  ),
  tool(
    'an alias without an anchor',
    'name: search\nid: *none\n',
    '2:5',
    "There is no anchor '&none' before the alias.",
  ),
  tool('an alias before its anchor', 'name: *a\nid: &a x\n', '1:7', "There is no anchor '&a' before the alias."),
  tool('an alias of itself', 'name: &a [*a]\n', '1:11', "There is no anchor '&a' before the alias."),
  tool('a mapping as a key', 'name: search\n? { a: 1 }\n: b\n', '2:3', 'A key must be a text.'),
  tool('merge keys', '%YAML 1.1\n---\na: &a { b: 1 }\nc: { <<: *a }\n', '4:6', 'Merge keys are not supported.'),
  tool('many levels', `name: ${'['.repeat(600)}${']'.repeat(600)}\n`, '1:507', 'It is nested deeper than 500 levels.'),
  tool('a list of texts', '- search\n', '1:3', 'A definition must be a mapping of keys to values.'),
  tool('an empty file', '', '1:1', 'A definition must be a mapping of keys to values.'),
  tool('neither an address nor a command', 'name: search\n', '1:1', "A definition must have 'api_url'"),
  tool('an unknown type', `type: soap\n${rest}`, '1:7', "'type' must be one of rest, mcp, openapi."),
  tool(
    'a misspelled key',
    `${rest}auth_metod: none\n`,
    '4:1',
    "There is no key 'auth_metod'. Did you mean 'auth_method'?",
  ),
  tool('no name', rest.replace('name: search\n', ''), '1:1', "The key 'name' is missing."),
  tool('no description', rest.replace('description: Searches.\n', ''), '1:1', "The key 'description' is missing."),
  tool('a name that no model accepts', rest.replace('search', 'a b'), '1:1', "'a b' is not a legal tool name"),
  tool('a number as the name', rest.replace('search', '42'), '1:7', "'name' must be a text that is not empty."),
  tool('an address that is not a URL', rest.replace('https://', ''), '3:10', "'api_url' is not a URL."),
  tool('an address with another protocol', rest.replace('https', 'ftp'), '3:10', 'baseUrl must be an http(s) URL'),
  tool(
    'an address under both of its keys',
    `${rest}baseUrl: https://a.example\n`,
    '4:1',
    "'baseUrl' sets the same as another key",
  ),
  tool('an unknown method', `${rest}method: FETCH\n`, '4:9', "'method' must be one of GET, HEAD, POST"),
  tool('a time limit without a unit', `${rest}timeout: 30\n`, '4:10', "'timeout' must be a duration such as '30s'"),
  tool('a time limit of 0', `${rest}timeoutMs: 0\n`, '4:12', "'timeoutMs' must be a number of milliseconds above 0."),
  tool(
    'an unknown authentication',
    `${rest}auth_method: digest\n`,
    '4:14',
    "'auth_method' must be none, api_key or bearer",
  ),
  tool(
    'an authentication without a key',
    `${rest}auth_method: api_key\n`,
    '4:14',
    "'auth_method' requires the key 'api_key'.",
  ),
  tool(
    'a key without an authentication',
    `${rest}auth_method: none\napi_key: abcdef\n`,
    '5:10',
    "'api_key' requires 'auth_method: api_key'",
  ),
  tool('a key that is a number', `${rest}auth_method: bearer\napi_key: 123456\n`, '5:10', "'api_key' must be a text"),
  tool(
    'a variable that is not set',
    `${rest}auth_method: bearer\napi_key: \${MISSING}\n`,
    '5:10',
    "The environment variable 'MISSING' is not set.",
  ),
  tool(
    'a malformed placeholder',
    `${rest}headers:\n  x-id: a\${no-name}\n`,
    '5:9',
    `A placeholder must be \${NAME} or \${NAME:-default}.`,
  ),
  tool('a list as a header', `${rest}headers:\n  x-id: [1]\n`, '5:9', "'x-id' must be a text."),
  tool(
    'a binding without braces',
    `${rest}bind:\n  user: user.id\n`,
    '5:9',
    "'user' must be a quoted path such as '{{user.id}}'.",
  ),
  tool('a binding of an argument that does not exist', `${rest}bind:\n  user: '{{user.id}}'\n`, '1:1', "'user'"),
  tool('a schema of no known type', `${rest}parameters:\n  type: objekt\n`, '5:3', 'objekt'),
  tool(
    'the second of two definitions',
    `- ${rest.trim().replaceAll('\n', '\n  ')}\n- name: b\n  api_url: 1\n  description: B.\n`,
    '5:12',
    "'api_url' must be a text that is not empty.",
  ),
  tool(
    'a server with an address and a command',
    `${mcp}command: node\n`,
    '2:17',
    "'mcp_server_url' cannot be used together with 'command'.",
  ),
  tool('arguments of a process without a command', `${mcp}args: [a]\n`, '3:7', "'args' requires 'command'."),
  tool(
    'a server that cannot be reached',
    'name: files\nmcp_server_url: http://127.0.0.1:9/mcp\n',
    '1:1',
    "The tools of the MCP server 'files' cannot be read",
  ),
  tool('a document that does not exist', 'name: pets\nopenapi: ./pets.json\n', '1:1', 'cannot be read (ENOENT)'),
  {
    title: 'JSON with a trailing brace',
    files: { 'tools/mcp/a.json': '{ "name": "a" }}\n' },
    at: 'tools/mcp/a.json:1:16',
    message: 'It is not valid JSON: ',
  },
  ...[
    ['a comment', '{\n  "name": "a" // b\n}\n', '2:15'],
    ['a trailing comma', '{\n  "name": "a",\n}\n', '3:1'],
    ['a key without quotes', '{ name: "a" }\n', '1:3'],
    ['text of YAML', 'name: a\n', '1:1'],
    ['nothing', '', '1:1'],
  ].map(([title, text = '', position]) => ({
    title: `JSON with ${title}`,
    files: { 'tools/mcp/a.json': text },
    at: `tools/mcp/a.json:${position}`,
    message: 'It is not valid JSON: ',
  })),
  {
    title: 'JSON with a duplicate key',
    files: { 'tools/mcp/a.json': '{ "name": "a",\n  "name": "b" }\n' },
    at: 'tools/mcp/a.json:2:3',
    message: 'Map keys must be unique',
  },
  toolSet(
    'a tool that does not exist',
    'name: data\ntools:\n  - search\n  - serch\n',
    '4:5',
    "There is no tool 'serch'. Did you mean 'search'?",
  ),
  toolSet('a pattern that matches nothing', "name: data\ntools: ['sql_*']\n", '2:9', "No tool matches 'sql_*'."),
  toolSet('no tools', 'name: data\n', '1:1', "The key 'tools' is missing."),
  toolSet('a tool that is not a text', 'name: data\ntools: [search, 1]\n', '2:17', "'tools' must be a list of texts."),
  toolSet(
    'a name that is in use',
    '- { name: data, tools: search }\n- { name: data, tools: search }\n',
    '2:11',
    "'name' is the name of another definition.",
  ),
  agent('a tool set that does not exist', 'name: a\ntool_sets: [data]\n', '2:13', "There is no tool set 'data'."),
  agent('neither tools nor tool sets', 'name: a\n', '1:1', "An agent must have 'tools' or 'tool_sets'."),
  agent(
    'an unknown output strategy',
    'name: a\ntools: search\noutput_strategy:\n  funktion_calling: true\n',
    '4:3',
    "Did you mean 'function_calling'?",
  ),
  agent(
    'a text as a switch',
    'name: a\ntools: search\nparallel: sometimes\n',
    '3:11',
    "'parallel' must be true or false.",
  ),
  agent(
    'no output strategy that is enabled',
    'name: a\ntools: search\noutput_strategy:\n  function_calling: false\n  fallback_to_structured_output: false\n',
    '4:3',
    'enable function_calling',
  ),
  config(
    'a misspelled key',
    ['toolwright.config.yaml', 'dir: tools\n'],
    '1:1',
    "There is no key 'dir'. Did you mean 'dirs'?",
  ),
  config(
    'a folder that does not exist',
    ['toolwright.config.yaml', 'dirs:\n  - tools\n  - missing\n'],
    '3:5',
    "There is no folder and no file 'missing'.",
  ),
  config(
    'a mapping in place of a list',
    ['toolwright.config.json', '{ "dirs": "tools",\n  "agents": { "name": "a" } }\n'],
    '2:13',
    "'agents' must be a path or a list.",
  ),
  config(
    'a number in place of a definition',
    ['toolwright.config.yaml', 'dirs: tools\ntool_sets: [42]\n'],
    '2:13',
    'This must be a path, a glob pattern, or a mapping',
  ),
];
