import { mcp } from '../../../src/endpoint';

const handle = (request: Request): Promise<Response> => mcp.fetch(request);

export { handle as DELETE, handle as GET, handle as POST };
