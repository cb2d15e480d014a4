import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AuthenticatedRequest, Role } from './user.js';

/** The roles that may call a tool. Without it, every role may. */
export const Roles = Reflector.createDecorator<readonly Role[]>();

/** Refuses users whose role is not among the roles of the tool. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride(Roles, [context.getHandler(), context.getClass()]);
    const { user } = context.switchToHttp().getRequest<Partial<AuthenticatedRequest>>();
    return user !== undefined && (roles === undefined || roles.includes(user.role));
  }
}
