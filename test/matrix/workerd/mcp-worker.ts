import { mcp } from './src/endpoint.js';

export default { fetch: (request: Request): Promise<Response> => mcp.fetch(request) };
