import type { AuditTrail } from '../model/audit.ts';
import { auditActions } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Event, EventMail, Events, RecordedHappening } from '../model/event.ts';
import { recordOf } from '../model/event.ts';
import { feedEventOf } from '../model/feed.ts';
import type { Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import { noticesOf } from '../model/mail-kinds.ts';
import type { OutboxMessage } from '../model/outbox.ts';
import { addToDigest } from './digest.ts';

interface Dependencies {
  audit: Pick<AuditTrail, 'record'>;
  randomness: Randomness;
  clock: Pick<Clock, 'now'>;
}

/**
 * The one place where what follows from an act is written: its record in the trail, its mails, and what the feed of its
 * account tells (decisions 0088 and 0090).
 */
export function createEvents({ audit, randomness, clock }: Dependencies): Events {
  async function queueMails(
    { outbox }: Pick<Repositories, 'outbox'>,
    event: Event,
    mails: readonly EventMail[],
  ): Promise<void> {
    const { account, action, at: createdAt } = event;
    if (account === undefined) throw new Error(`A mail about ${action} belongs to no account`);
    const messages: OutboxMessage[] = [];
    for (const mail of mails) {
      if ('ids' in mail) {
        const news = { ...mail, account: { id: account.id, email: mail.to } };
        await addToDigest({ outbox }, { randomness, clock }, news);
        continue;
      }
      const { kind, to, receiverId, askedFrom, id = newId(randomness) } = mail;
      const message = { id, kind, to, accountId: account.id, receiverId, createdAt };
      messages.push(askedFrom === undefined ? message : { ...message, askedFrom });
    }
    if (messages.length > 0) await outbox.add(messages);
  }

  return {
    async tell(repositories, actor, happening) {
      const event: Event = { ...happening, actor, at: clock.now() };
      const mails = event.mails ?? listNotices(event);
      if (mails.length > 0) await queueMails(repositories, event, mails);
      const told = feedEventOf(event);
      if (told !== undefined) await repositories.feed.add([{ id: newId(randomness), ...told }]);
      if (isRecorded(event)) await audit.record(repositories, actor, recordOf(event), event.at);
    },
  };
}

/** The mails to the owner of the account that follow from an action. */
function listNotices({ action, account }: Event): EventMail[] {
  return noticesOf(action).map((kind) => {
    if (account?.email === undefined) throw new Error(`Nobody can be told of ${action}`);
    return { kind, to: account.email };
  });
}

function isRecorded(event: Event): event is Event & RecordedHappening {
  return event.action in auditActions;
}
