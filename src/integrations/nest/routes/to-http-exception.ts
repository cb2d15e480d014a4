import { BadRequestException, ForbiddenException } from '@nestjs/common';
import { RouteRefusal } from '../../shared/route-refusal.js';

/** Converts a refusal of a route to an exception of NestJS. Returns any other error as it is. */
export function toHttpException(error: unknown): unknown {
  if (!(error instanceof RouteRefusal)) return error;
  const { status, message } = error;
  return status === 400 ? new BadRequestException(message) : new ForbiddenException(message);
}
