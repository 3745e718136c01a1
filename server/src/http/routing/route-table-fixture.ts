import { ourTranslations } from '../../i18n/texts/translation.ts';
import type { AppOptions } from '../app.ts';
import { routeTable } from '../app.ts';
import type { Method } from '#protocol/operations/operation.ts';
import type { Route } from './route.ts';

// Building the table calls nothing, so that it needs no server.
export const routes: Route[] = routeTable({
  services: { counters: {}, identities: { providers: [] } },
  assets: new Map(),
  cgi: {},
  translations: ourTranslations,
} as unknown as AppOptions);
/** What can be done, one method of one route each. */
export const actions = routes.flatMap((route) =>
  (Object.keys(route.methods) as Method[]).map((method) => ({
    path: route.path,
    method,
    access: route.methods[method]?.access ?? route.access,
    cost: route.methods[method]?.cost ?? route.cost,
    body: route.methods[method]?.body,
    operation: route.methods[method]?.operation,
    headers: route.headers ?? {},
  })),
);

export type TableAction = (typeof actions)[number];

/** A value for each parameter of a path. */
export const samples: Record<string, string> = {
  user: 'alice@example.com',
  url: 'A'.repeat(22),
  name: 'valise.css',
  secret: 'A'.repeat(43),
  fileId: 'A'.repeat(22),
  upload: 'A'.repeat(22),
  draft: 'A'.repeat(22),
  receiver: 'A'.repeat(22),
  token: 'A'.repeat(43),
  session: 'A'.repeat(22),
  key: 'A'.repeat(22),
  id: 'A'.repeat(22),
  provider: 'company',
};

export function addressOf(path: string, values = samples): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}
