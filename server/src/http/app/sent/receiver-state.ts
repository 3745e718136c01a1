import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
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
  const { say, formats } = reader;
  const { revokedAt, openedAt, completedFiles, completedAt } = receiver;
  const isWhole = fileCount > 0 && completedFiles >= fileCount;
  const share = { done: formats.number(completedFiles), total: formats.number(fileCount) };
  const isOpened = openedAt !== undefined;
  return html`<ol class="steps">
      ${mailStep(receiver, reader)}
      ${step(reader, {
        progress: isOpened ? 'done' : 'todo',
        picture: 'mail-open',
        word: say(isOpened ? 'sent.steps.opened' : 'sent.receiver.notOpened'),
        at: openedAt,
      })}
      ${step(reader, {
        progress: isWhole ? 'done' : completedFiles > 0 ? 'now' : 'todo',
        picture: isWhole ? 'check' : 'download',
        word: say('sent.receiver.downloaded', share),
        at: completedAt,
      })}
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

/** A mail that did not arrive is trouble until access is revoked. */
function mailStep(receiver: FollowedReceiver, reader: PageReader): Html {
  const { mail, revokedAt } = receiver;
  const text = mailText(receiver, { ...reader, dateTime: reader.formats.dateTime });
  if (mail?.state === 'sent') {
    const word = reader.say('sent.steps.mailed');
    return step(reader, { progress: 'done', picture: 'mail', word, at: mail.at });
  }
  const isTroubled = mail?.state === 'refused' || mail?.state === 'unwanted';
  return isTroubled && revokedAt === undefined
    ? step(reader, { progress: 'bad', picture: 'alert', word: userText(text), at: mail.at })
    : step(reader, { progress: 'todo', picture: 'mail', word: userText(text) });
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
