import { loopbackNames } from './loopback.js';

/** Whether what is sent to a URL cannot be read on the way: it is https, or http on the loopback interface. */
export function isSecureUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && loopbackNames.includes(hostname));
}
