import type { Route, Services } from '../routing/route.ts';
import { contactRoutes } from './contacts.ts';
import type { TermsPolicy } from './dispatch-terms.ts';
import { dispatchRoutes } from './dispatch.ts';
import { downloadRoutes } from './download.ts';
import { fileRoutes } from './files.ts';
import { historyRoutes } from './history.ts';
import { uploadRoutes } from './upload.ts';

/** The operator's settings for the customer's API. */
export interface CgiOptions {
  /** The most files in one request. */
  maxFiles: number;
  terms: TermsPolicy;
}

/** The customer's API: operations 2 to 11. Operation 1 is the account's page. */
export function cgiRoutes(services: Services, options: CgiOptions): Route[] {
  return [
    ...contactRoutes(services),
    ...fileRoutes(services),
    ...uploadRoutes(services, options),
    ...dispatchRoutes(services, options.terms),
    ...historyRoutes(services),
    ...downloadRoutes(services),
  ];
}
