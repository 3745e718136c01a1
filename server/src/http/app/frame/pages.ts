import type { SessionAccess, VisitorAccess } from '#protocol/access.ts';
import type { Compiled } from '#protocol/operations/compiled.ts';
import type { Input, InputOf, Operation } from '#protocol/operations/operation.ts';
import type { Account } from '../../../domain/model/account.ts';
import type { Actor } from '../../../domain/model/principal.ts';
import type { Session } from '../../../domain/model/person.ts';
import type { Site } from '../../../domain/passkeys/ceremony.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import { sendWhole } from '../../connection/send-whole.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { symbolsIn } from '../../html/icons.ts';
import { wantsJson } from '../../link-pages/link-page.ts';
import type { Serving } from '../../routing/operation.ts';
import { OpenExchange, bind } from '../../routing/operation.ts';
import { takesCookies } from '../../routing/person-cookies.ts';
import { readInput } from '../../routing/read-input.ts';
import type { Person, Route, Visitor } from '../../routing/route.ts';
import { linkOrigin, originOf, siteOf } from '../../routing/site.ts';
import type { VisitorForms } from '../../routing/visitor-forms.ts';
import type { AppPage, Frame, PageReader } from './frame.ts';
import type { Refusal, Refusals } from './refusals.ts';
import { findRefusal } from './refusals.ts';

/** What a handler of a page returns: the page, the way to another one, or what the script of a page asked for. */
export type PageAnswer = AppPage | { redirect: string } | ForScript;

/** A part of a page, or facts in JSON; null: that it was done. */
type ForScript = { part: Html } | { json: object | null; status?: number };

/** What a handler of a file returns: what sends it, or a page in its place. */
export type FileAnswer = AppPage | { send: (exchange: OpenExchange) => unknown };

/** What all pages know of who asks for them. */
abstract class Context {
  readonly reader: PageReader;
  /** For the few handlers that need headers or cookies. */
  readonly exchange: OpenExchange;
  readonly #publicUrl: string | undefined;

  constructor(frame: Frame, reader: PageReader, exchange: OpenExchange) {
    this.reader = reader;
    this.exchange = exchange;
    this.#publicUrl = frame.publicUrl;
  }

  get say(): Say {
    return this.reader.say;
  }

  /** The start of links that are handed out. */
  get origin(): string {
    return linkOrigin(this.exchange.request, this.#publicUrl);
  }

  /** The origin of our pages, as this browser sees it. */
  get ownOrigin(): string {
    return originOf(this.exchange.request, this.#publicUrl);
  }

  /** Whether the browser keeps our cookies at the address that it uses. */
  get takesCookies(): boolean {
    return takesCookies(this.exchange.request, this.#publicUrl);
  }

  /** Whether a script of the page asks, which wants facts in place of the page. */
  get wantsJson(): boolean {
    return wantsJson(this.exchange.request);
  }

  /** Where passkeys can be used, if anywhere. */
  get site(): Site | undefined {
    return siteOf(this.exchange.request, this.#publicUrl);
  }
}

/** A signed-in person who asks for a page. */
export class PageContext extends Context {
  readonly person: Person;

  constructor(frame: Frame, person: Person, exchange: OpenExchange) {
    super(frame, frame.readerOf(person, exchange.request), exchange);
    this.person = person;
  }

  get account(): Account {
    return this.person.account;
  }

  get actor(): Actor {
    return this.person.actor;
  }

  get session(): Session {
    return this.person.session;
  }

  /** The token for the forms of this page. */
  get csrfToken(): string {
    return this.person.csrfToken;
  }

  /** Gives the browser a session that took the place of its own; what follows belongs to it. */
  async renew(cookie: string): Promise<void> {
    await this.person.renew(this.exchange.reply, cookie);
  }
}

/** Somebody who is not signed in and asks for a page. */
export class VisitorContext extends Context {
  readonly actor: Actor;
  readonly #forms: VisitorForms;

  constructor(frame: Frame, forms: VisitorForms, visitor: Visitor, exchange: OpenExchange) {
    super(frame, frame.visitorOf(exchange.request), exchange);
    this.actor = visitor.actor;
    this.#forms = forms;
  }

  /** The secret of this browser; undefined for one without the cookie, which does not get it. */
  findSecret(): string | undefined {
    return this.#forms.findSecret(this.exchange.request);
  }

  /** The secret of this browser, and a token for a form of the page; a browser without the cookie gets it. */
  visit(): { secret: string; token: string } {
    return this.#forms.visit(this.exchange.request, this.exchange.reply);
  }
}

type SessionPage = Operation<SessionAccess, Input, 'page'>;
type SessionFile = Operation<SessionAccess, Input, 'file'>;
type VisitorPage = Operation<VisitorAccess, Input, 'page'>;

/** A change that a form asks for. */
export interface Act<Declared extends SessionPage> {
  /**
   * Carries it out, and returns the address of the page to go to, or a page that only this form leads to. Or carries
   * nothing out, and returns what is wrong with the form.
   */
  run: (
    context: PageContext,
    input: InputOf<Declared['input']>,
  ) => Promise<string | AppPage | Refusal>;
  /** What it means to the person that the change is refused; other errors have their usual page. */
  refusals?: Refusals<InputOf<Declared['input']>>;
  /** The page of the form again, with what is wrong. */
  again: (
    context: PageContext,
    input: InputOf<Declared['input']>,
    refusal: Refusal,
  ) => AppPage | Promise<AppPage>;
}

/** How a page for visitors is served, beside its handler. */
export interface Visit<Declared extends VisitorPage> extends Pick<Serving, 'headers'> {
  /** Looks at the path before the form is read. What it returns, if anything, is the answer. */
  before?: (
    context: VisitorContext,
    input: Pick<InputOf<Declared['input']>, 'params' & keyof Declared['input']>,
  ) => PageAnswer | undefined | Promise<PageAnswer | undefined>;
}

export type Pages = ReturnType<typeof createPages>;

/** How pages for people are served: handlers return what is shown, and see no request and no reply. */
export function createPages(frame: Frame, forms: VisitorForms) {
  async function answerPerson(context: PageContext, answer: PageAnswer): Promise<unknown> {
    const { request, reply } = context.exchange;
    if ('redirect' in answer) return frame.redirect(request, reply, answer.redirect);
    if ('part' in answer) {
      const part = html`${answer.part}${symbolsIn(answer.part)}`;
      return sendWhole(request, reply.type('text/html; charset=utf-8'), part.toString());
    }
    if ('json' in answer) {
      if (answer.json === null) return await reply.code(204).send();
      return await reply.code(answer.status ?? 200).send(answer.json);
    }
    // Half a session opens no other page: there is no navigation.
    if (context.session.state === 'half') {
      return frame.sendToVisitor(request, reply, answer, context.reader);
    }
    return await frame.sendToPerson(context.person, request, reply, answer);
  }

  function answerVisitor({ exchange, reader }: VisitorContext, answer: PageAnswer): unknown {
    const { request, reply } = exchange;
    if ('redirect' in answer) return frame.redirect(request, reply, answer.redirect);
    if ('part' in answer || 'json' in answer) throw new Error('A visitor has no page with parts');
    return frame.sendToVisitor(request, reply, answer, reader);
  }

  function page<Declared extends SessionPage>(
    operation: Compiled<Declared>,
    handle: (
      context: PageContext,
      input: InputOf<Declared['input']>,
    ) => PageAnswer | Promise<PageAnswer>,
    serving: Pick<Serving, 'headers'> = {},
  ): Route {
    return bind(
      operation,
      async (person: Person, input: InputOf<Declared['input']>, exchange: OpenExchange) => {
        const context = new PageContext(frame, person, exchange);
        return await answerPerson(context, await handle(context, input));
      },
      serving,
    );
  }

  function visit<Declared extends VisitorPage>(
    operation: Compiled<Declared>,
    handle: (
      context: VisitorContext,
      input: InputOf<Declared['input']>,
    ) => PageAnswer | Promise<PageAnswer>,
    { before, ...serving }: Visit<Declared> = {},
  ): Route {
    type Read = InputOf<Declared['input']>;
    return bind(
      operation,
      async (visitor: Visitor, input: Read, exchange: OpenExchange) => {
        const context = new VisitorContext(frame, forms, visitor, exchange);
        return answerVisitor(context, await handle(context, input));
      },
      {
        ...serving,
        before:
          before &&
          (async (visitor, request, reply) => {
            const exchange = new OpenExchange(request, reply);
            const context = new VisitorContext(frame, forms, visitor, exchange);
            const { params = [] } = operation.input;
            const answer = await before(
              context,
              readInput({ input: { params } }, request) as never,
            );
            if (answer !== undefined) answerVisitor(context, answer);
            return answer !== undefined;
          }),
      },
    );
  }

  return {
    frame,
    forms,

    /** A page of a signed-in person. */
    page,

    /** The form of such a page: done, and on to the next page; or the page again, with what is wrong. */
    act<Declared extends SessionPage>(
      operation: Compiled<Declared>,
      { run, refusals = {}, again }: Act<Declared>,
    ): Route {
      return page(operation, async (context, input) => {
        const outcome = await attempt();
        if (typeof outcome === 'string') return { redirect: outcome };
        if (!('problems' in outcome)) return outcome;
        return { status: 422, ...(await again(context, input, outcome)) };

        async function attempt(): Promise<string | AppPage | Refusal> {
          try {
            return await run(context, input);
          } catch (error) {
            const refusal = findRefusal(refusals, error, context.reader, input);
            if (refusal === undefined) throw error;
            return refusal;
          }
        }
      });
    },

    /** A file for a signed-in person. */
    file<Declared extends SessionFile>(
      operation: Compiled<Declared>,
      handle: (
        context: PageContext,
        input: InputOf<Declared['input']>,
      ) => FileAnswer | Promise<FileAnswer>,
    ): Route {
      return bind(
        operation,
        async (person: Person, input: InputOf<Declared['input']>, exchange: OpenExchange) => {
          const context = new PageContext(frame, person, exchange);
          const answer = await handle(context, input);
          return await ('send' in answer ? answer.send(exchange) : answerPerson(context, answer));
        },
      );
    },

    /** A page for people who are not signed in. */
    visit,
  };
}
