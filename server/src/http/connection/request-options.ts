import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { RequestLog } from './request-log.ts';
import type { RawRequest } from './routed-method.ts';
import { hideMethod } from './routed-method.ts';
import { routedPath } from './routed-path.ts';

/** Requests whose path is spelt in another way than that of the page that it would lead to. */
const misspelt = new WeakSet();

/** Whether the path of a request is to be answered as one that does not exist, whatever it leads to. */
export function isMisspelt({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return misspelt.has(raw);
}

/** How Fastify names requests, reads their paths and gives them logs. */
export function requestOptions(log: FastifyBaseLogger, newRequestId: () => string) {
  return {
    genReqId: newRequestId,
    rewriteUrl(request: RawRequest & { url?: string | undefined }) {
      hideMethod(request);
      const url = request.url ?? '/';
      const path = routedPath(url);
      if (path === undefined) misspelt.add(request);
      return path ?? url;
    },
    childLoggerFactory: (_log: FastifyBaseLogger, bindings: Record<string, unknown>) =>
      new RequestLog(log, bindings),
  };
}
