import type { Scope } from '#protocol/access.ts';
import { scopes } from '#protocol/access.ts';
import type { Account, NamedApiKey } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { DeviceLogin } from '../model/device-login.ts';
import type { Randomness } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { usualScopes } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { FormSealer, TokenHasher } from '../ports/hashers.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import { networksOf } from '../ports/rate-limiter.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { isKeyName } from './key-rights.ts';
import type { KeyProblem, NewKey, OwnKeys } from './own-keys.ts';

/** How long the code that a device shows can be typed, and its key be fetched. */
const deviceLoginMs = 10 * minute;
/** How often a device is to ask. */
export const pollSeconds = 5;

/** No vowels, so that no words come up, and nothing that looks like another letter. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const shownLength = 8;
const secretBytes = 32;

/** A minute, of which the counters know. */
const limits = {
  /** Devices that one network may have ask: an address, its neighbours, its provider's customers. */
  asked: [10, 30, 60],
  /** Codes that a person may type to look who asks, and to answer: right ones count too, so that nobody guesses on. */
  typed: 5,
  /** How often a device may ask: somewhat more than it is told. */
  polled: (60 / pollSeconds) * 2,
} as const;

/** What a person is shown of a device. */
export interface AskingDevice {
  name: string;
  /** Those that it asks for. */
  scopes: readonly Scope[];
  source: string;
  expiresAt: Instant;
}

/** What a device gets: its key, the only time; or why not. */
export type DeviceAnswer =
  | { kind: 'pending' | 'slow' | 'refused' | 'expired' }
  | { kind: 'allowed'; key: string; made: NamedApiKey; account: Account };

interface Dependencies extends Pick<ServiceParts, 'clock' | 'randomness'> {
  /** Whether the operator offers it. */
  isOffered: boolean;
  database: DatabaseOf<'accounts' | 'deviceLogins'>;
  ownKeys: Pick<OwnKeys, 'check' | 'make'>;
  hasher: Pick<TokenHasher, 'hash'>;
  formSealer: FormSealer;
  limiter: RateLimiter;
}

export type DeviceLogins = ReturnType<typeof createDeviceLogins>;

/**
 * Devices that ask a person to act for them, without a browser of their own (RFC 8628). A device shows a code; the
 * person types it on a page of ours, sees who asks for what from where, and allows it. The device then fetches an API
 * key. The key is made when it is fetched, so that none is ever stored; what the person allowed is encrypted for their
 * account, so that whoever writes rows cannot allow anything.
 */
export function createDeviceLogins(dependencies: Dependencies) {
  const { database, ownKeys, hasher, formSealer, limiter, randomness, clock } = dependencies;
  const { isOffered } = dependencies;

  /** Throws `not_found`. */
  function refuseUnoffered(): void {
    if (!isOffered) throw new ValiseError('not_found', 'This server lets no devices sign in.');
  }

  /** Throws `too_many_requests`. */
  async function count(of: Readonly<Record<string, number>>, message: string): Promise<void> {
    const verdict = await limiter.count(of);
    if (verdict.kind === 'counted') return;
    const { retryAfterSeconds } = verdict;
    throw new ValiseError('too_many_requests', message, { retryAfterSeconds });
  }

  /** What waits for a person under the code that they typed. Throws `not_found` and `too_many_requests`. */
  async function findAsked(
    { id }: Pick<Account, 'id'>,
    typed: string,
    to: 'look' | 'answer',
  ): Promise<DeviceLogin> {
    refuseUnoffered();
    await count(
      { [`device code ${to} ${id}`]: limits.typed },
      'Too many codes were typed. Please wait a minute.',
    );
    const shown = normalized(typed);
    const found =
      shown.length === shownLength
        ? await database.deviceLogins.findShown(hasher.hash('shown code', shown))
        : undefined;
    if (found?.state === 'asked' && found.expiresAt > clock.now()) return found;
    throw new ValiseError('not_found', 'No device shows this code, or its time is over.');
  }

  return {
    isOffered,
    refuseUnoffered,

    /** What a device needs to ask with, and what it shows. Throws `invalid` and `too_many_requests`. */
    async begin({ source }: Actor, asked: { name: string; scopes: readonly string[] }) {
      refuseUnoffered();
      const name = asked.name.trim();
      const wanted = scopes.filter((scope) => asked.scopes.includes(scope));
      if (!isKeyName(name)) throw wrong('client_id', 'must be a name of 1 to 100 characters.');
      if (asked.scopes.length > wanted.length) throw wrong('scope', 'has a word that is no scope.');
      await count(
        Object.fromEntries(
          networksOf(source).map((network, width) => [
            `device from ${network}`,
            limits.asked[width] ?? 0,
          ]),
        ),
        'Too many devices ask from this network. Please wait a minute.',
      );
      const deviceCode = randomness.bytes(secretBytes).toString('base64url');
      const userCode = shownCode(randomness);
      const now = clock.now();
      const login: DeviceLogin = {
        hash: hasher.hash('device', deviceCode),
        userHash: hasher.hash('shown code', userCode),
        name,
        scopes: (wanted.length > 0 ? wanted : usualScopes).join(' '),
        source,
        createdAt: now,
        expiresAt: now + deviceLoginMs,
        state: 'asked',
        leave: undefined,
      };
      await database.deviceLogins.add(login);
      return { deviceCode, userCode: grouped(userCode), expiresAt: login.expiresAt };
    },

    /** What asks under a code that a person typed. Throws `not_found` and `too_many_requests`. */
    async find(account: Account, typed: string): Promise<AskingDevice> {
      const { name, source, expiresAt, scopes: wanted } = await findAsked(account, typed, 'look');
      return { name, source, expiresAt, scopes: wanted.split(' ') as Scope[] };
    },

    /** Lets the device fetch a key with these rights, or says what is wrong with them. */
    async allow(account: Account, typed: string, leave: NewKey): Promise<KeyProblem[]> {
      const { hash } = await findAsked(account, typed, 'answer');
      const problems = await ownKeys.check(account, leave);
      if (problems.length > 0) return problems;
      const sealed = formSealer.seal(
        account.id,
        JSON.stringify({ device: hash.toString('hex'), leave }),
      );
      const isSettled = await database.deviceLogins.settle(hash, 'allowed', {
        accountId: account.id,
        sealed,
      });
      if (!isSettled) throw new ValiseError('not_found', 'The device was answered already.');
      return [];
    },

    /** Tells the device that it gets nothing. */
    async refuse(account: Account, typed: string): Promise<void> {
      const { hash } = await findAsked(account, typed, 'answer');
      await database.deviceLogins.settle(hash, 'refused', undefined);
    },

    /** Answers a device that asks whether it was allowed, and makes its key if so. */
    async poll({ source, requestId }: Actor, deviceCode: string): Promise<DeviceAnswer> {
      refuseUnoffered();
      const hash = hasher.hash('device', deviceCode);
      const polls = await limiter.count({
        [`device asks ${hash.toString('base64url')}`]: limits.polled,
      });
      if (polls.kind === 'blocked') return { kind: 'slow' };
      const found = await database.deviceLogins.find(hash);
      if (found === undefined || found.expiresAt <= clock.now()) return { kind: 'expired' };
      if (found.state === 'asked') return { kind: 'pending' };
      if (found.state === 'refused' || found.leave === undefined) return { kind: 'refused' };
      const { accountId, sealed } = found.leave;
      const allowed = JSON.parse(formSealer.open(accountId, sealed)) as {
        device: string;
        leave: NewKey;
      };
      if (allowed.device !== hash.toString('hex')) return { kind: 'refused' };
      if (!(await database.deviceLogins.take(hash))) return { kind: 'expired' };
      const account = await database.accounts.find(accountId);
      if (account === undefined || account.disabledAt !== undefined) return { kind: 'refused' };
      const actor = { name: account.email, source, requestId };
      const answer = await ownKeys.make(actor, account, allowed.leave);
      return 'made' in answer ? { kind: 'allowed', ...answer, account } : { kind: 'refused' };
    },
  };
}

function wrong(field: string, problem: string): ValiseError {
  return new ValiseError('invalid', `${field} ${problem}`, { details: [{ field, problem }] });
}

/** Each letter as likely as another: bytes beyond the last whole multiple are drawn again. */
function shownCode(randomness: Randomness): string {
  const whole = 256 - (256 % letters.length);
  let code = '';
  while (code.length < shownLength) {
    for (const byte of randomness.bytes(shownLength)) {
      if (byte < whole && code.length < shownLength) code += letters[byte % letters.length] ?? '';
    }
  }
  return code;
}

function grouped(code: string): string {
  return `${code.slice(0, shownLength / 2)}-${code.slice(shownLength / 2)}`;
}

/** As people type it: in small letters, with blanks or a dash. */
function normalized(typed: string): string {
  return typed.slice(0, 100).toUpperCase().replaceAll(/[\s-]/g, '');
}
