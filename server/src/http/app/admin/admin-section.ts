import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OneParams } from '#protocol/schemas/admin.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import type { Html } from '../../html/html.ts';
import type { Person, PersonHandler, Route, RouteSchema } from '../../routing/route.ts';
import { successNotice } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import type { Done } from './admin-parts.ts';
import { doneTexts, isDone } from './admin-parts.ts';

export interface Shown {
  title: string;
  body: Html;
  /** Whether a form was refused. */
  isRefused?: boolean;
}

/** A page, and what its handler needs of the request. */
export type Show = (reader: PageReader, person: Person, request: FastifyRequest) => Promise<Shown>;

export type AdminSection = ReturnType<typeof createAdminSection>;

/** What the pages and forms of the section have in common. */
export function createAdminSection(frame: Frame) {
  async function send(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    show: Show,
  ): Promise<FastifyReply> {
    const { title, body, isRefused = false } = await show(frame.readerOf(person), person, request);
    const status = isRefused ? 422 : 200;
    return frame.sendToPerson(person, request, reply, { title, body, status });
  }

  function page(path: string, schema: RouteSchema, show: Show): Route {
    return personRoute({
      path: `/app/admin/${path}`,
      role: 'admin',
      methods: {
        GET: {
          schema,
          explain: refuseMissing,
          handle: (person, request, reply) => send(person, request, reply, show),
        },
      },
    });
  }

  /** What is done by a form of one of the pages, after a recent proof. */
  function act(path: string, schema: RouteSchema, handle: PersonHandler): Route {
    return personRoute({
      path: `/app/admin/${path}`,
      role: 'admin',
      proof: 'recent',
      methods: { POST: { body: 'form', schema, explain: refuseMissing, handle } },
    });
  }

  function goOn(request: FastifyRequest, reply: FastifyReply, path: string, done: Done) {
    return frame.redirect(request, reply, `/app/admin/${path}?done=${done}`);
  }

  return { send, page, act, goOn };
}

function refuseMissing(): never {
  throw new ValiseError('not_found', 'There is nothing at this address.');
}

export function noticeOf({ say }: PageReader, done: string | undefined): Html | undefined {
  return isDone(done) ? successNotice(say(doneTexts[done])) : undefined;
}

export function idOf<Id extends string>({ params }: FastifyRequest): Id {
  return (params as OneParams).id as Id;
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  wanted: string | undefined,
): Value | undefined {
  return values.find((value) => value === wanted);
}
