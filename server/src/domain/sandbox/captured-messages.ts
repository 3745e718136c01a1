import type { Account } from '../model/account.ts';
import type { MailId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { OutboxEntry, OutboxRepository } from '../model/outbox.ts';
import { nothingHere } from '../model/valise-error.ts';

/** What a captured mail or SMS says. */
export interface CapturedContent {
  subject: string | undefined;
  text: string;
  links: readonly string[];
}

/** Finds what was captured in place of being sent; undefined while it waits. */
export type FindCaptured = (id: MailId) => Promise<CapturedContent | undefined>;

export interface CapturedMessage {
  entry: OutboxEntry;
  content: CapturedContent | undefined;
  /** Of a message that brings one. */
  code: string | undefined;
}

interface Dependencies {
  database: { outbox: Pick<OutboxRepository, 'find' | 'list'> };
  findCaptured: FindCaptured;
  codeFor: (id: MailId) => string;
}

/** A sandbox is for tests: older messages than these are found by their ids only. */
const mostListed = 100_000;

export type CapturedMessages = ReturnType<typeof createCapturedMessages>;

/** The mails and SMS about the matters of an account, which a sandbox captures in place of sending them. */
export function createCapturedMessages({
  database: { outbox },
  findCaptured,
  codeFor,
}: Dependencies) {
  async function read(entry: OutboxEntry): Promise<CapturedMessage> {
    const content = await findCaptured(entry.id);
    const hasCode = content !== undefined && entry.kind === 'code';
    return { entry, content, code: hasCode ? codeFor(entry.id) : undefined };
  }

  return {
    /** Newest first, behind the message `after`. */
    async list(
      { id }: Pick<Account, 'id'>,
      { after, limit }: { after: string | undefined; limit: number },
    ): Promise<{ messages: CapturedMessage[]; hasMore: boolean }> {
      const all = (await outbox.list(mostListed)).filter(({ accountId }) => accountId === id);
      const start = after === undefined ? 0 : all.findIndex((entry) => entry.id === after) + 1;
      const messages = await Promise.all(all.slice(start, start + limit).map(read));
      return { messages, hasMore: start + limit < all.length };
    },

    /** Throws `not_found` for a message about another account. */
    async get({ id: accountId }: Pick<Account, 'id'>, id: string): Promise<CapturedMessage> {
      const entry = idPattern.test(id) ? await outbox.find(id as MailId) : undefined;
      if (entry?.accountId !== accountId) throw nothingHere();
      return await read(entry);
    },
  };
}
