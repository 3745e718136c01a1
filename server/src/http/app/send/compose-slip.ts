import type { Instant } from '../../../domain/model/clock.ts';
import type { IncomingUpload } from '../../../domain/model/incoming-upload.ts';
import { countedBytes } from '../../../domain/model/incoming-upload.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import { slipFacts } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { IconName } from '../../html/icons.ts';
import { icon } from '../../html/icons.ts';
import type { PageReader } from '../frame/frame.ts';
import type { ComposeView } from './compose-page.ts';

/** What goes where until when, in words. The script shows those of the last save. */
export interface DraftFacts {
  people: string;
  files: string;
  until: string;
  code: string;
  password: string;
}

interface Counted {
  files: readonly Pick<IncomingUpload, 'sizeBytes' | 'receivedBytes'>[];
  /** How many would get the drop, with the members of groups. */
  people: number;
  /** Undefined where the lifetime cannot be used. */
  until: Instant | undefined;
  /** Undefined: what the sender's settings say. */
  secondFactor: SecondFactorMode | undefined;
  wantsPassword: boolean;
  /** Whether it is to have a link for anyone. */
  anyone: boolean;
}

export function draftFacts({ say, formats }: PageReader, counted: Counted): DraftFacts {
  const { files, people, until, secondFactor, wantsPassword, anyone } = counted;
  const bytes = files.reduce((sum, file) => sum + countedBytes(file), 0);
  const count = say('send.countFiles', { count: files.length });
  return {
    people: [
      ...(people > 0 ? [say('send.countPeople', { count: people })] : []),
      ...(anyone ? [say('anyone.short')] : []),
      ...(people === 0 && !anyone ? [say('send.nobodyYet')] : []),
    ].join(', '),
    files: files.length === 0 ? say('send.noFilesYet') : `${count}, ${formats.size(bytes)}`,
    until: until === undefined ? '–' : formats.dateTime(until),
    code: secondFactor === undefined ? say('send.asUsual') : say(`send.code.${secondFactor}`),
    password: wantsPassword ? say('send.sent.passwordTold') : '',
  };
}

const rows = [
  ['people', 'people', 'send.to'],
  ['file', 'files', 'send.files'],
  ['calendar', 'until', 'sent.drop.until'],
  ['shield', 'code', 'send.codeShort'],
  ['lock', 'password', 'send.passwordShort'],
] as const satisfies (readonly [IconName, keyof DraftFacts, string])[];

/** What goes where until when, and the one act. A narrow stage has the bar in its place. */
export function renderComposeSlip({ reader: { say }, facts }: ComposeView): Html {
  return html`<section class="slip send-slip" aria-label="${say('send.slip')}">
    <div class="slip-part compose-summary">
      ${slipFacts(
        rows.map(([picture, name, label]) => [
          picture,
          say(label),
          html`<span data-fact="${name}">${facts[name]}</span>`,
        ]),
      )}
    </div>
    <div class="slip-part send-off">
      <button class="button primary big wide" type="submit" name="act" value="send">
        ${icon('send')}<span class="send-words">${say('send.send')}</span>
      </button>
      <p class="small quiet send-hint" role="status"></p>
      <button class="button wide compose-save" type="submit" name="act" value="save">
        ${say('send.save')}
      </button>
    </div>
  </section>`;
}

/** The same in few words, which stays in sight on a narrow stage. */
export function renderSendBar({ reader: { say }, facts }: ComposeView): Html {
  return html`<div class="sendbar">
    <p class="row-words">
      <strong data-fact="people">${facts.people}</strong>
      <span class="small quiet send-bar-progress"></span>
      <span class="small quiet" data-fact="files">${facts.files}</span>
    </p>
    <button class="button primary" type="submit" name="act" value="send">
      <span class="send-words">${say('send.send')}</span>
    </button>
    <p class="small quiet send-hint" role="status"></p>
  </div>`;
}
