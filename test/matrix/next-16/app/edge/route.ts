import { checkService } from '../../src/checks';

export const runtime = 'edge';

export async function GET(): Promise<Response> {
  return new Response(await checkService());
}
