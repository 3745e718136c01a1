import type {
  WireContact,
  WireHistoryEntry,
  WireInboxEntry,
  WireSender,
} from '#protocol/operations/cgi.ts';
import { defaultMessage } from '../../domain/dispatches/dispatching.ts';
import type { Account } from '../../domain/model/account.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { Contact, Receiver } from '../../domain/model/contact.ts';
import type { HistoryEntry, InboxEntry } from '../../domain/model/dispatch.ts';

/** The spelling of the customer's API: every scalar is a string, flags are words. */

export const statusOk = { status: 'ok' } as const;
export const statusDeleted = { status: 'deldone' } as const;
export const statusDone = { status: 'done' } as const;

const noOptions = '[]';

const flag = (value: boolean) => (value ? 'true' : 'false');
const seconds = (instant: Instant): string => String(Math.floor(instant / 1000));

export function contactOnWire({ email, number, language, groups, nick }: Contact): WireContact {
  return { email, number, language, groups, nick };
}

/** A receiver has a name where the client gave it one. */
function receiverOnWire(receiver: Receiver) {
  const { name } = receiver;
  return { ...contactOnWire(receiver), ...(name === undefined ? {} : { name }) };
}

/** Serialises entries of the account's history. The sender is most of each, and always the same. */
export function historyWriter(account: Account): (entry: HistoryEntry) => string {
  const sender = JSON.stringify(senderOnWire(account));
  return ({ dispatch, receivers, files }) => {
    const entry: Omit<WireHistoryEntry, 'sender' | 'files'> = {
      drop_type: dispatch.kind === 'drop' ? 'downloadfiles' : 'uploadfiles',
      create_time: seconds(dispatch.createdAt),
      ttl: dispatch.ttl,
      receivers: receivers.map(receiverOnWire),
      ddmessage: dispatch.message ?? defaultMessage(dispatch.kind),
    };
    const head = JSON.stringify(entry);
    const rest = JSON.stringify(files.map(fileReference));
    return `${head.slice(0, -1)},"sender":${sender},"files":${rest}}`;
  };
}

export function inboxOnWire(entry: InboxEntry): WireInboxEntry {
  return {
    ttl: entry.ttl,
    createtime: seconds(entry.createdAt),
    sender: entry.senderEmail,
    files: entry.files.map(fileReference),
    url: entry.token,
  };
}

function fileReference({ name }: { name: string }) {
  return { name, settings: noOptions } as const;
}

function senderOnWire(account: Account): WireSender {
  const { visibility } = account;
  return {
    email: account.email,
    number: account.number,
    lang: account.language,
    first_run: flag(false),
    accountType: account.role,
    change_passwd: flag(false),
    settings: {
      show_number: flag(visibility.number),
      show_email: flag(visibility.email),
      show_lang: flag(visibility.language),
      show_nick: flag(visibility.nick),
    },
  };
}
