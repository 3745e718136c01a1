import type { Deprecation } from '#protocol/operations/operation.ts';
import { operations } from '../generated/operations.js';

/** What every answer of an operation says that goes: RFC 9745 and RFC 8594. */
export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    sunset: new Date(`${sunset}T23:59:59Z`).toUTCString(),
    link: `<${operations.service.apiReference.path}>; rel="deprecation"; type="text/html"`,
  };
}
