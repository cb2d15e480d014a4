import { crc32, deflateSync } from 'node:zlib';

/** A color: its red, green and blue, each from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Encodes an image as PNG (https://www.w3.org/TR/png-3). `colorAt` returns the color of each pixel. */
export function encodePng(width: number, height: number, colorAt: (x: number, y: number) => Color): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, RGB without transparency.
  header.set([8, 2], 8);
  const columns = Array.from({ length: width }, (_, x) => x);
  // Each row begins with its filter, 0 for none.
  const rows = Array.from({ length: height }, (_, y) => [0, ...columns.flatMap((x) => colorAt(x, y))]);
  const pixels = deflateSync(Uint8Array.from(rows.flat()));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
