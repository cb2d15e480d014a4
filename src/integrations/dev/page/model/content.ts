import { isJsonObject } from './json.js';

/** A content block as the page shows it. */
export type ShownBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'media'; readonly media: 'image' | 'audio' | 'video'; readonly source: string }
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly source: string }
  /** Something that is named by its URL. It has a `href` if a browser may open it. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string; readonly href?: string }
  | { readonly kind: 'json'; readonly value: unknown };

/** Reads a content block. A block that is unknown or malformed is shown as JSON. */
export function shownBlock(block: unknown): ShownBlock {
  if (!isJsonObject(block)) return { kind: 'json', value: block };
  const shown = embedded(block) ?? linked(block);
  return shown ?? { kind: 'json', value: block };
}

function embedded(block: Readonly<Record<string, unknown>>): ShownBlock | undefined {
  const { type, text, data, mimeType, name, resource } = block;
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  if (type === 'resource' && isJsonObject(resource)) {
    if (typeof resource.text === 'string') return { kind: 'text', text: resource.text };
    return bytes(resource.blob, { type: resource.mimeType, name: resource.uri });
  }
  return bytes(data, { type: mimeType, name });
}

function bytes(data: unknown, { type, name }: { type: unknown; name: unknown }): ShownBlock | undefined {
  if (typeof data !== 'string' || !/^[\w+/=\s-]*$/.test(data)) return undefined;
  const mimeType = typeof type === 'string' && /^\w+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
  const source = `data:${mimeType};base64,${data.replaceAll('-', '+').replaceAll('_', '/')}`;
  const media = /^(image|audio|video)\//.exec(mimeType)?.[1];
  if (media === 'image' || media === 'audio' || media === 'video') return { kind: 'media', media, source };
  const label = typeof name === 'string' ? (name.split('/').at(-1) ?? name) : 'file';
  return { kind: 'file', name: label, type: mimeType, source };
}

function linked({ type, uri, url, name, title, media }: Readonly<Record<string, unknown>>): ShownBlock | undefined {
  const address = type === 'resource_link' ? uri : type === 'media_link' ? url : undefined;
  if (typeof address !== 'string') return undefined;
  const label = [title, name, media].find((text) => typeof text === 'string');
  const href = openableUrl(address);
  return {
    kind: 'link',
    label: typeof label === 'string' ? label : 'link',
    url: address,
    ...(href === undefined ? {} : { href }),
  };
}

/** Returns the URL if it is one of the web. */
function openableUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
