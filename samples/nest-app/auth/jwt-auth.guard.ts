import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { User } from './user.js';

interface GuardedRequest {
  readonly headers: { readonly authorization?: string };
  user?: User;
}

/** Authenticates requests of all routes, and calls of all tools. */
@Injectable()
export class JwtAuthGuard implements CanActivate {
  constructor(private readonly jwt: JwtService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    // A tool called over HTTP has the request that its route has authenticated, and one called from code has `auth`.
    request.user ??= await this.verify(request.headers.authorization);
    return true;
  }

  private async verify(authorization: string = ''): Promise<User> {
    try {
      const { name, tenant, role } = await this.jwt.verifyAsync<User>(authorization.replace(/^Bearer /, ''));
      return { name, tenant, role };
    } catch {
      throw new UnauthorizedException('Send a valid token in the header authorization: Bearer <token>.');
    }
  }
}
