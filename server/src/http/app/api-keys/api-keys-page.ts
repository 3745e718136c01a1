import type { NamedApiKey } from '../../../domain/model/account.ts';
import { usualScopes } from '../../../domain/model/principal.ts';
import { factsLine, renderCard, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, doneNotice, errorSummary } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { settingsFrame } from '../frame/settings-frame.ts';
import { whenIn } from '../frame/when.ts';
import type { KeyForm } from './key-fields.ts';
import { keyFields } from './key-fields.ts';

export interface KeysView {
  reader: PageReader;
  csrfToken: string;
  keys: readonly NamedApiKey[];
  form: KeyForm;
  problems: readonly FieldProblem[];
  /** Whether devices can ask for keys. */
  offersDevices: boolean;
  /** What the form before has done. */
  done?: 'revoked';
}

/** The keys of a person, and the form that makes one. */
export function keysPage(view: KeysView): AppPage {
  const { reader, csrfToken, keys, problems } = view;
  const { say } = reader;
  const title = say('keys.title');
  const content = html`${
    keys.length === 0
      ? renderEmpty('search', say('keys.none'))
      : html`<ul class="card rows">
          ${keys.map((key) => keyItem(reader, key))}
        </ul>`
  }
  ${renderCard({
    id: 'new-key',
    title: say('keys.newTitle'),
    isPadded: true,
    body: html`<form class="stack stack-s" method="post" action="/app/security/keys/new">
      ${csrfField(csrfToken)} ${keyFields(view)}
      <div class="acts">
        <button class="button primary" type="submit">${say('keys.create')}</button>
      </div>
    </form>`,
  })}`;
  const body = html`${renderHead(title, {
    lead: html`<p class="quiet">${say('keys.lead')}</p>`,
    acts: view.offersDevices
      ? html`<a class="button" href="/app/device">${icon('laptop')}${say('devices.title')}</a>`
      : undefined,
  })}
  ${errorSummary(problems, say)} ${doneNotice(view.done, () => say('keys.revoked'))}
  ${settingsFrame(reader, 'keys', content)}`;
  return { title, body };
}

function keyItem(reader: PageReader, key: NamedApiKey): Html {
  const { say } = reader;
  return html`<li>
    <div class="row row-stack">
      <span class="file-tile">${icon('key')}</span>
      <span class="row-words"><strong>${userText(key.name)}</strong> ${factsOf(reader, key)}</span>
      <span class="row-end"
        ><a
          class="button short danger"
          href="/app/security/keys/${key.id}/revoke"
          aria-label="${say('keys.revoke')}: ${key.name}"
          >${say('keys.revoke')}</a
        ></span
      >
    </div>
  </li>`;
}

/** When it was made, ends and was used, and what it may do from where. */
function factsOf(reader: PageReader, key: NamedApiKey): Html {
  const { say, formats } = reader;
  const { createdAt, expiresAt, lastUsedAt, replacesContacts, networks } = key;
  const rights = (key.scopes ?? usualScopes).map((scope) => say(`keys.scopes.${scope}`));
  return factsLine([
    whenIn(reader, createdAt, (date) => say('keys.created', { date })),
    expiresAt !== undefined && say('keys.validUntil', { date: formats.dateTime(expiresAt) }),
    lastUsedAt === undefined
      ? say('keys.neverUsed')
      : whenIn(reader, lastUsedAt, (date) => say('keys.lastUsed', { date })),
    say('keys.can', { list: rights.join(', ') }),
    replacesContacts === true && say('keys.replacesContacts'),
    networks !== undefined && say('keys.onlyFrom', { networks: networks.join(', ') }),
  ]);
}

/** Asks before a key is revoked. */
export function revokePage(reader: PageReader, csrfToken: string, key: NamedApiKey): AppPage {
  const { say } = reader;
  const title = say('keys.revokeTitle');
  const body = html`<section class="card card-pad stack stack-s narrow">
    <h1>${title}</h1>
    <p><strong>${userText(key.name)}</strong></p>
    <p>${factsOf(reader, key)}</p>
    <p>${say('keys.revokeText')}</p>
    <form class="acts" method="post" action="/app/security/keys/${key.id}/revoke">
      ${csrfField(csrfToken)}
      <a class="button" href="/app/security/keys">${say('sent.drop.cancel')}</a>
      <button class="button danger-strong" type="submit">${say('keys.revoke')}</button>
    </form>
  </section>`;
  return { title, body };
}

interface MadeView {
  reader: PageReader;
  key: string;
  made: NamedApiKey;
  email: string;
  /** Scheme, host and port. */
  origin: string;
}

const copyScript = html`<script type="module" src="/assets/copy-link.js"></script>`;

/** Shows a new key, the only time that it is shown, and how it is used. */
export function madePage({ reader, key, made, email, origin }: MadeView): AppPage {
  const { say } = reader;
  const title = say('keys.madeTitle');
  const address = `${origin}/${encodeURIComponent(email)}/`;
  const body = html`${renderHead(title)}
    <section class="card card-pad stack stack-s settings-body">
      <p><strong>${userText(made.name)}</strong></p>
      <p>${say('keys.madeText')}</p>
      <p><code class="link-text" id="key">${key}</code></p>
      <p hidden data-copy="key">
        <button class="button" type="button" data-copied="${say('keys.copied')}">
          ${say('keys.copy')}
        </button>
      </p>
      <p>${say('keys.tryIt')}</p>
      <p><code class="link-text">curl -u ${quoted(email)} ${quoted(address)}</code></p>
    </section>
    <p class="acts">
      <a class="button primary" href="/app/security/keys">${say('keys.back')}</a>
    </p>`;
  return { title, body, script: copyScript };
}

/** One word of a command, as shells read it: an address may hold an apostrophe. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
