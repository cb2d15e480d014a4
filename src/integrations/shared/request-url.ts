/** Returns the URL of a request of Node.js. Only its path and its query are reliable, because the client sends the host. */
export function requestUrl(target: string, host = 'localhost'): URL {
  try {
    return new URL(target.startsWith('/') ? `http://${host}${target}` : 'http://localhost/');
  } catch {
    return new URL('http://localhost/');
  }
}
