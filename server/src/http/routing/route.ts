import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '../../domain/model/account.ts';
import type { Actor } from '../../domain/model/actor.ts';

/**
 * Who may call a route. `public`: anyone. `account`: the signed-in account whose address is the
 * path's first segment. `account+token`: the same, with a valid CSRF token.
 */
export const accessLevels = ['public', 'account', 'account+token'] as const;
export type Access = (typeof accessLevels)[number];

/**
 * What a request to a route counts for. `none`: nothing. `request`: one of the requests that its link may make in
 * a minute. `transfer`: that, and one of the transfers that its link, its network and the server may have at a time.
 */
export const costs = ['none', 'request', 'transfer'] as const;
export type Cost = (typeof costs)[number];

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** What a handler of an account's route is given besides the request. */
export interface Call extends SignedIn {
  actor: Actor;
}

export type PublicHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;
export type AccountHandler = (call: Call, request: FastifyRequest, reply: FastifyReply) => unknown;

interface Action<Handler> {
  handle: Handler;
  /** Overrides the route's access for this method. */
  access?: Access;
  /** Overrides the route's cost for this method. */
  cost?: Cost;
  /** What the request must carry. */
  body?: 'json' | 'multipart' | 'tus' | 'form';
}

type Actions<Handler> = Partial<Record<Method, Action<Handler>>>;

interface Place {
  path: string;
  cost: Cost;
  /** What a POST may be by its `X-HTTP-Method-Override`. */
  overridable?: readonly Method[];
  /** On every answer of the route, refusals too. */
  headers?: Readonly<Record<string, string>>;
}

/** One path and what can be done with it. Every other method answers 405. */
export type Route =
  | (Place & { access: 'public'; methods: Actions<PublicHandler> })
  | (Place & { access: 'account' | 'account+token'; methods: Actions<AccountHandler> });

/** HEAD works wherever GET does. A GET that changes something has a HEAD of its own, which does not. */
export function answerHead(route: Route): Route {
  const { GET: get, HEAD: head } = route.methods;
  if (get === undefined || head !== undefined) return route;
  return { ...route, methods: { ...route.methods, HEAD: get } } as Route;
}
