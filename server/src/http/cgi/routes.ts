import type { Route } from '../routing/route.ts';
import type { Services } from '../routing/services.ts';
import { contactRoutes } from './contacts.ts';
import { dispatchRoutes } from './dispatch.ts';
import { downloadRoutes } from './download.ts';
import { fileRoutes } from './files.ts';
import { historyRoutes } from './history.ts';
import { uploadRoutes } from './upload.ts';

/** The customer's API: operations 2 to 11. Operation 1 is the account's page. */
export function cgiRoutes(services: Services, limits: { maxFiles: number }): Route[] {
  return [
    ...contactRoutes(services),
    ...fileRoutes(services),
    ...uploadRoutes(services, limits),
    ...dispatchRoutes(services),
    ...historyRoutes(services),
    ...downloadRoutes(services),
  ];
}
