import type { Instant } from '../../../domain/model/clock.ts';
import {
  countMore,
  introduce,
  listFiles,
  offer,
  quote,
  showName,
  titleFact,
  write,
  writeNotice,
} from './letter.ts';
import type { FileFact, Letter, Person, Wording } from './letter.ts';

/** To an account: a contact sent files back, which are now in the inbox. */
export interface ReceivedFacts {
  kind: 'received';
  contact: Person;
  /** What the account calls the request; undefined where it has no name, or a code hides it. */
  title: string | undefined;
  message: string | undefined;
  files: readonly FileFact[];
  /** The account's own page, or the item in the inbox of a person. */
  link: string;
  /** Whether the account is a person's, who reads the inbox in a browser. */
  isPerson: boolean;
  expiresAt: Instant;
}

function composeReceived(facts: ReceivedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.contact, wording);
  return write(wording, {
    subject: say('mail.receivedSubject', { contact: name, files: facts.files.length }),
    address,
    ...quote(facts.message, undefined, wording),
    intro: facts.isPerson
      ? say('mail.receivedInInbox', { files: facts.files.length })
      : say('mail.receivedIntro', { files: facts.files.length }),
    ...listFiles(facts.files, wording),
    action: offer(
      facts.isPerson ? say('mail.receivedOpen') : say('mail.receivedAction'),
      facts.link,
      wording,
    ),
    facts: [
      ...titleFact(facts.title, wording),
      { label: say('mail.until'), value: formats.dayAndTime(facts.expiresAt) },
    ],
    notes: [say('mail.receivedReason')],
  });
}

/** To an account: a receiver has downloaded every file. */
export interface ReceiptFacts {
  kind: 'receipt';
  /** By which programs and the operator's commands know the drop. */
  dropId: string;
  /** What the sender calls it; undefined where it has no name, or a code hides it. */
  title: string | undefined;
  /** What the caller of the API calls it. */
  reference: string | undefined;
  receiver: Person;
  files: readonly FileFact[];
  completedAt: Instant;
  /** The page of the drop; undefined for a program, which has none. */
  link: string | undefined;
}

function composeReceipt(facts: ReceiptFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return write(wording, {
    subject:
      facts.title === undefined
        ? say('mail.receiptSubject', { receiver: name, files: facts.files.length })
        : say('mail.receiptTitled', { receiver: name, title: showName(facts.title) }),
    address,
    intro: say('mail.receiptIntro', { date: formats.dateTime(facts.completedAt) }),
    ...listFiles(facts.files, wording),
    action:
      facts.link === undefined ? undefined : offer(say('mail.receiptOpen'), facts.link, wording),
    facts: [
      { label: say('mail.transfer'), value: facts.dropId },
      ...(facts.reference === undefined
        ? []
        : [{ label: say('mail.reference'), value: showName(facts.reference) }]),
    ],
    notes: [say('mail.receiptReason')],
  });
}

/** To an account: a drop has expired, and a receiver had not downloaded these files. */
export interface UnfetchedFacts {
  kind: 'unfetched';
  receiver: Person;
  /** What the sender calls it; undefined where it has no name, or a code hides it. */
  title: string | undefined;
  files: readonly FileFact[];
  expiresAt: Instant;
}

function composeUnfetched(facts: UnfetchedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return write(wording, {
    subject: say('mail.unfetchedSubject', { receiver: name, files: facts.files.length }),
    address,
    intro: say('mail.unfetchedIntro', { date: formats.dateTime(facts.expiresAt) }),
    ...listFiles(facts.files, wording),
    facts: titleFact(facts.title, wording),
    notes: [say('mail.unfetchedReason')],
  });
}

/** To an account: receivers of drops that have expired had not downloaded every file. */
export interface UnfetchedManyFacts {
  kind: 'unfetched_many';
  /** The first of them, and when their drop ended. */
  receivers: readonly (Person & { expiresAt: Instant })[];
  count: number;
}

function composeUnfetchedMany({ receivers, count }: UnfetchedManyFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  return write(wording, {
    subject: say('mail.unfetchedManySubject', { receivers: count }),
    intro: say('mail.unfetchedManyIntro'),
    files: receivers.map(({ expiresAt, ...person }) => {
      const { name, address } = introduce(person, wording);
      return {
        name: address === undefined || name.includes(address) ? name : `${name} (${address})`,
        size: formats.dateTime(expiresAt),
      };
    }),
    moreFiles: countMore(count - receivers.length, wording),
    notes: [say('mail.unfetchedReason')],
  });
}

/** To an account: mails to its receivers could not be delivered. */
export interface UndeliveredFacts {
  kind: 'undelivered';
  /** The first of them, and the answer of the mail server; undefined when the receiver refuses mail. */
  mails: readonly { to: string; reason: string | undefined }[];
  count: number;
}

function composeUndelivered({ mails, count }: UndeliveredFacts, wording: Wording): Letter {
  const { say } = wording;
  const [first] = mails;
  return write(wording, {
    subject:
      count === 1 && first !== undefined
        ? say('mail.undeliveredSubject', { receiver: showName(first.to) })
        : say('mail.undeliveredManySubject', { receivers: count }),
    intro: say('mail.undeliveredIntro'),
    // The answer of a mail server is untrusted text, as a name is.
    files: mails.map(({ to, reason }) => ({
      name: `${showName(to)}: ${showName(reason ?? say('mail.undeliveredUnwanted'))}`,
      size: undefined,
    })),
    moreFiles: countMore(count - mails.length, wording),
    notes: [say('mail.undeliveredReason')],
  });
}

/** To an account: wrong codes were entered at a receiver's link, or all that it gets for now were requested. */
export interface CodesFacts {
  kind: 'codes_refused' | 'codes_used_up';
  receiver: Person;
  at: Instant;
}

function composeCodesNotice(facts: CodesFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  const texts = {
    codes_refused: ['mail.codesRefusedSubject', 'mail.codesRefusedIntro'],
    codes_used_up: ['mail.codesUsedUpSubject', 'mail.codesUsedUpIntro'],
  } as const;
  const [subject, intro] = texts[facts.kind];
  return writeNotice(wording, {
    subject: say(subject, { receiver: name }),
    address,
    intro: say(intro, { date: formats.dateTime(facts.at) }),
  });
}

/** To an account: the operator ended a drop or grant, for one receiver or for all. */
export interface RevokedFacts {
  kind: 'revoked';
  receiver: Person | undefined;
  /** What the sender calls it; undefined where it has no name, or a code hides it. */
  title: string | undefined;
  sentAt: Instant;
  files: readonly FileFact[];
}

function composeRevoked(facts: RevokedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const sentAt = formats.dateTime(facts.sentAt);
  return writeNotice(wording, {
    subject: say('mail.revokedSubject'),
    ...listFiles(facts.files, wording),
    facts: titleFact(facts.title, wording),
    address: facts.receiver && showName(facts.receiver.email ?? ''),
    intro:
      facts.receiver === undefined
        ? say('mail.revokedIntro', { date: sentAt })
        : say('mail.revokedReceiverIntro', { date: sentAt }),
  });
}

/** To an account: the operator changed the end of what it sent, or had its links mailed again. */
export interface ChangedFacts {
  kind: 'extended' | 'resent';
  sentAt: Instant;
  expiresAt: Instant;
  files: readonly FileFact[];
}

function composeChanged(facts: ChangedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const date = formats.dateTime(facts.sentAt);
  const end = formats.dateTime(facts.expiresAt);
  const isResent = facts.kind === 'resent';
  return writeNotice(wording, {
    subject: isResent ? say('mail.resentSubject') : say('mail.extendedSubject'),
    ...listFiles(facts.files, wording),
    intro: isResent ? say('mail.resentIntro', { date }) : say('mail.extendedIntro', { date, end }),
  });
}

export type FactsForSender =
  | ReceivedFacts
  | ReceiptFacts
  | UnfetchedFacts
  | UnfetchedManyFacts
  | UndeliveredFacts
  | CodesFacts
  | RevokedFacts
  | ChangedFacts;

/** To an account, about what it sent or asked for. */
export const lettersToSenders = {
  received: composeReceived,
  receipt: composeReceipt,
  unfetched: composeUnfetched,
  unfetched_many: composeUnfetchedMany,
  undelivered: composeUndelivered,
  codes_refused: composeCodesNotice,
  codes_used_up: composeCodesNotice,
  revoked: composeRevoked,
  extended: composeChanged,
  resent: composeChanged,
};
