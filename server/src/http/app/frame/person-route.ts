import { peopleHeaders } from '../../connection/response-headers.ts';
import type { SessionAccess } from '#protocol/access.ts';
import type { Cost, Method } from '#protocol/operations/operation.ts';
import type { Action, PersonHandler, Route } from '../../routing/route.ts';

interface Given {
  path: string;
  /** Left out, `request`. */
  cost?: Cost;
  /** On top of those that all pages for people have. */
  headers?: Readonly<Record<string, string>>;
  methods: Partial<Record<Method, Action<PersonHandler>>>;
}

/** A route of a signed-in person. */
export function personRoute({
  path,
  cost = 'request',
  headers,
  methods,
  ...demands
}: Given & Omit<SessionAccess, 'scheme'>): Route {
  return {
    path,
    access: { scheme: 'session', ...demands },
    cost,
    isForPeople: true,
    headers: { ...peopleHeaders, ...headers },
    methods,
  };
}
