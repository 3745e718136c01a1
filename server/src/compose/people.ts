import type { BrandSource } from '../brand/brand-source.ts';
import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.ts';
import { createIdentities } from '../domain/identities/identities.ts';
import type { IdentityProvider } from '../domain/ports/identity-provider.ts';
import { createChallenges } from '../domain/passkeys/challenges.ts';
import { createPasskeys } from '../domain/passkeys/passkeys.ts';
import { createAccountLinkIssue } from '../domain/people/account-link-issue.ts';
import { createAccountLinks } from '../domain/people/account-links.ts';
import { createAuthenticators } from '../domain/people/authenticators.ts';
import { createCodeCheck } from '../domain/people/code-check.ts';
import { createKeptForms } from '../domain/people/kept-forms.ts';
import { createKnownBrowsers } from '../domain/people/known-browsers.ts';
import { createPasswordAttempts } from '../domain/people/password-attempts.ts';
import { createPasswordChange } from '../domain/people/password-change.ts';
import { createPasswordCheck } from '../domain/people/password-check.ts';
import { createPersonSignIn } from '../domain/people/person-sign-in.ts';
import { createResetCheck } from '../domain/people/reset-check.ts';
import { createSessions } from '../domain/people/sessions.ts';
import { createPasswordHasher } from '../sealing/crypto/password-hash.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import { createPasswordLimiter } from '../domain/ports/rate-limiter.ts';
import type { Services } from '../http/routing/route.ts';
import { createFormSealer } from '../sealing/crypto/kept-forms.ts';
import { createAuthenticatorSecrets } from '../sealing/crypto/totp.ts';
import type { Installation } from './installation.ts';

interface Parts {
  coordination: Coordination;
  log: Logger;
  providers: readonly IdentityProvider[];
  brand: Pick<BrandSource, 'current'>;
}

/** The identity providers. Nothing of them is loaded where none is configured. */
export async function composeProviders(
  config: WorkerConfig,
  { clock }: Installation,
  log: Logger,
): Promise<IdentityProvider[]> {
  if (config.oidcFile === undefined) return [];
  const { loadProviders } = await import('../config/oidc-file.ts');
  const { createOpenidProvider } = await import('../oidc/openid-provider.ts');
  const onFault = (provider: string, error: unknown) => {
    log.warn({ err: error, provider }, 'an identity provider could not be asked');
  };
  const settings = await loadProviders(config);
  return settings.map((each) => createOpenidProvider(each, { clock, onFault }));
}

/** How people sign in. */
export function composePeople(
  installation: Installation,
  { language, requireSecondFactor }: WorkerConfig,
  { coordination, log, providers, brand }: Parts,
): Pick<
  Services,
  | 'sessions'
  | 'personSignIn'
  | 'accountLinks'
  | 'accountLinkIssue'
  | 'authenticators'
  | 'passwordChange'
  | 'passkeys'
  | 'identities'
  | 'keptForms'
  | 'knownBrowsers'
> {
  const { hashSlots, counters } = coordination;
  const { database, events, randomness, clock, keys, accountLinkSecret } = installation;
  const hasher = installation.tokenHasher;
  const serviceName = () => brand.current().serviceName;
  const parts = { database, events, hasher, randomness, clock, serviceName };
  const sessions = createSessions({
    ...parts,
    onFault(error) {
      log.error({ err: error }, 'the use of a session could not be written');
    },
  });
  const passwordCheck = createPasswordCheck({
    passwordHasher: createPasswordHasher(keys.derived.passwordPepper, randomness),
    hashSlots: hashSlots.accounts,
  });
  const passwordLimiter = createPasswordLimiter(counters.signIns);
  const knownBrowsers = createKnownBrowsers(parts);
  const passwordAttempts = createPasswordAttempts({
    ...{ ...parts, passwordCheck, passwordLimiter, knownBrowsers },
  });
  const personSignIn = createPersonSignIn({
    ...{ ...parts, sessions, passwordCheck, passwordAttempts, requireSecondFactor },
  });
  const authenticatorSecrets = createAuthenticatorSecrets(keys.derived.totp, randomness);
  const codeCheck = createCodeCheck({ ...parts, authenticatorSecrets, knownBrowsers });
  const accountLinks = createAccountLinks({
    ...parts,
    passwordCheck,
    personSignIn,
    resetCheck: createResetCheck({ ...parts, codeCheck }),
    accountLinkSecret,
  });
  const accountLinkIssue = createAccountLinkIssue({ ...parts, accountLinkSecret });
  const challenges = createChallenges(parts);
  const issuers = providers.map(({ issuer }) => issuer);
  const federated = { ...parts, challenges, personSignIn, accountLinks };
  const passkeys = createPasskeys({ ...federated, issuers });
  const identities = createIdentities({ ...federated, providers, language });
  const authenticators = createAuthenticators({
    ...{ ...parts, personSignIn, codeCheck, authenticatorSecrets },
  });
  const keptForms = createKeptForms({
    ...parts,
    formSealer: createFormSealer(keys.derived.keptForm, randomness),
  });
  const passwordChange = createPasswordChange({
    ...{ ...parts, passwordCheck, personSignIn, codeCheck },
  });
  return {
    ...{ sessions, personSignIn, accountLinks, accountLinkIssue },
    ...{ authenticators, passwordChange, passkeys, identities, keptForms, knownBrowsers },
  };
}
