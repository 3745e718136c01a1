import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import Provider from 'oidc-provider';

/** What the provider says of a person. */
export interface Claims {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface RunningProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By subject. */
  people: Map<string, Claims>;
  /** Signs a person in there: follows the address that `begin` gave, and returns where it leads back to. */
  signIn(address: string, subject: string): Promise<URL>;
  /** Claims that take the place of its own in the next ID tokens, which it signs. */
  lies?: Record<string, unknown>;
  /** Whether it signs ID tokens with a key that is not its own. */
  isForged?: boolean;
  /** Below this path it answers with so many blanks. */
  padding?: { path: string; bytes: number };
  stop(): Promise<void>;
}

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Runs `oidc-provider` on this machine, where people sign in by their subject alone. */
export async function startProvider(
  context: TestContext,
  redirectUris: readonly string[],
  port = 0,
): Promise<RunningProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) =>
    response.end();
  const server = createServer((request, response) => {
    handle(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const client = { client_id: 'valise', client_secret: 'secret of the client' };
  const jwk = {
    ...key.export({ format: 'jwk' }),
    kty: 'RSA',
    kid: 'key',
    alg: 'RS256',
    use: 'sig',
  };
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [...redirectUris] }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
    jwks: { keys: [jwk] },
    cookies: { keys: ['key of the cookies'] },
  });
  const callback = provider.callback();
  const running: RunningProvider = {
    issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    people,
    signIn: (address, subject) => signIn(address, subject),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  context.after(() => {
    if (server.listening) server.close();
    server.closeAllConnections();
  });

  handle = async (request, response) => {
    const { padding } = running;
    if (padding !== undefined && request.url?.startsWith(padding.path) === true) {
      response.setHeader('content-type', 'application/json').end(' '.repeat(padding.bytes));
      return;
    }
    if (request.url?.startsWith('/interaction/') === true) {
      await interact(request, response);
    } else if (request.url === '/token' && (running.lies ?? running.isForged) !== undefined) {
      const signer = running.isForged === true ? foreignKey : key;
      await answerLying(response, running.lies ?? {}, signer, () => callback(request, response));
    } else {
      await callback(request, response);
    }
  };

  /** The page on which a person would enter a name and consent; `person` in the query stands for that. */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    const { prompt, session, params, grantId } = details;
    if (prompt.name === 'login') {
      const person = new URL(request.url ?? '', issuer).searchParams.get('person');
      if (person === null) {
        const back = `<a href="${details.uid}?person=alice">Alice</a>`;
        response
          .setHeader('content-type', 'text/html')
          .end(`<!doctype html><title>Sign in</title>${back}`);
        return;
      }
      const result = { login: { accountId: person } };
      await provider.interactionFinished(request, response, result);
      return;
    }
    const grant =
      (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
      new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
    grant.addOIDCScope('openid email profile');
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { consent });
  }

  return running;
}

/** A browser that follows redirects with its cookies, until one leads to another host. */
async function signIn(address: string, subject: string): Promise<URL> {
  const { host } = new URL(address);
  const cookies = new Map<string, string>();
  let at = new URL(address);
  while (at.host === host) {
    if (at.pathname.startsWith('/interaction/')) at.searchParams.set('person', subject);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`${response.status} at ${at.href}: ${await response.text()}`);
    at = new URL(location, at);
  }
  return at;
}

/** Answers in place of the provider, with another ID token. */
async function answerLying(
  response: ServerResponse,
  lies: Record<string, unknown>,
  key: KeyObject,
  answer: () => unknown,
): Promise<void> {
  const end = response.end.bind(response);
  const body = await new Promise<string>((resolve) => {
    response.end = ((chunk?: unknown) => {
      resolve(Buffer.isBuffer(chunk) || typeof chunk === 'string' ? chunk.toString() : '');
      return response;
    }) as typeof response.end;
    answer();
  });
  const tokens = JSON.parse(body) as { id_token?: string };
  if (tokens.id_token === undefined) {
    end(body);
    return;
  }
  const [head = '', claims = ''] = tokens.id_token.split('.');
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const payload = Buffer.from(JSON.stringify({ ...said, ...lies })).toString('base64url');
  const signature = sign('sha256', Buffer.from(`${head}.${payload}`), key).toString('base64url');
  response.removeHeader('content-length');
  end(JSON.stringify({ ...tokens, id_token: `${head}.${payload}.${signature}` }));
}
