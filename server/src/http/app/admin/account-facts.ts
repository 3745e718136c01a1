import type { AccountRow } from '../../../domain/administration/account-administration.ts';
import type { Account, Role } from '../../../domain/model/account.ts';
import type { AccountState } from '../../../domain/model/administration.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { personMark } from '../../html/people.ts';
import { renderState } from '../../html/states.ts';
import { userAddress } from '../../link-pages/page-parts.ts';
import type { PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';

/** What the list of accounts and the page of one say of an account. */

export const roleTexts = {
  api: 'admin.account.roleApi',
  user: 'admin.account.roleUser',
  admin: 'admin.account.roleAdmin',
} as const satisfies Record<Role, string>;

export const stateTexts = {
  active: 'admin.account.active',
  disabled: 'admin.account.disabled',
  invited: 'admin.account.invited',
} as const satisfies Record<AccountState | 'invited', string>;

function stateOf({ account, isInvited }: AccountRow): keyof typeof stateTexts {
  if (account.disabledAt !== undefined) return 'disabled';
  return isInvited ? 'invited' : 'active';
}

const stateLooks = { active: 'active', disabled: 'withdrawn', invited: 'mailed' } as const;

export function stateMark({ say }: PageReader, row: AccountRow): Html {
  const state = stateOf(row);
  return renderState(stateLooks[state], say(stateTexts[state]));
}

export function storedText(
  { say, formats }: PageReader,
  { storedFiles, storedBytes, hasMoreStored }: AccountRow,
): string {
  const sum = say('admin.filesOf', { count: storedFiles, size: formats.size(storedBytes) });
  return hasMoreStored ? `≥ ${sum}` : sum;
}

/** Sessions that have ended are not kept: of somebody who has joined, the last time may be unknown. */
export function seenText(
  reader: PageReader,
  { account, lastSeenAt, isInvited }: AccountRow,
): Html | string {
  if (lastSeenAt !== undefined) return when(reader, lastSeenAt);
  const isNew = isInvited || account.role === 'api';
  return reader.say(isNew ? 'admin.account.never' : 'admin.unknown');
}

/** Who has joined without a second factor stands out: a password alone guards what is sent. */
export function factorText(
  { say }: PageReader,
  { account, hasSecondFactor, isInvited }: AccountRow,
): Html {
  if (hasSecondFactor) return renderState('guarded', say('admin.account.on'), 'plain');
  const off = say('admin.account.off');
  return account.role === 'api' || isInvited
    ? html`<span class="small quiet">${off}</span>`
    : renderState('warning', off, 'plain');
}

/** The first cell of a row: who it is, and the way to the account. */
export function accountCell({ id, email, displayName }: Account): Html {
  const address = userAddress(email);
  return html`<div class="cell-file">
    ${personMark(displayName, email)}
    <span class="row-words"
      ><a class="row-link" href="/app/admin/accounts/${id}"
        >${displayName === '' ? address : html`<bdi>${displayName}</bdi>`}</a
      >
      ${displayName !== '' && html`<span class="small quiet">${address}</span>`}</span
    >
  </div>`;
}

/** Which role a person has. */
export function roleChoice(say: PageReader['say'], chosen: string): Html {
  return html`<fieldset class="field">
    <legend class="label">${say('admin.account.role')}</legend>
    <div class="segmented">
      ${(['user', 'admin'] as const).map(
        (value) =>
          html`<label class="segment">
            ${
              value === chosen
                ? html`<input type="radio" name="role" value="${value}" checked />`
                : html`<input type="radio" name="role" value="${value}" />`
            }
            <span>${say(roleTexts[value])}</span>
          </label>`,
      )}
    </div>
  </fieldset>`;
}
