import { parseEmailAddress } from '#protocol/email-address.ts';
import type { Problem } from '#protocol/errors.ts';
import type { NewReceiver } from '../dispatches/receiver-changes.ts';
import { refuseUnreachable } from '../dispatches/unreachable.ts';
import type { Contact } from '../model/contact.ts';
import { complete } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import { noAddress } from '../model/dispatch.ts';
import type { RequestLimits } from '../model/file-request.ts';
import type { AccountId } from '../model/ids.ts';
import { findMessageProblem } from '../model/message.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { findTitleProblem } from '../model/title.ts';
import { invalid } from '../model/valise-error.ts';

/** Whom to ask: people, or nobody by name, through links that the account hands out. */
export type Asked = { receivers: readonly NewReceiver[] } | { links: number };

/** A request for files as an account makes it. */
export interface RequestOrder {
  asked: Asked;
  title?: string | undefined;
  message: string | undefined;
  lifetimeMs: number;
  limits: RequestLimits;
  /** `none`: the account hands out the links itself. Left out: people get them by mail. */
  notify?: 'none' | undefined;
  /** What the caller calls it; left out: nothing. */
  reference?: string | undefined;
  /** Where more is wanted than operator and account demand. */
  secondFactor?: SecondFactorMode | undefined;
}

/** Enough for a team; more links than these are hard to hand out. */
export const maxLinks = 50;
/** How long a request may live. */
export interface RequestLifetimes {
  minMs: number;
  maxMs: number;
}

/** Throws `invalid` with every fault of an order. */
export function refuseUnfit(
  { asked, title, message, lifetimeMs, limits }: RequestOrder,
  secondFactor: SecondFactorMode,
  lifetimes: RequestLifetimes,
): void {
  const problems: Problem[] = [
    ...('links' in asked
      ? problemsOfLinks(asked.links, secondFactor)
      : problemsOfReceivers(asked.receivers)),
    ...problemsOfLimits(limits),
  ];
  const wrongTitle = title === undefined ? undefined : findTitleProblem(title);
  if (wrongTitle !== undefined) problems.push({ field: 'title', problem: wrongTitle });
  const wrongMessage = message === undefined ? undefined : findMessageProblem(message);
  if (wrongMessage !== undefined) problems.push({ field: 'message', problem: wrongMessage });
  if (!(lifetimeMs >= lifetimes.minMs && lifetimeMs <= lifetimes.maxMs)) {
    problems.push({ field: 'until', problem: 'must be within the lifetimes allowed here.' });
  }
  if (problems.length > 0) throw invalid(problems);
}

/** Those who are asked, each once, completed by what the account's contacts know of them. */
export async function contactsOf(
  { contacts }: Pick<Repositories, 'contacts'>,
  accountId: AccountId,
  asked: Asked,
  contactsOnly: boolean,
): Promise<Contact[]> {
  if ('links' in asked) {
    if (contactsOnly)
      throw invalid([
        { field: 'contacts', problem: 'must be asked by address.', pointer: '/links' },
      ]);
    return Array.from({ length: asked.links }, () => complete(partOf({ email: noAddress })));
  }
  const wanted = new Map<string, { receiver: NewReceiver; index: number }>();
  for (const [index, receiver] of asked.receivers.entries()) {
    const email = receiver.email.toLowerCase();
    if (!wanted.has(email)) wanted.set(email, { receiver: { ...receiver, email }, index });
  }
  const known = new Map(
    (await contacts.findMany(accountId, [...wanted.keys()])).map((each) => [each.email, each]),
  );
  const strangers = contactsOnly ? [...wanted].filter(([email]) => !known.has(email)) : [];
  if (strangers.length > 0) {
    throw invalid(
      strangers.map(([email, { index }]) => ({
        field: 'contacts',
        problem: `${email} is not a contact.`,
        pointer: pointerTo(index),
      })),
    );
  }
  return [...wanted].map(([email, { receiver }]) => complete(partOf(receiver), known.get(email)));
}

function partOf({ email, number, language, nick }: NewReceiver) {
  return { email, number, language, nick, groups: undefined };
}

function pointerTo(index: number): string {
  return `/receivers/${index}/email`;
}

/** Throws `invalid` for those whom no code by SMS could reach. */
export function refuseUnreachablePeople(
  secondFactor: SecondFactorMode,
  asked: Asked,
  people: readonly Contact[],
): void {
  const receivers = 'links' in asked ? [] : asked.receivers;
  refuseUnreachable(secondFactor, people, (wanted) => {
    const at = receivers.findIndex(({ email }) => email.toLowerCase() === wanted);
    return { field: 'numbers', pointer: `/receivers/${at}/number` };
  });
}

function problemsOfReceivers(receivers: readonly NewReceiver[]): Problem[] {
  if (receivers.length === 0) {
    return [{ field: 'emails', problem: 'must name someone to ask.', pointer: '/receivers' }];
  }
  return receivers.flatMap(({ email }, index) =>
    parseEmailAddress(email) === undefined
      ? [
          {
            field: 'emails',
            problem: `"${email}" is not an e-mail address.`,
            pointer: pointerTo(index),
          },
        ]
      : [],
  );
}

/** Nobody could be sent a code who has no address: such a page would stay locked. */
function problemsOfLinks(links: number, secondFactor: SecondFactorMode): Problem[] {
  if (secondFactor !== 'off') {
    return [
      {
        field: 'links',
        problem: 'cannot be asked for where a code is needed, which takes an address.',
      },
    ];
  }
  return Number.isInteger(links) && links >= 1 && links <= maxLinks
    ? []
    : [{ field: 'links', problem: `must be a number from 1 to ${maxLinks}.` }];
}

function problemsOfLimits(limits: RequestLimits): Problem[] {
  return Object.entries(limits).flatMap(([field, limit]) =>
    limit === undefined || (Number.isSafeInteger(limit) && limit >= 1)
      ? []
      : [{ field, problem: 'must be a number above zero.' }],
  );
}
