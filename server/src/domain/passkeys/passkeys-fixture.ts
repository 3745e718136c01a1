import type { TestContext } from 'node:test';
import { openExchange } from '../../testing/exchange-fixture.ts';
import { accountLinkSecret } from '../../sealing/crypto/secrets.ts';
import { createAuthenticatorSecrets } from '../../sealing/crypto/totp.ts';
import { sampleAccount } from '../../testing/samples.ts';
import type { Account } from '../model/account.ts';
import { createAccountLinks } from '../people/account-links.ts';
import { createCodeCheck } from '../people/code-check.ts';
import { createKnownBrowsers } from '../people/known-browsers.ts';
import { createResetCheck } from '../people/reset-check.ts';
import { createPersonSignIn } from '../people/person-sign-in.ts';
import { createSessions } from '../people/sessions.ts';
import type { SoftwareAuthenticator } from './authenticator-fixture.ts';
import { origin, rpId } from './authenticator-fixture.ts';
import { createChallenges } from './challenges.ts';
import { createPasskeys } from './passkeys.ts';

export const site = { origin, rpId };
export const visitor = 'secret of a visitor';
export const browser = { client: 'a test' };
export const issuer = 'https://id.example.com';

/** Passkeys and sessions over a database in memory. Nobody has a password unless a test adds one. */
export async function openPasskeys(context: TestContext) {
  const exchange = await openExchange(context);
  const sessions = createSessions({
    ...exchange,
    onFault(error) {
      throw error;
    },
  });
  const unused = () => Promise.reject(new Error('No password is verified here'));
  const passwordCheck = { hash: unused, verify: unused, isOutdated: () => false };
  const personSignIn = createPersonSignIn({
    ...{ ...exchange, sessions, passwordCheck },
    passwordAttempts: { verify: unused },
  });
  const challenges = createChallenges(exchange);
  const codeCheck = createCodeCheck({
    ...{ ...exchange, knownBrowsers: createKnownBrowsers(exchange) },
    authenticatorSecrets: createAuthenticatorSecrets(Buffer.alloc(32, 7), exchange.randomness),
  });
  const accountLinks = createAccountLinks({
    ...{ ...exchange, passwordCheck, personSignIn, serviceName: () => 'Valise' },
    resetCheck: createResetCheck({ ...exchange, codeCheck }),
    accountLinkSecret: (link) => accountLinkSecret(Buffer.alloc(32, 7), link),
  });
  const parts = { ...exchange, sessions, personSignIn, challenges, accountLinks };
  const passkeys = createPasskeys({ ...parts, serviceName: () => 'Valise', issuers: [issuer] });

  return {
    ...parts,
    passkeys,

    addPerson: async (email: string, overrides: Partial<Account> = {}): Promise<Account> => {
      const account = sampleAccount(email, { role: 'user', ...overrides });
      await exchange.database.accounts.add(account);
      return account;
    },

    /** Adds the credential of an authenticator, as a browser does. */
    register: async (account: Account, authenticator: SoftwareAuthenticator, name = 'Phone') => {
      const { challenge } = await passkeys.creationOptions(account, site, 'session');
      const response = authenticator.create({ challenge });
      const shown = { response, site, browser: 'session', name };
      return await passkeys.add({ ...actorOf(account) }, account, shown);
    },
  };
}

export function actorOf({ email }: Account) {
  return { name: email, source: '192.0.2.1', requestId: 'request' };
}
