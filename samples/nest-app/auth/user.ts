/** The roles of users. */
export type Role = 'viewer' | 'member' | 'admin';

/** A user, as tokens describe it. */
export interface User {
  readonly name: string;
  readonly tenant: string;
  readonly role: Role;
}

/** A request that `JwtAuthGuard` has accepted. */
export interface AuthenticatedRequest {
  readonly user: User;
}
