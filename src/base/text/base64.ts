/** Encodes bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(toBinaryText(bytes));
}

/** Encodes bytes as base64url without padding (RFC 4648, section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes base64 or base64url. Characters that belong to neither are ignored, and padding is optional. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  // A single remaining digit has fewer bits than a byte.
  const complete = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Uint8Array.from(atob(complete), (character) => character.charCodeAt(0));
}

// Engines limit the number of arguments of a function.
const chunkLength = 8_192;

/** Returns a text whose code units are the bytes, which `btoa` requires. */
function toBinaryText(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += chunkLength) {
    text += String.fromCharCode(...bytes.subarray(start, start + chunkLength));
  }
  return text;
}
