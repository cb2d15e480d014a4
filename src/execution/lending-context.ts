import type { SchemaSource } from '../metadata/tool-options.js';
import type { AskOptions, ClientAnswer, ClientRoot, SampleRequest, SampleResult } from './call-client.js';
import { askClient, type ClientAccess, rootsOfClient, sampleClient } from './client-access.js';
import { ToolContext } from './tool-context.js';

/** A ToolContext that passes on what the caller lends to its call. */
export abstract class LendingContext extends ToolContext {
  override ask<T = Readonly<Record<string, unknown>>>(
    schema: SchemaSource,
    options: AskOptions = {},
  ): Promise<ClientAnswer<T>> {
    return askClient(this.access(), schema, options);
  }

  override sample(request: SampleRequest | string): Promise<SampleResult> {
    return sampleClient(this.access(), request);
  }

  override roots(): Promise<readonly ClientRoot[]> {
    return rootsOfClient(this.access());
  }

  /** How the caller is reached. */
  protected abstract access(): ClientAccess;
}
