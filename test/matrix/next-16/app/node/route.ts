import { checkService } from '../../src/checks';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  return new Response(await checkService());
}
