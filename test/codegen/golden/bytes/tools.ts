import { Tool, ToolRegistry } from 'toolwright';

export class Bytes extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  upload(name: string, data: Uint8Array, thumbnail?: Buffer, parts: Uint8Array[] = []): void {
    this.received.push(data, thumbnail, parts);
  }
}
