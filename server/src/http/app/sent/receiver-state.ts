import type { FollowedReceiver } from '../../../domain/dispatches/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import type { PageReader } from '../frame/frame.ts';

/** How far a receiver is: the latest first. */
export function renderState(
  receiver: FollowedReceiver,
  fileCount: number,
  reader: PageReader,
): Html {
  const { say, formats } = reader;
  const { revokedAt, openedAt, completedFiles, completedAt } = receiver;
  const date = (at: Instant) => ({ date: formats.dateTime(at) });
  const share = { done: formats.number(completedFiles), total: formats.number(fileCount) };
  return html`<ul class="few">
    ${
      revokedAt !== undefined &&
      html`<li><span class="badge">${say('sent.receiver.revoked', date(revokedAt))}</span></li>`
    }
    ${
      completedAt !== undefined &&
      html`<li>
        ${say('sent.receiver.downloaded', share)}
        <span class="aside">${say('sent.receiver.lastDownload', date(completedAt))}</span>
      </li>`
    }
    <li>
      ${
        openedAt === undefined
          ? say('sent.receiver.notOpened')
          : say('sent.receiver.opened', date(openedAt))
      }
    </li>
    <li>${renderMail(receiver, reader)}</li>
  </ul>`;
}

/** Mail servers explain themselves at length. */
const maxReasonLength = 200;

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

function renderMail(receiver: FollowedReceiver, reader: PageReader): Html {
  const text = mailText(receiver, { ...reader, dateTime: reader.formats.dateTime });
  const { state } = receiver.mail ?? {};
  const isTroubled = state === 'refused' || state === 'unwanted';
  return isTroubled && receiver.revokedAt === undefined
    ? html`<span class="trouble">${userText(text)}</span>`
    : userText(text);
}
