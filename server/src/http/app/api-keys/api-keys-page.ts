import type { NamedApiKey } from '../../../domain/model/account.ts';
import { keyLifetimes } from '../../../domain/access/own-keys.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderPanel } from '../../html/layout.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { checkbox } from '../frame/checkbox.ts';
import { csrfField, errorSummary, field, doneNotice } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';

export interface KeysView {
  reader: PageReader;
  csrfToken: string;
  keys: readonly NamedApiKey[];
  /** What is in the form. */
  form: { name: string; days: string; replacesContacts: boolean };
  problems: readonly FieldProblem[];
  /** Whether a key was just revoked. */
  /** What the form before has done. */
  done?: 'revoked';
}

/** The keys of a person, and the form that makes one. */
export function keysPage(view: KeysView): AppPage {
  const { reader, csrfToken, keys, form, problems } = view;
  const { say } = reader;
  const title = say('keys.title');
  const body = html`<p><a href="/app/security">${say('security.back')}</a></p>
    ${errorSummary(problems, say)} ${doneNotice(view.done, () => say('keys.revoked'))}
    <h1>${title}</h1>
    <p>${say('keys.lead')}</p>
    ${
      keys.length === 0
        ? html`<p>${say('keys.none')}</p>`
        : html`<section class="panel">
            <ul class="sessions">
              ${keys.map((key) => keyItem(reader, key))}
            </ul>
          </section>`
    }
    ${renderPanel({
      id: 'new-key',
      title: say('keys.newTitle'),
      body: html`<form class="person-form" method="post" action="/app/security/keys/new">
        ${csrfField(csrfToken)}
        ${field({
          name: 'name',
          label: say('keys.name'),
          hint: say('keys.nameHint'),
          value: form.name,
          problems,
        })}
        ${selectField({
          name: 'days',
          label: say('keys.lifetime'),
          value: form.days,
          options: keyLifetimes.map((count) => ({
            value: String(count),
            text: say('send.days', { count }),
          })),
          problems,
        })}
        ${checkbox('replacesContacts', say('keys.replaceContacts'), form.replacesContacts)}
        <button class="button button-main" type="submit">${say('keys.create')}</button>
      </form>`,
    })}`;
  return { title, body };
}

function keyItem(reader: PageReader, key: NamedApiKey): Html {
  const { say } = reader;
  return html`<li class="session">
    <div>
      <p><strong>${key.name}</strong></p>
      <p class="quiet">${factsOf(reader, key)}</p>
    </div>
    <a
      class="button"
      href="/app/security/keys/${key.id}/revoke"
      aria-label="${say('keys.revoke')}: ${key.name}"
      >${say('keys.revoke')}</a
    >
  </li>`;
}

/** When it was made, ends and was used, and what else it may do. */
function factsOf({ say, formats }: PageReader, key: NamedApiKey): string {
  const { createdAt, expiresAt, lastUsedAt, replacesContacts } = key;
  return [
    say('keys.created', { date: formats.dateTime(createdAt) }),
    ...(expiresAt === undefined
      ? []
      : [say('keys.validUntil', { date: formats.dateTime(expiresAt) })]),
    lastUsedAt === undefined
      ? say('keys.neverUsed')
      : say('keys.lastUsed', { date: formats.dateTime(lastUsedAt) }),
    ...(replacesContacts === true ? [say('keys.replacesContacts')] : []),
  ].join(' · ');
}

/** Asks before a key is revoked. */
export function revokePage(reader: PageReader, csrfToken: string, key: NamedApiKey): AppPage {
  const { say } = reader;
  const title = say('keys.revokeTitle');
  const body = html`<article class="person-form">
    <h1>${title}</h1>
    <section class="panel">
      <p><strong>${key.name}</strong></p>
      <p class="quiet">${factsOf(reader, key)}</p>
      <p>${say('keys.revokeText')}</p>
      <form method="post" action="/app/security/keys/${key.id}/revoke">
        ${csrfField(csrfToken)}
        <button class="button button-main" type="submit">${say('keys.revoke')}</button>
        <a class="button" href="/app/security/keys">${say('sent.drop.cancel')}</a>
      </form>
    </section>
  </article>`;
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
  const body = html`<article class="person-form">
    <h1>${title}</h1>
    <section class="panel">
      <p><strong>${made.name}</strong></p>
      <p>${say('keys.madeText')}</p>
      <p><code class="shown-link" id="key">${key}</code></p>
      <p hidden data-copy="key">
        <button class="button" type="button" data-copied="${say('keys.copied')}">
          ${say('keys.copy')}
        </button>
      </p>
      <p>${say('keys.tryIt')}</p>
      <p><code class="shown-link">curl -u ${quoted(email)} ${quoted(address)}</code></p>
    </section>
    <p><a class="button button-main" href="/app/security/keys">${say('keys.back')}</a></p>
  </article>`;
  return { title, body, script: copyScript };
}

/** One word of a command, as shells read it: an address may hold an apostrophe. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
