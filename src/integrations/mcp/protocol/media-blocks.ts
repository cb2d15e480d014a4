import { decodePercent, urlFileName } from '../../../base/text/url-file-name.js';
import {
  type BlockOptions,
  type ContentBlock,
  type FileBlock,
  file,
  type MediaLinkBlock,
  type ResourceContents,
  type VideoBlock,
  video,
} from '../../../call/response/content.js';
import type { McpContent } from './messages.js';

/**
 * Converts a video or a file, for which MCP has no block, to an embedded resource. Its URI identifies it among the
 * blocks of its result.
 */
export function toResource(block: VideoBlock | FileBlock, index: number): McpContent {
  const { type, data, mimeType, ...rest } = block;
  const { name, ...options } = 'name' in rest ? rest : { ...rest, name: undefined };
  const label = name === undefined ? '' : `/${encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`;
  return {
    type: 'resource',
    resource: { uri: `toolwright:${type}/${index}${label}`, mimeType, blob: data },
    ...options,
  };
}

/** Converts media at a URL to a link to a resource. */
export function toResourceLink({ type: _, media, url, ...rest }: MediaLinkBlock): McpContent {
  return { type: 'resource_link', uri: url, ...rest, name: rest.name ?? urlFileName(url) ?? media };
}

/** Reads a resource that contains a video or a file of `toResource`. Returns undefined for any other resource. */
export function readMediaResource(contents: ResourceContents, options?: BlockOptions): ContentBlock | undefined {
  const { uri, blob, mimeType } = contents;
  const [, type, label = ''] = /^toolwright:(video|file)\/\d+(?:\/(.*))?$/.exec(uri) ?? [];
  if (type === undefined || typeof blob !== 'string' || typeof mimeType !== 'string') return undefined;
  if (type === 'video') return video(blob, mimeType, options);
  const name = decodePercent(label);
  return file(blob, { mimeType, ...(name === '' ? {} : { name }), ...options });
}
