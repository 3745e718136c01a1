import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { ProviderSettings } from '../config/oidc-file.ts';
import type { Clock } from '../domain/model/clock.ts';
import { hour, second } from '../domain/model/clock.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type {
  IdentityProvider,
  ProvenIdentity,
  RoundTrip,
} from '../domain/ports/identity-provider.ts';
import { IdentityRefused } from '../domain/ports/identity-provider.ts';
import { AnswerTooLarge, fetchLimited } from './limited-fetch.ts';

interface Dependencies {
  clock: Pick<Clock, 'monotonic'>;
  /** Called with what the page does not say. */
  onFault: (provider: string, error: unknown) => void;
}

/** How long a provider may take for one answer. */
const timeoutMs = 10 * second;
/** How long what a provider says of itself counts. Keys that it changes in between are fetched anew. */
const discoveredForMs = hour;
/** A provider that is away is asked again after so long: visitors must not wait for it one by one. */
const awayForMs = 3 * second;

/** The library marks this as deprecated to warn of it. Settings allow plain HTTP on this machine only. */
interface PlainHttp {
  readonly allowInsecureRequests: (configuration: Configuration) => void;
}

/** Loaded with the first use: most installations have no provider. */
const load = () => import('openid-client');

/** A provider of the code flow with PKCE. Nothing is asked of it before a person wants to sign in there. */
export function createOpenidProvider(
  settings: ProviderSettings,
  { clock, onFault }: Dependencies,
): IdentityProvider & { check(): Promise<void> } {
  const { id, name, issuer, provisioning } = settings;
  let discovered: { until: number; configuration: Promise<Configuration> } | undefined;

  function unavailable(error: unknown): ValiseError {
    onFault(id, error);
    const message = `${name} cannot be reached. Try again later.`;
    return new ValiseError('unavailable', message, { retryAfterSeconds: 10, cause: error });
  }

  function findConfiguration(): Promise<Configuration> {
    const now = clock.monotonic();
    if (discovered !== undefined && discovered.until > now) return discovered.configuration;
    const found = { until: now + discoveredForMs, configuration: discover(settings) };
    discovered = found;
    found.configuration.catch(() => {
      found.until = clock.monotonic() + awayForMs;
    });
    return found.configuration;
  }

  return {
    id,
    name,
    issuer,
    provisioning,

    async check() {
      await discover(settings);
    },

    async begin({ state, nonce, codeVerifier, redirectUri, maxAgeSeconds }) {
      const configuration = await findConfiguration().catch((error: unknown) => {
        throw unavailable(error);
      });
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load();
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: ['openid', ...settings.scopes].join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(maxAgeSeconds === undefined ? {} : { max_age: String(maxAgeSeconds) }),
      });
      return url.href;
    },

    async complete(answer, trip) {
      try {
        return await verify(settings, await findConfiguration(), answer, trip);
      } catch (error) {
        if (error instanceof IdentityRefused) throw error;
        const reason = reasonOf(error);
        throw reason === undefined ? unavailable(error) : new IdentityRefused(reason, error);
      }
    },
  };
}

async function discover(settings: ProviderSettings): Promise<Configuration> {
  const client = await load();
  const plain: PlainHttp = client;
  const secret = settings.clientSecret?.reveal();
  const issuer = new URL(settings.issuer);
  const configuration = await client.discovery(
    issuer,
    settings.clientId,
    undefined,
    secret === undefined
      ? client.None()
      : (server, ...rest) => {
          const methods = server.token_endpoint_auth_methods_supported;
          const isBasic = methods === undefined || methods.includes('client_secret_basic');
          const { ClientSecretBasic, ClientSecretPost } = client;
          (isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret))(server, ...rest);
        },
    {
      timeout: timeoutMs / second,
      [client.customFetch]: fetchLimited,
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [plain.allowInsecureRequests] : []),
      ],
    },
  );
  configuration.timeout = timeoutMs / second;
  return configuration;
}

async function verify(
  settings: ProviderSettings,
  configuration: Configuration,
  answer: URL,
  { state, nonce, codeVerifier, redirectUri, maxAgeSeconds }: RoundTrip,
): Promise<ProvenIdentity> {
  const { authorizationCodeGrant, fetchUserInfo } = await load();
  // The query alone comes from the browser: behind a proxy, the rest of the address may be another one.
  const returned = new URL(`${redirectUri}${answer.search}`);
  const tokens = await authorizationCodeGrant(configuration, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
    ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new IdentityRefused('no ID token');
  const vouches = settings.trustsEmail || claims.email_verified !== undefined;
  const isWhole =
    claims.email !== undefined && vouches && claims[settings.groupsClaim] !== undefined;
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more =
    isWhole || !hasMore ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return identityOf(settings, claims, more);
}

const maxNameLength = 100;

function identityOf(
  { groupsClaim, trustsEmail }: ProviderSettings,
  idToken: IDToken,
  userInfo: Partial<UserInfoResponse>,
): ProvenIdentity {
  const { email, email_verified: isVerified } = vouchingDocument(idToken, userInfo);
  const vouched = trustsEmail || isVerified === true;
  const claims: IDToken & Partial<UserInfoResponse> = { ...userInfo, ...idToken };
  const { iss, sub, name, preferred_username: user } = claims;
  const groups = claims[groupsClaim];
  const called = [name, user].find((each) => typeof each === 'string' && each.trim() !== '');
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' && vouched ? email.toLowerCase() : undefined,
    name: typeof called === 'string' ? called.trim().slice(0, maxNameLength) : '',
    groups: Array.isArray(groups) ? groups.filter((each) => typeof each === 'string') : [],
  };
}

/**
 * The document that the address and `email_verified` are both taken from: what one says of its address does
 * not hold for that of the other. It is the ID token where that names an address, unless it says nothing of
 * whether the address was verified, and the other document names the same one.
 */
function vouchingDocument(
  idToken: IDToken,
  userInfo: Partial<UserInfoResponse>,
): Partial<UserInfoResponse> | IDToken {
  if (idToken.email === undefined) return userInfo;
  const isSilent = idToken.email_verified === undefined && userInfo.email === idToken.email;
  return isSilent ? userInfo : idToken;
}

/** Why an answer proves nothing; undefined where the provider could not be asked. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return 'unknown';
  const { code, error: said, status, cause } = error as Error & Record<string, unknown>;
  if (typeof status === 'number' && status >= 500) return undefined;
  if (cause instanceof Response && cause.status >= 500) return undefined;
  if (cause instanceof AnswerTooLarge) return undefined;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return undefined;
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return undefined;
  if (error instanceof TypeError && error.message === 'fetch failed') return undefined;
  if (typeof said === 'string') return said.slice(0, maxNameLength);
  return typeof code === 'string' ? code : error.name;
}
