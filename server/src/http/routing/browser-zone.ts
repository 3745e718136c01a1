import type { FastifyRequest } from 'fastify';
import { isTimeZone } from '../../domain/model/clock.ts';
import { readCookie, zoneCookie } from './person-cookies.ts';

/** The longest name that a browser has is half as long. */
const maxLength = 64;

/** The time zone that the script of a page found in its browser; undefined where none did, or it is none of ours. */
export function findBrowserZone(request: FastifyRequest): string | undefined {
  const zone = readCookie(request, zoneCookie);
  return zone !== undefined && zone.length <= maxLength && isTimeZone(zone) ? zone : undefined;
}
