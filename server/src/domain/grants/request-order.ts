import { parseEmailAddress } from '#protocol/email-address.ts';
import type { Problem } from '#protocol/errors.ts';
import type { Contact } from '../model/contact.ts';
import { complete } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import { noAddress } from '../model/dispatch.ts';
import type { RequestLimits } from '../model/file-request.ts';
import type { AccountId } from '../model/ids.ts';
import { findMessageProblem } from '../model/message.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { invalid } from '../model/valise-error.ts';

/** Whom to ask: people by mail, or nobody by name, through links that the account hands out. */
export type Asked = { emails: readonly string[] } | { links: number };

/** A request for files as a person makes it. */
export interface RequestOrder {
  asked: Asked;
  message: string | undefined;
  lifetimeMs: number;
  limits: RequestLimits;
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
  { asked, message, lifetimeMs, limits }: RequestOrder,
  secondFactor: SecondFactorMode,
  lifetimes: RequestLifetimes,
): void {
  const problems: Problem[] = [
    ...('links' in asked
      ? problemsOfLinks(asked.links, secondFactor)
      : problemsOfEmails(asked.emails)),
    ...problemsOfLimits(limits),
  ];
  const wrongMessage = message === undefined ? undefined : findMessageProblem(message);
  if (wrongMessage !== undefined) problems.push({ field: 'message', problem: wrongMessage });
  if (!(lifetimeMs >= lifetimes.minMs && lifetimeMs <= lifetimes.maxMs)) {
    problems.push({ field: 'until', problem: 'must be within the lifetimes allowed here.' });
  }
  if (problems.length > 0) throw invalid(problems);
}

/** Those who are asked, completed by what the account's contacts know of them. */
export async function contactsOf(
  { contacts, contactBook }: Pick<Repositories, 'contacts' | 'contactBook'>,
  accountId: AccountId,
  asked: Asked,
  contactsOnly: boolean,
): Promise<Contact[]> {
  if ('links' in asked) {
    if (contactsOnly) throw invalid([{ field: 'contacts', problem: 'must be asked by address.' }]);
    return Array.from({ length: asked.links }, () => complete(stranger(noAddress)));
  }
  const shared = new Map((await contacts.listGlobal()).map((contact) => [contact.email, contact]));
  const strangers: string[] = [];
  const found: Contact[] = [];
  for (const email of new Set(asked.emails.map((each) => each.toLowerCase()))) {
    const known = (await contactBook.find(accountId, email)) ?? shared.get(email);
    if (known === undefined) strangers.push(email);
    found.push(complete(stranger(email), known));
  }
  if (contactsOnly && strangers.length > 0) {
    throw invalid(
      strangers.map((email) => ({ field: 'contacts', problem: `${email} is not a contact.` })),
    );
  }
  return found;
}

function stranger(email: string) {
  return { email, number: undefined, language: undefined, groups: undefined, nick: undefined };
}

function problemsOfEmails(emails: readonly string[]): Problem[] {
  if (emails.length === 0) return [{ field: 'emails', problem: 'must name someone to ask.' }];
  return emails
    .filter((email) => parseEmailAddress(email) === undefined)
    .map((email) => ({ field: 'emails', problem: `"${email}" is not an e-mail address.` }));
}

/** Nobody could be sent a code who has no address: such a page would stay locked. */
function problemsOfLinks(links: number, secondFactor: SecondFactorMode): Problem[] {
  if (secondFactor !== 'off') {
    return [{ field: 'links', problem: 'a code is needed here, which takes an address.' }];
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
