import type { en } from './all.ts';

/**
 * The forms of a text by its count. A form that the language's rules ask for and that is not given is
 * `other`.
 */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The values of each text, by its key. Operators may use them in any language and form. */
export const valueNames = {
  'download.sentBy': ['sender', 'count'],
  'download.sentThrough': ['service', 'count'],
  'download.shownFiles': ['from', 'to', 'total'],
  'download.found': ['count'],
  'download.downloadAll': ['size'],
  'download.timeLeft': ['duration'],
  'download.endsSoon': ['count'],
  'download.whatThisIs': ['service'],
  'download.report': ['address'],
  'upload.title': ['sender'],
  'upload.limits': ['count', 'size'],
  'upload.limitsWithoutSize': ['count'],
  'upload.fileLimit': ['size'],
  'upload.told': ['sender'],
  'upload.begun.part': ['share'],
  'code.title': ['sender', 'service'],
  'code.titleUnnamed': ['service'],
  'code.bySms': ['to'],
  'code.byEmail': ['to'],
  'code.sent': ['to'],
  'code.wrong': ['tries'],
  'code.stuck': ['to'],
  'code.wait': ['to'],
  'mail.downloadSubject': ['sender', 'files'],
  'mail.downloadAction': ['files'],
  'mail.uploadSubject': ['sender'],
  'mail.reminderSubject': ['sender', 'files'],
  'mail.reminderIntro': ['files'],
  'mail.receiptSubject': ['receiver', 'files'],
  'mail.receiptDrop': ['id'],
  'mail.keyEndingItem': ['name', 'date'],
  'mail.receiptIntro': ['date'],
  'mail.receivedSubject': ['contact', 'files'],
  'mail.receivedIntro': ['files'],
  'mail.receivedInInbox': ['files'],
  'mail.returnedSubject': ['receiver', 'files'],
  'mail.returnedIntro': ['date'],
  'mail.unfetchedSubject': ['receiver', 'files'],
  'mail.unfetchedIntro': ['date'],
  'mail.moreFiles': ['count'],
  'mail.availableUntil': ['date'],
  'mail.uploadUntil': ['date'],
  'mail.report': ['address'],
  'mail.codeSubject': ['sender'],
  'mail.codeIntro': ['code'],
  'mail.codeUntil': ['date'],
  'mail.codeSms': ['code', 'service'],
  'mail.lockedSubject': ['sender'],
  'mail.lockedReminderSubject': ['sender'],
  'mail.undeliveredSubject': ['receiver'],
  'mail.undeliveredManySubject': ['receivers'],
  'mail.unfetchedManySubject': ['receivers'],
  'mail.codesRefusedSubject': ['receiver'],
  'mail.codesRefusedIntro': ['date'],
  'mail.codesUsedUpSubject': ['receiver'],
  'mail.codesUsedUpIntro': ['date'],
  'mail.revokedIntro': ['date'],
  'mail.revokedReceiverIntro': ['date'],
  'mail.accountIntro': ['date'],
  'mail.sentBy': ['service'],
  'welcome.about': ['service'],
  'mail.invitationSubject': ['service'],
  'mail.invitationFrom': ['inviter'],
  'mail.linkUntil': ['date'],

  'account.timeZone': ['zone'],
  'account.more': ['count'],

  'app.welcome': ['name'],

  'signIn.joinTitle': ['service'],
  'signIn.nameLong': ['count'],
  'signIn.passwordShort': ['count'],

  'settings.address': ['address'],
  'settings.defaultTimeZone': ['zone'],
  'settings.defaultDaysHint': ['from', 'to', 'usual'],
  'settings.problems.defaultDays': ['from', 'to'],
  'security.codesLeft': ['count'],
  'security.lastUsed': ['date'],

  'contacts.total': ['count'],
  'contacts.noneFound': ['text'],
  'contacts.more': ['count'],
  'contacts.problems.full': ['count'],
  'contacts.group.strangers': ['list'],
  'contacts.group.full': ['count'],
  'contacts.importing.limits': ['size', 'count'],
  'contacts.importing.unchanged': ['count'],
  'contacts.importing.added': ['count'],
  'contacts.importing.changed': ['count'],
  'contacts.importing.refused': ['count'],
  'contacts.importing.firstRows': ['count'],
  'contacts.importing.confirm': ['count'],
  'contacts.importing.faults.tooMany': ['count'],
  'contacts.importing.faults.broken': ['row'],
  'contacts.importing.faults.tooLarge': ['size'],

  'security.confirmWithProvider': ['provider'],
  'signIn.joinWithProvider': ['provider'],
  'signIn.resetPasskey': ['name', 'date'],
  'signIn.resetIdentity': ['name', 'date'],

  'keys.created': ['date'],
  'keys.validUntil': ['date'],
  'keys.lastUsed': ['date'],
  'keys.problems.tooMany': ['count'],

  'passkeys.useProvider': ['provider'],
  'passkeys.awayTitle': ['provider'],
  'passkeys.refusedAnswer': ['provider'],
  'passkeys.refusedUnknown': ['provider'],
  'passkeys.refusedTaken': ['provider'],
  'passkeys.refusedNotAllowed': ['provider'],
  'passkeys.refusedElsewhere': ['provider'],
  'passkeys.link': ['provider'],
  'passkeys.linked': ['provider'],
  'passkeys.unlinked': ['provider'],
  'passkeys.linkedAs': ['provider', 'name'],
  'passkeys.addedOn': ['date'],
  'passkeys.lastUsed': ['date'],
  'passkeys.forOther': ['host'],
  'passkeys.tooMany': ['count'],
  'sent.searchedTo': ['date'],
  'sent.share': ['done', 'total'],
  'sent.more': ['count'],
  'sent.drop.title': ['date'],
  'sent.drop.manage': ['receiver'],
  'sent.receiver.delayed': ['reason'],
  'sent.receiver.mailed': ['date'],
  'sent.receiver.refused': ['reason'],
  'sent.receiver.opened': ['date'],
  'sent.receiver.downloaded': ['done', 'total'],
  'sent.receiver.lastDownload': ['date'],
  'sent.receiver.revoked': ['date'],
  'sent.receiver.linkTitle': ['receiver'],
  'sent.events.mailed': ['receiver'],
  'sent.events.refused': ['receiver'],
  'sent.events.opened': ['receiver'],
  'sent.events.fetched': ['receiver'],
  'sent.events.revoked': ['receiver'],
  'sent.events.added': ['receiver'],
  'sent.events.extended': ['date'],
  'admin.moreThan': ['count'],
  'admin.look.faultyParts': ['parts'],
  'admin.filesOf': ['count', 'size'],
  'admin.account.quotaHint': ['size'],
  'admin.drop.progress': ['done', 'total'],
  'admin.drop.opened': ['count'],
  'admin.drop.accessRevoked': ['count'],
  'admin.trail.running': ['count'],
  'admin.trail.whole': ['date', 'count'],
  'admin.trail.faulty': ['date', 'record'],
  'admin.room.limitSum': ['size'],
  'admin.room.full': ['count'],
  'admin.room.measured': ['date'],

  'send.moreFiles': ['count'],
  'send.missing': ['count'],
  'send.sendWithout': ['count'],
  'send.chooseAgain': ['share'],
  'send.days': ['count'],
  'send.countFiles': ['count'],
  'send.countPeople': ['count'],
  'send.untilDate': ['date'],
  'send.savedAt': ['time'],
  'send.discarded.text': ['time'],
  'send.problems.unreadable': ['addresses'],
  'send.problems.unfinished': ['name'],
  'requests.linkCount': ['count'],
  'requests.andMore': ['first', 'count'],
  'requests.cameFiles': ['count', 'size'],
  'requests.requestOf': ['date'],
  'requests.openUntil': ['date'],
  'requests.closedOn': ['date'],
  'requests.expiredOn': ['date'],
  'requests.linkNumber': ['number'],
  'requests.used': ['count', 'size'],
  'requests.linkLabel': ['person'],
  'requests.moreLinks': ['count'],
  'requests.problems.emails': ['list'],
  'requests.problems.mails': ['date'],
  'sent.problems.mails': ['date'],
  'send.problems.tooManyMails': ['date'],
  'admin.account.mailsHint': ['number'],
  'admin.account.mailsProblem': ['least', 'most'],
  'requests.problems.links': ['most'],
  'requests.problems.contacts': ['list'],
  'requests.done.reminded': ['count'],
  'requests.done.extended': ['date'],
  'inbox.emptyHint': ['email'],
  'inbox.named': ['name'],
  'inbox.fileCount': ['count', 'size'],
  'inbox.filesFrom': ['sender'],
  'inbox.received': ['date'],
  'inbox.availableUntil': ['date'],
  'inbox.downloadAll': ['size'],
  'inbox.downloaded': ['date'],
} as const satisfies Partial<Record<TextKey, readonly string[]>>;

/** Values that are numbers. A text with one of them may have plural forms. */
export const countNames = ['count', 'files', 'receivers', 'tries'] as const;
type CountName = (typeof countNames)[number];

/** The text that replaces one whose values are not all known. */
export const fallbacks = {
  'upload.title': 'upload.titleUnnamed',
  'upload.told': 'upload.toldUnnamed',
  'upload.limits': 'upload.limitsWithoutSize',
  'code.title': 'code.titleUnnamed',
} as const satisfies Partial<Record<TextKey, TextKey>>;

/** The key of a text, such as `upload.begun.part`. */
export type TextKey = KeysOf<typeof en, ''>;

type KeysOf<Group, Path extends string> = {
  [Name in keyof Group & string]: Group[Name] extends string | PluralForms
    ? `${Path}${Name}`
    : KeysOf<Group[Name], `${Path}${Name}.`>;
}[keyof Group & string];

type NamesOf<Key extends keyof typeof valueNames> = (typeof valueNames)[Key][number];

/** The values of a text, by name. */
export type ValuesOf<Key extends keyof typeof valueNames> = {
  [Name in NamesOf<Key>]: Name extends CountName
    ? number
    : Key extends keyof typeof fallbacks
      ? string | undefined
      : string;
};

type CountedKey = {
  [Key in keyof typeof valueNames]: NamesOf<Key> & CountName extends never ? never : Key;
}[keyof typeof valueNames];

/** All texts of pages and mails, in one language. */
export type Texts = TextsLike<typeof en, ''>;

type TextsLike<Group, Path extends string> = {
  [Name in keyof Group & string]: `${Path}${Name}` extends CountedKey
    ? string | PluralForms
    : Group[Name] extends string
      ? string
      : Group[Name] extends PluralForms
        ? PluralForms
        : TextsLike<Group[Name], `${Path}${Name}.`>;
};
