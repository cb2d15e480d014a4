import type { InjectionToken, Scope } from '@nestjs/common';

/** The part of Nest's InstanceWrapper that the module reads. Its declarations are internal since Nest 12. */
export interface ToolWrapper {
  readonly id: string;
  readonly token: InjectionToken;
  // biome-ignore lint/complexity/noBannedTypes: a class or a factory of unknown signature.
  readonly metatype: Function | null;
  readonly instance: object;
  readonly scope?: Scope | undefined;
  readonly isAlias?: boolean;
  readonly isNotMetatype: boolean;
  readonly host: ToolModule;
  isDependencyTreeStatic(): boolean;
  isDependencyTreeDurable(): boolean;
}

/** The part of Nest's Module that the module reads. */
export interface ToolModule {
  readonly token: string;
  readonly metatype: { readonly name: string };
  readonly providers: ReadonlyMap<unknown, { readonly instance: unknown }>;
  readonly injectables: ReadonlyMap<unknown, unknown>;
}
