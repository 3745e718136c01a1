import { ourTranslations } from '../../i18n/texts/translation.ts';
import type { AppOptions } from '../app.ts';
import { routeTable } from '../app.ts';
import type { Method } from '#protocol/operations/operation.ts';
import type { Route } from './route.ts';

// Building the table calls nothing, so that it needs no server.
function tableOf(services: object): Route[] {
  return routeTable({
    services: { counters: {}, identities: { providers: [] }, ...services },
    assets: new Map(),
    cgi: {},
    translations: ourTranslations,
  } as unknown as AppOptions);
}

function actionsOf(table: readonly Route[]) {
  return table.flatMap((route) =>
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
}

export const routes: Route[] = tableOf({});
/** What can be done, one method of one route each. */
export const actions = actionsOf(routes);
/** The same in a sandbox. */
export const actionsInSandbox = actionsOf(tableOf({ sandbox: {} }));

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
  link: 'A'.repeat(22),
  token: 'A'.repeat(43),
  session: 'A'.repeat(22),
  key: 'A'.repeat(22),
  id: 'A'.repeat(22),
  provider: 'company',
  email: 'zoe@example.com',
};

export function addressOf(path: string, values = samples): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}
