import type { RemoteHandlers, RequestHandler, RequestOrigin } from './remote-link.js';

/** Answers a server's request with a handler. The SDK validates the result against the protocol. */
export async function answerRequest<Result, Params>(
  handler: RequestHandler<Pick<RequestOrigin, 'signal'>, Params>,
  params: Params,
  signal: AbortSignal,
): Promise<Result> {
  return (await handler(params, { signal })) as unknown as Result;
}

/** Answers `roots/list` with the folders that a server may access. */
export async function listRoots(
  roots: NonNullable<RemoteHandlers['roots']>,
): Promise<{ roots: { uri: string; name?: string | undefined }[] }> {
  const listed = await (typeof roots === 'function' ? roots() : roots);
  return { roots: listed.map((root) => ({ ...root })) };
}
