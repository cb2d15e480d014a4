/** The names of the loopback interface in a `Host` header. */
export const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Checks whether the address of a socket is that of the loopback interface, which only this machine reaches. */
export function isLoopbackAddress(address: string): boolean {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(address);
}
