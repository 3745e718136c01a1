import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Csrf } from '../../domain/access/csrf.ts';
import type { SignIn } from '../../domain/access/sign-in.ts';
import type { AuditOnce } from '../../domain/audit/record-repeated.ts';
import type { Contacts } from '../../domain/contacts/contacts.ts';
import type { Dispatching } from '../../domain/dispatches/dispatching.ts';
import type { Inbox } from '../../domain/dispatches/inbox.ts';
import type { ReminderChoice } from '../../domain/dispatches/reminding.ts';
import type { LinkDownloads } from '../../domain/downloads/link-downloads.ts';
import type { Grants } from '../../domain/grants/grants.ts';
import type { ResumableUploads } from '../../domain/grants/resumable-uploads.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { Principal, Scope } from '../../domain/model/principal.ts';
import { scopes } from '../../domain/model/principal.ts';
import type { MailChoice } from '../../domain/notices/mail-limits.ts';
import type { RateCounters, TransferSlots } from '../../domain/ports/coordination.ts';
import type { SecretHasher } from '../../domain/ports/hashers.ts';
import type { SecondFactor } from '../../domain/second-factor/second-factor.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import type { TransfersUnderWay } from '../../domain/transfers/transfer-watch.ts';
import type { Tray } from '../../domain/tray/tray.ts';

/** What the guard demands of a request to a route of an account. */
export interface AccountAccess {
  /** The credentials that it must carry: HTTP Basic, an address with an API key. */
  scheme: 'basic';
  /** The scope that the credentials must have. */
  scope: Scope;
  /** Whether `:user` in the path must be the address of the account that signs in. */
  ownPath: boolean;
  /** Whether it must carry a valid CSRF token of the account. */
  csrf: boolean;
}

/** Who may call a route. `public`: anyone. */
export type Access = 'public' | AccountAccess;

const cgi = { scheme: 'basic', ownPath: true, csrf: true } as const;

/** Access to the customer's API, by scope: on the account's own path, with a CSRF token. */
export const cgiAccess = {
  account: { ...cgi, scope: 'account' },
  contacts: { ...cgi, scope: 'contacts' },
  tray: { ...cgi, scope: 'tray' },
  dispatch: { ...cgi, scope: 'dispatch' },
  inbox: { ...cgi, scope: 'inbox' },
} satisfies Record<Scope, AccountAccess>;

/** Whether a route declares completely who may call it. */
export function isDeclaredAccess(access: unknown): boolean {
  if (access === 'public') return true;
  if (typeof access !== 'object' || access === null) return false;
  const { scheme, scope, ownPath, csrf } = access as Record<keyof AccountAccess, unknown>;
  return (
    scheme === 'basic' &&
    scopes.some((known) => known === scope) &&
    typeof ownPath === 'boolean' &&
    typeof csrf === 'boolean'
  );
}

/**
 * The limits that count a request to a route. `none`: none. `request`: the requests that its link may make
 * in a minute. `transfer`: that, and the concurrent transfers of its link, its network and the server.
 */
export const costs = ['none', 'request', 'transfer'] as const;
export type Cost = (typeof costs)[number];

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';

export type PublicHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;
export type AccountHandler = (
  principal: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
) => unknown;

/** Checks that are compiled from the schemas of an operation. */
export interface RouteSchema {
  params?: (value: unknown) => boolean;
  query?: (value: unknown) => boolean;
  /** The headers that the operation defines. Those of every request are read by other layers. */
  headers?: (value: unknown) => boolean;
  /** Checked before the handler is called if it is JSON. Other bodies are streams: the handler checks what it reads. */
  body?: (value: unknown) => boolean;
  /** The answer is checked by types and tests, not when it is sent. */
  answer?: (value: unknown) => boolean;
}

export interface Action<Handler> {
  handle: Handler;
  /**
   * The shape of the request: one that does not fit is refused before `handle` is called. `none`: the
   * handler reads no parameter, no query, no body and no header of its own.
   */
  schema: RouteSchema | 'none';
  /** Answers a request that does not fit the schema, or throws. Where it does neither, a general error is sent. */
  explain?: Handler;
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
  /** The methods that a POST may stand for by its `X-HTTP-Method-Override`. */
  overridable?: readonly Method[];
  /** Its answers may be silent for long on purpose, as a stream of events is: silence is no stall then. */
  streamsSlowly?: boolean;
  /** On every answer of the route, refusals too. */
  headers?: Readonly<Record<string, string>>;
}

/** One path and its methods. Every other method answers 405. */
export type Route =
  | (Place & { access: 'public'; methods: Actions<PublicHandler> })
  | (Place & { access: AccountAccess; methods: Actions<AccountHandler> });

/** HEAD works wherever GET does. A GET that changes something has its own HEAD, which does not. */
export function answerHead(route: Route): Route {
  const { GET: get, HEAD: head } = route.methods;
  if (get === undefined || head !== undefined) return route;
  return { ...route, methods: { ...route.methods, HEAD: get } } as Route;
}

/** The services that the network can reach. */
export interface Services {
  signIn: SignIn;
  csrf: Csrf;
  contacts: Contacts;
  tray: Tray;
  dispatching: Dispatching;
  inbox: Inbox;
  linkDownloads: LinkDownloads;
  transfers: TransfersUnderWay;
  transferMemory: TransferMemory;
  slots: TransferSlots;
  reminderChoice: ReminderChoice;
  mailChoice: MailChoice;
  grants: Grants;
  resumableUploads: ResumableUploads;
  secondFactor: SecondFactor;
  auditOnce: AuditOnce;
  counters: RateCounters;
  hasher: SecretHasher;
  clock: Clock;
}
