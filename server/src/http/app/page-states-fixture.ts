import type { Page } from 'playwright-core';
import { contactId } from './contacts/contact-ids.ts';
import type { SeededPeople } from './people-seed-fixture.ts';

/** Who looks at a page. */
export type Viewer = keyof SeededPeople['people'] | 'visitor';

/** A page of people in one of its states. */
export interface PageState {
  name: string;
  viewer: Viewer;
  open: (page: Page) => Promise<unknown>;
}

/** Fields of a form, by their ids or names. */
type Fields = Record<string, string>;

/** Sends a form of the page as a browser without scripts and without checks of its own does. */
export async function submit(page: Page, action: string, fields: Fields = {}): Promise<void> {
  const code = `(([action, fields]) => {
    const form = [...document.forms].find(
      (each) =>
        each.getAttribute('action').startsWith(action) &&
        Object.keys(fields).every((name) => each.elements.namedItem(name) !== null),
    );
    for (const [name, value] of Object.entries(fields)) form.elements.namedItem(name).value = value;
    HTMLFormElement.prototype.submit.call(form);
  })(${JSON.stringify([action, fields])})`;
  await Promise.all([page.waitForEvent('load'), page.evaluate(code)]);
}

/** Every page of the application in every state. `origin`: of the server. */
export function listPageStates(seed: SeededPeople, origin: string): PageState[] {
  const go = (page: Page, path: string) => page.goto(`${origin}${path}`);

  function at(viewer: Viewer, name: string, path: string): PageState {
    return { name, viewer, open: (page) => go(page, path) };
  }

  /** A page after one of its forms was sent. */
  function after(
    viewer: Viewer,
    name: string,
    path: string,
    [action, fields = {}]: [action: string, fields?: Fields],
  ): PageState {
    return {
      ...{ name, viewer },
      async open(page) {
        await go(page, path);
        await submit(page, action, fields);
      },
    };
  }

  const sent = `/app/sent/${seed.drop}`;
  const receiver = `${sent}/receivers/${seed.receiver}`;
  const forAnyone = `/app/sent/${seed.forAnyone.id}`;
  const contact = `/app/contacts/${contactId('contact-1@hospital.example.org')}`;
  const newTemplate = `/app/templates/new?drop=${seed.many}`;
  const mailed = `/app/requests/${seed.mailed}`;
  const [item = '', small = ''] = seed.items;
  const account = `/app/admin/accounts/${seed.invited.id}`;

  const entering: PageState[] = [
    at('visitor', 'front page', '/'),
    at('visitor', 'sign-in', '/sign-in'),
    after('visitor', 'sign-in-refused', '/sign-in', ['/sign-in?', { email: 'x@example.org' }]),
    at('half', 'sign-in-code', '/sign-in/code'),
    after('half', 'sign-in-code-refused', '/sign-in/code', ['/sign-in/code', { code: '1' }]),
    at('visitor', 'join', `/join/${seed.invitation}`),
    after('visitor', 'join-problems', `/join/${seed.invitation}`, ['/join/', { password: 'x' }]),
    at('visitor', 'join-ended', `/join/${'A'.repeat(43)}`),
    at('visitor', 'forgot', '/forgot'),
    after('visitor', 'forgot-mailed', '/forgot', ['/forgot', { email: 'x@example.org' }]),
    at('visitor', 'reset', `/reset/${seed.reset}`),
    at('visitor', 'reset-ended', `/reset/${'A'.repeat(43)}`),
    at('visitor', 'offline', '/app/offline'),
    at('unproved', 'confirm', '/app/security/authenticator'),
    after('unproved', 'confirm-form', '/app/security/passkeys', ['/app/security/passkeys/remove']),
    after('unproved', 'confirm-refused', '/app/security/authenticator', [
      '/app/confirm',
      { 'confirm-password': 'wrong' },
    ]),
    at('ann', 'confirm-gone', '/app/confirm?form=x'),
  ];

  const sending: PageState[] = [
    at('nobody', 'home-empty', '/app/'),
    at('ann', 'home', '/app/'),
    at('nobody', 'send-empty', '/app/send'),
    after('nobody', 'send-problems', '/app/send', [
      '/app/send/',
      { receivers: 'x', lifetime: 'date' },
    ]),
    after('nobody', 'send-password', '/app/send', ['/app/send/', { password: 'short' }]),
    at('ann', 'send-filled', seed.draft),
    at('ann', 'send-preview', `${seed.draft}/preview`),
    at('ann', 'send-done', seed.sentDraft),
    after('nobody', 'send-anyone-problem', '/app/send', [
      '/app/send/',
      { receivers: '', anyone: 'yes', secondFactor: 'email' },
    ]),
    at('ann', 'send-done-anyone', seed.forAnyone.draft),
    {
      name: 'send-suggestions',
      viewer: 'ann',
      async open(page) {
        await go(page, '/app/send');
        await page.getByRole('combobox').first().pressSequentially('conta');
        await page.getByRole('option').first().waitFor();
      },
    },
    {
      name: 'send-shared',
      viewer: 'nobody',
      async open(page) {
        await go(page, '/app/');
        await page.evaluate(`(async (key) => {
          const cache = await caches.open('valise-share-' + key);
          const headers = { 'valise-name': 'Plan%20of%20the%20second%20floor.pdf', 'valise-time': '0' };
          await cache.put('/app/share/0', new Response('plan', { headers }));
          location.assign('/app/send#shared-' + key);
        })(Date.now() + '-x')`);
        await page.locator('.shared-note').waitFor();
      },
    },
    {
      name: 'send-offline',
      viewer: 'nobody',
      async open(page) {
        await go(page, '/app/send');
        await page.evaluate(`document.querySelector('.offline-note').hidden = false`);
      },
    },
    at('nobody', 'sent-empty', '/app/sent'),
    at('ann', 'sent', '/app/sent'),
    at('ann', 'sent-nothing-found', '/app/sent?q=zebra'),
    at('ann', 'sent-by-end', '/app/sent?filter=live&order=ending'),
    at('ann', 'sent-many', `/app/sent/many?act=extend&id=${seed.drop}&id=${seed.many}`),
    at('ann', 'sent-many-withdraw', `/app/sent/many?act=withdraw&id=${seed.drop}`),
    at('ann', 'drop', sent),
    after('ann', 'sent-many-done', `/app/sent/many?act=remind&id=${seed.drop}`, ['/app/sent/many']),
    after('ann', 'drop-problem', sent, [`${sent}/receivers`, { email: 'x' }]),
    at('ann', 'drop-done', `${sent}?done=extended`),
    at('ann', 'drop-many', `/app/sent/${seed.many}`),
    at('ann', 'drop-password', `/app/sent/${seed.guarded.id}`),
    at('visitor', 'download-password', `/d/${seed.guarded.link}?tried=1`),
    at('ann', 'drop-anyone', `${forAnyone}?done=linkMade`),
    after('ann', 'drop-anyone-link', forAnyone, [
      `${forAnyone}/anyone/${seed.forAnyone.link}/link`,
    ]),
    at('visitor', 'download-anyone', `/d/${seed.forAnyone.secret}`),
    at('ann', 'drop-ended', `/app/sent/${seed.ended}`),
    at('ann', 'drop-revoke', `${sent}/revoke`),
    at('ann', 'receiver', receiver),
    at('ann', 'receiver-refused', `${sent}/receivers/${seed.refused}`),
    after('ann', 'receiver-problem', receiver, [`${receiver}/address`, { email: 'x' }]),
    after('ann', 'receiver-link', receiver, [`${receiver}/link`]),
  ];

  const asking: PageState[] = [
    at('nobody', 'requests-empty', '/app/requests'),
    at('ann', 'requests', '/app/requests'),
    at('ann', 'requests-ended', '/app/requests?state=ended'),
    at('ann', 'request-new', '/app/requests/new'),
    after('ann', 'request-problems', '/app/requests/new', [
      '/app/requests/new',
      { receivers: 'x', maxFiles: '-1' },
    ]),
    at('ann', 'request-mailed', `${mailed}?done=asked`),
    at('ann', 'request-links', `/app/requests/${seed.linked}`),
    at('ann', 'request-closed', `/app/requests/${seed.closed}`),
    after('ann', 'request-refused', mailed, [`${mailed}/extend`, { days: 'x' }]),
    at('nobody', 'inbox-empty', '/app/inbox'),
    at('ann', 'inbox', '/app/inbox'),
    at('ann', 'inbox-nothing-found', '/app/inbox?q=zebra'),
    at('ann', 'inbox-deleted', '/app/inbox?done=deleted'),
    at('ann', 'inbox-item', `/app/inbox/${small}`),
    at('boss', 'inbox-password', `/app/inbox/${seed.guarded.inboxToken}`),
    at('ann', 'inbox-item-many', `/app/inbox/${item}`),
  ];

  const contacts: PageState[] = [
    at('nobody', 'contacts-empty', '/app/contacts'),
    at('ann', 'contacts', '/app/contacts'),
    at('ann', 'contacts-nothing-found', '/app/contacts?q=zebra'),
    at('ann', 'contact-new', '/app/contacts/new'),
    after('ann', 'contact-problems', '/app/contacts/new', [
      '/app/contacts/new',
      { email: 'x', number: 'x' },
    ]),
    at('ann', 'contact', contact),
    at('ann', 'contact-edit', `${contact}/edit`),
    after('ann', 'contact-conflict', `${contact}/edit`, [
      contact,
      { revision: 'old', nick: 'Other' },
    ]),
    at('nobody', 'groups-empty', '/app/contacts/groups'),
    at('ann', 'groups', '/app/contacts/groups'),
    at('ann', 'group-of-drop', `/app/contacts/groups/new?of=${seed.many}`),
    {
      name: 'group',
      viewer: 'ann',
      async open(page) {
        await go(page, '/app/contacts/groups');
        await page.locator('.posts a[href^="/app/contacts/groups/"]').first().click();
        await page.waitForURL('**/groups/*');
      },
    },
    at('nobody', 'import', '/app/contacts/import'),
    {
      name: 'import-preview',
      viewer: 'ann',
      async open(page) {
        const rows = ['Zoë Berg;zoe@example.org', 'X;contact-1@hospital.example.org', 'Bad;bad'];
        await go(page, '/app/contacts/import');
        await page.locator('#file').setInputFiles({
          ...{ name: 'contacts.csv', mimeType: 'text/csv' },
          buffer: Buffer.from(`Name;E-Mail\n${rows.join('\n')}\n`),
        });
        await submit(page, '/app/contacts/import');
      },
    },
    after('nobody', 'import-refused', '/app/contacts/import', ['/app/contacts/import']),
  ];

  const keys = '/app/security/keys';
  const settings: PageState[] = [
    at('nobody', 'templates-empty', '/app/templates'),
    after('ann', 'templates', newTemplate, ['/app/templates/new', { name: 'Weekly plans' }]),
    after('ann', 'template-problems', newTemplate, ['/app/templates/new', { name: '' }]),
    at('ann', 'settings', '/app/settings'),
    at('ann', 'settings-sending', '/app/settings/sending'),
    at('ann', 'settings-notices', '/app/settings/notices'),
    after('ann', 'settings-saved', '/app/settings', ['/app/settings']),
    at('nobody', 'security-without-password', '/app/security'),
    at('ann', 'security', '/app/security'),
    after('ann', 'security-problem', '/app/security', [
      '/app/security/password',
      { current: 'wrong', password: 'x' },
    ]),
    at('ann', 'authenticator', '/app/security/authenticator'),
    after('ann', 'authenticator-problem', '/app/security/authenticator', [
      '/app/security/authenticator',
      { code: '1' },
    ]),
    at('nobody', 'passkeys-empty', '/app/security/passkeys'),
    at('ann', 'passkeys', '/app/security/passkeys?done=renamed'),
    at('nobody', 'keys-empty', '/app/security/keys'),
    after('ann', 'key-problem', keys, [`${keys}/new`]),
    after('ann', 'key-made', keys, [`${keys}/new`, { name: 'Nightly backup' }]),
    {
      name: 'key-revoke',
      viewer: 'ann',
      async open(page) {
        await go(page, keys);
        await page.locator(`main a[href^="${keys}/"]`).first().click();
        await page.waitForURL('**/revoke');
      },
    },
    at('ann', 'error-not-found', '/app/nothing'),
    after('ann', 'error-csrf', '/app/settings', ['/app/settings', { csrf: 'old' }]),
  ];

  const admin: PageState[] = [
    at('boss', 'admin', '/app/admin/'),
    at('boss', 'admin-accounts', '/app/admin/accounts'),
    at('boss', 'admin-accounts-nothing-found', '/app/admin/accounts?address=zebra'),
    after('boss', 'admin-invite-problems', '/app/admin/accounts', [
      '/app/admin/accounts/invite',
      { email: 'x', number: 'x' },
    ]),
    at('boss', 'admin-account', `${account}?done=invited`),
    after('boss', 'admin-account-problem', account, [`${account}/quota`, { quota: 'x' }]),
    at('boss', 'admin-account-remove', `${account}/remove`),
    at('boss', 'admin-invitations', '/app/admin/invitations'),
    at('boss', 'admin-invite-many', '/app/admin/invitations/file'),
    at('boss', 'admin-drop', `/app/admin/drops/${seed.drop}`),
    at('boss', 'admin-drop-anyone', `/app/admin/drops/${seed.forAnyone.id}`),
    at('boss', 'admin-drops', '/app/admin/drops'),
    at('boss', 'admin-drops-nothing-found', '/app/admin/drops?sender=zebra'),
    at('boss', 'admin-outbox', '/app/admin/outbox'),
    at('boss', 'admin-outbox-nothing-found', '/app/admin/outbox?state=withdrawn'),
    at('boss', 'admin-mail', `/app/admin/outbox/${seed.mail}`),
    at('boss', 'admin-audit', '/app/admin/audit'),
    after('boss', 'admin-audit-verified', '/app/admin/audit', ['/app/admin/audit/verify']),
    at('boss', 'admin-storage', '/app/admin/storage'),
    at('boss', 'admin-appearance', '/app/admin/appearance'),
  ];

  return [...entering, ...sending, ...asking, ...contacts, ...settings, ...admin];
}
