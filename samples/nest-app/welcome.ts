import type { JwtService } from '@nestjs/jwt';
import type { User } from './auth/user.js';

/** The users of the sample. A real application has a login. */
export const users: readonly User[] = [
  { name: 'ann', tenant: 'acme', role: 'admin' },
  { name: 'bob', tenant: 'acme', role: 'viewer' },
  { name: 'eve', tenant: 'globex', role: 'member' },
];

/** Describes how to try the application that is served at a URL, with a token for each user. */
export function describeUsage(url: string, jwt: JwtService): string {
  const tokens = users.map((user) => `export ${user.name.toUpperCase()}=${jwt.sign({ ...user })}`);
  const people = users.map(({ name, role, tenant }) => `${name} is ${role} of ${tenant}`).join(', ');
  return `
Tools are at ${url}/tools, and MCP is at ${url}/mcp.
Copy these lines into a shell: ${people}.

${tokens.join('\n')}

curl ${url}/tools -H "authorization: Bearer $BOB"
curl ${url}/tools/add -H "authorization: Bearer $ANN" -H "content-type: application/json" \\
  -d '{"tasks": [{"title": "Move house", "steps": [{"title": "Pack", "minutes": 90}, {"title": "Sleep"}]}]}'
curl -N ${url}/tools/export/stream -H "authorization: Bearer $BOB" -X POST
`;
}
