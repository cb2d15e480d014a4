import { decodePercent } from '../../../base/text/url-file-name.js';
import {
  type BlockOptions,
  type ContentBlock,
  file,
  type ResourceContents,
  video,
} from '../../../call/response/content.js';

/** Reads a resource that contains a video or a file of `toResource`. Returns undefined for any other resource. */
export function readMediaResource(contents: ResourceContents, options?: BlockOptions): ContentBlock | undefined {
  const { uri, blob, mimeType } = contents;
  const [, type, label = ''] = /^toolwright:(video|file)\/\d+(?:\/(.*))?$/.exec(uri) ?? [];
  if (type === undefined || typeof blob !== 'string' || typeof mimeType !== 'string') return undefined;
  if (type === 'video') return video(blob, mimeType, options);
  const name = decodePercent(label);
  return file(blob, { mimeType, ...(name === '' ? {} : { name }), ...options });
}
