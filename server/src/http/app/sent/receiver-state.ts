import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html } from '../../html/html.ts';
import type { IconName } from '../../html/icons.ts';
import { icon } from '../../html/icons.ts';
import { renderState } from '../../html/states.ts';
import type { PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';

/** How far a receiver is: the mail, the page, the files. Each step has its picture, its words and its time. */
export function renderSteps(
  receiver: FollowedReceiver,
  fileCount: number,
  reader: PageReader,
): Html {
  const { say } = reader;
  const { revokedAt } = receiver;
  return html`<ol class="steps">
      ${mailStep(receiver, reader)} ${openStep(receiver, reader)}
      ${fileStep(receiver, fileCount, reader)}
    </ol>
    ${
      revokedAt !== undefined &&
      html`<p class="small">
        ${renderState('withdrawn', html`${say('sent.steps.revoked')} ${when(reader, revokedAt)}`)}
      </p>`
    }`;
}

interface Step {
  progress: 'done' | 'now' | 'todo' | 'bad';
  picture: IconName;
  word: Html | string;
  at?: Instant | undefined;
}

function step(reader: PageReader, { progress, picture, word, at }: Step): Html {
  return html`<li class="step step-${progress}">
    <span class="step-node">${icon(picture)}</span>
    <span class="step-words"
      ><span>${word}</span>
      ${at !== undefined && html`<span class="quiet">${when(reader, at)}</span>`}</span
    >
  </li>`;
}

/** A mail that did not arrive is trouble until access is revoked. Why, the page of the receiver says. */
function mailStep({ mail, revokedAt }: FollowedReceiver, reader: PageReader): Html {
  const { say } = reader;
  switch (mail?.state) {
    case 'sent':
      return step(reader, {
        progress: 'done',
        picture: 'mail',
        word: say('sent.steps.mailed'),
        at: mail.at,
      });
    case undefined:
      return step(reader, { progress: 'todo', picture: 'mail', word: say('sent.receiver.noMail') });
    case 'waiting':
      return step(reader, {
        progress: 'todo',
        picture: 'mail',
        word: say('sent.receiver.waiting'),
      });
    case 'delayed':
      return step(reader, { progress: 'todo', picture: 'hourglass', word: say('sent.delayed') });
    case 'unwanted':
    case 'refused': {
      const progress = revokedAt === undefined ? 'bad' : 'todo';
      return step(reader, {
        progress,
        picture: 'alert',
        word: say('sent.undelivered'),
        at: mail.at,
      });
    }
  }
}

/** Nobody is waited for whom the mail did not reach. */
function openStep({ mail, openedAt }: FollowedReceiver, reader: PageReader): Html {
  const { say } = reader;
  const picture = 'mail-open';
  if (openedAt !== undefined) {
    return step(reader, {
      progress: 'done',
      picture,
      word: say('sent.steps.opened'),
      at: openedAt,
    });
  }
  const isTold = mail?.state !== 'refused' && mail?.state !== 'unwanted';
  const word = say(isTold ? 'sent.receiver.notOpened' : 'sent.steps.open');
  return step(reader, { progress: 'todo', picture, word });
}

function fileStep(
  { completedFiles, completedAt }: FollowedReceiver,
  fileCount: number,
  reader: PageReader,
): Html {
  const { say, formats } = reader;
  if (fileCount > 0 && completedFiles >= fileCount) {
    const word = say('sent.steps.all', { count: fileCount });
    return step(reader, { progress: 'done', picture: 'check', word, at: completedAt });
  }
  const picture = 'download';
  if (completedFiles === 0) {
    return step(reader, { progress: 'todo', picture, word: say('sent.steps.download') });
  }
  const share = { done: formats.number(completedFiles), total: formats.number(fileCount) };
  return step(reader, {
    progress: 'now',
    picture,
    word: say('sent.steps.some', share),
    at: completedAt,
  });
}

/** Mail servers explain themselves at length. */
export const maxReasonLength = 200;

/** `dateTime` writes an instant. */
export function mailText(
  { mail }: FollowedReceiver,
  { say, dateTime }: { say: Say; dateTime: (at: Instant) => string },
): string {
  const reason = excerpt(mail?.reason ?? '', maxReasonLength);
  switch (mail?.state) {
    case undefined:
      return say('sent.receiver.noMail');
    case 'waiting':
      return say('sent.receiver.waiting');
    case 'delayed':
      return say('sent.receiver.delayed', { reason });
    case 'sent':
      return say('sent.receiver.mailed', { date: dateTime(mail.at) });
    case 'refused':
      return say('sent.receiver.refused', { reason });
    case 'unwanted':
      return say('sent.receiver.unwanted');
  }
}
