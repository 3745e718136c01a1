import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkQuery, PasskeyPageQuery, ProviderParams } from '#protocol/schemas/passkeys.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { maxPasskeys } from '../../../domain/passkeys/new-passkeys.ts';
import { passkeyChecks } from '../../generated/checks.js';
import type { Person, Route, Services } from '../../routing/route.ts';
import { originOf, readResponse, siteOf } from '../../routing/site.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { passkeysPage } from './page.ts';

const page = '/app/security/passkeys';

/** Where a person adds and removes passkeys, and links identities at providers. */
export function passkeyRoutes(services: Services, frame: Frame): Route[] {
  const { passkeys, identities } = services;
  const { publicUrl } = frame;

  async function show(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    notice: { success?: string | undefined; alert?: string | undefined } = {},
  ): Promise<FastifyReply> {
    const { account, csrfToken } = person;
    const site = siteOf(request, publicUrl);
    const view = passkeysPage({
      ...notice,
      reader: frame.readerOf(person),
      token: csrfToken,
      passkeys: await passkeys.list(account),
      identities: await identities.list(account),
      providers: identities.providers.map((provider) => ({
        ...provider,
        linkToken: identities.beginToken(provider.id, account),
      })),
      site,
      creationOptions:
        site === undefined ? undefined : await passkeys.creationOptions(account, site, account.id),
    });
    return frame.sendToPerson(person, request, reply, view);
  }

  function done(request: FastifyRequest, reply: FastifyReply, what: string): FastifyReply {
    return frame.redirect(request, reply, `${page}?done=${what}`);
  }

  /** What the query says was done; the address is anybody's, so that it names texts and brings none. */
  function noticeOf({ say }: PageReader, { done: what, provider: id }: PasskeyPageQuery) {
    const provider = identities.providers.find((each) => each.id === id)?.name;
    if (what === 'added') return say('passkeys.added');
    if (what === 'renamed') return say('passkeys.renamed');
    if (what === 'removed') return say('passkeys.removed');
    if (provider === undefined) return undefined;
    if (what === 'linked') return say('passkeys.linked', { provider });
    return what === 'unlinked' ? say('passkeys.unlinked', { provider }) : undefined;
  }

  return [
    personRoute({
      path: page,
      methods: {
        GET: {
          schema: passkeyChecks.page,
          handle(person, request, reply) {
            const reader = frame.readerOf(person);
            const success = noticeOf(reader, request.query as PasskeyPageQuery);
            return show(person, request, reply, { success });
          },
        },
      },
    }),
    personRoute({
      path: `${page}/add`,
      proof: 'recent',
      methods: {
        POST: {
          body: 'form',
          schema: passkeyChecks.add,
          async handle(person, request, reply) {
            const { account, actor, form } = person;
            const { say } = frame.readerOf(person);
            const site = siteOf(request, publicUrl);
            const answer =
              site === undefined
                ? 'refused'
                : await passkeys.add(actor, account, {
                    name: form.get('name') ?? '',
                    response: readResponse(form),
                    site,
                    // Not that of the session, which a proof replaces while the form waits.
                    browser: account.id,
                  });
            if (answer === 'added') return done(request, reply, 'added');
            const alert = {
              refused: say('passkeys.addRefused'),
              known: say('passkeys.known'),
              'too many': say('passkeys.tooMany', { count: maxPasskeys }),
            }[answer];
            return await show(person, request, reply, { alert });
          },
        },
      },
    }),
    personRoute({
      path: `${page}/rename`,
      methods: {
        POST: {
          body: 'form',
          schema: passkeyChecks.rename,
          async handle({ account, actor, form }, request, reply) {
            await passkeys.rename(actor, account, form.get('id') ?? '', form.get('name') ?? '');
            return done(request, reply, 'renamed');
          },
        },
      },
    }),
    personRoute({
      path: `${page}/remove`,
      proof: 'recent',
      methods: {
        POST: {
          body: 'form',
          schema: passkeyChecks.remove,
          async handle(person, request, reply) {
            const { account, actor, form } = person;
            const rpId = siteOf(request, publicUrl)?.rpId ?? '';
            const id = form.get('id') ?? '';
            const answer = await passkeys.remove(actor, account, id, { rpId });
            if (answer === 'removed') return done(request, reply, 'removed');
            const alert = frame.readerOf(person).say('passkeys.lastWay');
            return await show(person, request, reply, { alert });
          },
        },
      },
    }),
    personRoute({
      path: `${page}/link/:provider`,
      proof: 'recent',
      methods: {
        GET: {
          schema: passkeyChecks.link,
          async handle({ account, session }, request, reply) {
            const { provider } = request.params as ProviderParams;
            const { token } = request.query as LinkQuery;
            if (typeof token !== 'string' || !identities.isBeginToken(provider, account, token)) {
              throw new ValiseError('csrf', 'This link was not on a page of this session.');
            }
            const origin = originOf(request, publicUrl);
            const address = await identities.begin(provider, 'link', {
              browser: session.id,
              redirectUri: `${origin}/sign-in/oidc/${provider}/callback`,
              next: page,
            });
            return frame.redirect(request, reply, address);
          },
        },
      },
    }),
    personRoute({
      path: `${page}/unlink`,
      proof: 'recent',
      methods: {
        POST: {
          body: 'form',
          schema: passkeyChecks.unlink,
          async handle(person, request, reply) {
            const { account, actor, form } = person;
            const issuer = form.get('issuer') ?? '';
            const subject = form.get('subject') ?? '';
            const rpId = siteOf(request, publicUrl)?.rpId ?? '';
            const answer = await identities.unlink(actor, account, { issuer, subject }, { rpId });
            if (answer === 'last way') {
              const alert = frame.readerOf(person).say('passkeys.lastWay');
              return await show(person, request, reply, { alert });
            }
            const known = identities.providers.find((provider) => provider.issuer === issuer);
            const path = `${page}?done=unlinked&provider=${known?.id ?? ''}`;
            return frame.redirect(request, reply, path);
          },
        },
      },
    }),
  ];
}
