/**
 * What the feed of an account tells, and when. Programs match on these words: one is never renamed and never reused.
 * docs/api.md lists them.
 */
export const eventMeanings = {
  'drop.created': 'The account sent files.',
  'drop.extended': 'A drop was given another end.',
  'drop.expiring':
    'A drop ends within a day. One that was sent for less than two days is not told of.',
  'drop.expired': 'The time of a drop was over.',
  'drop.revoked': 'A drop was ended by hand.',
  'drop.completed': 'Every receiver of a drop whose link lives has every file.',
  'drop.link_added': 'A link for anyone was made for a drop after it was sent.',
  'drop.link_revoked': 'A link for anyone was ended by hand.',
  'receiver.added': 'A receiver was added to a drop or request after it was sent.',
  'receiver.mailed': 'The mail with the link of a receiver was sent.',
  'receiver.mail_delayed': 'It could not be delivered at once, and is tried again.',
  'receiver.mail_refused':
    'It will not be delivered: a mail server refuses it, it was tried in vain, or its receiver wants no mail.',
  'receiver.opened': 'A receiver opened the link for the first time.',
  'receiver.file_completed': 'A receiver has all of a file.',
  'receiver.completed': 'A receiver has every file of a drop.',
  'receiver.revoked':
    'The link of one receiver was ended by hand, or its receiver deleted the drop from an inbox.',
  'request.created': 'The account asked for files.',
  'request.closed': 'A request was ended by hand.',
  'request.expired': 'The time of a request was over.',
  'inbox.received': 'Files arrived in the inbox.',
  'inbox.expiring':
    'What is in the inbox ends within a day. What came for less than two days is not told of.',
  'inbox.parked':
    'An item of the inbox was leased ten times and never acknowledged. No lease hands it out any more.',
  'upload.expired': 'A file was uploaded, to the tray or by API v1, and not sent in time.',
  'key.expiring': 'An API key ends within 14 days, and once more: within a day.',
  'key.revoked': 'An API key was ended.',
  'webhook.parked':
    'A webhook could not be delivered to for three days, and waits until it is resumed.',
} as const;

export type EventKind = keyof typeof eventMeanings;

export const eventKinds = Object.keys(eventMeanings) as EventKind[];

/** How what an event is about stands after it: a drop, a request, a receiver or, for its mail, that; an item. */
export const eventStates = [
  'live',
  'expired',
  'revoked',
  'closed',
  'waiting',
  'opened',
  'completed',
  'sent',
  'delayed',
  'refused',
  'unwanted',
  'parked',
] as const;

export type EventState = (typeof eventStates)[number];
