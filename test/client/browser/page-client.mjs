import { createClient } from 'toolwright/client';

/** Calls a tool in this page, and reads its stream. */
globalThis.callTool = async (url, credentials) => {
  const tools = createClient({ url, credentials, headers: { 'x-tenant': 'acme' } });
  try {
    const text = await tools.greet({ city: 'Rome' });
    const parts = [];
    for await (const { data } of tools.greet.stream({ city: 'Oslo' })) parts.push(data);
    return { text, parts };
  } catch ({ name, code }) {
    return { name, code };
  }
};
