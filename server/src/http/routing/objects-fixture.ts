import assert from 'node:assert/strict';
import { revisionOf } from '../../domain/model/contact-book.ts';
import { day } from '../../domain/model/clock.ts';
import { noAddress } from '../../domain/model/dispatch.ts';
import type {
  ApiKeyId,
  DispatchId,
  DraftId,
  InboxToken,
  MailId,
  TemplateId,
  WebhookId,
} from '../../domain/model/ids.ts';
import { writeCursor } from '../../domain/events/feed-cursor.ts';
import { createWebhookSecrets } from '../../sealing/crypto/webhook-secrets.ts';
import {
  hashFor,
  idFor,
  sampleAccount,
  sampleContact,
  sampleDispatch,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import { contactId } from '../app/contacts/contact-ids.ts';
import { askForLink, sendBack } from '../app/inbox/inbox-fixture.ts';
import type { PeopleFixture, TestPerson } from '../app/people-fixture.ts';
import { host } from '../app/people-fixture.ts';
import { beginDraft } from '../app/send/new-draft-fixture.ts';
import { addDrop } from '../app/sent/sent-fixture.ts';
import {
  addPicturableUpload,
  addPicturedDrop,
  addPicturedItem,
} from './pictured-objects-fixture.ts';

/** An object of a person that a route can name. */
export interface ObjectSample {
  /** The parameters of the path that name it. */
  params: Record<string, string>;
  /** The fields with which a form of its owner succeeds. */
  fields?: Record<string, string>;
  /** The body with which a request of its owner succeeds, where the route takes JSON. */
  json?: Readonly<Record<string, object>>;
  /** The same parameters for an object that does not exist. */
  missing?: Record<string, string>;
  /** Set where the answer to the owner does not show whether it is still there. */
  isThere?: () => Promise<boolean>;
}

type AddObject = (
  fixture: PeopleFixture,
  owner: TestPerson,
  /** Other objects of the owner have others. */
  label: string,
) => Promise<ObjectSample>;

/** How an object is made, by the beginning of the paths that name it. */
const kinds: Record<string, AddObject> = {
  async '/app/security/sessions/:session'(fixture, { account }) {
    const { cookie } = await fixture.signIn(account);
    const shown = cookie.slice(cookie.indexOf('=') + 1);
    const [session = ''] = shown.split('.');
    const isThere = async () => (await fixture.sessions.find(shown)) !== undefined;
    return { params: { session }, isThere };
  },

  async '/app/security/keys/:key'({ database, clock }, { account }, label) {
    const key = idFor<ApiKeyId>(`key ${label}`);
    await database.apiKeys.add({
      ...{ id: key, accountId: account.id, hash: hashFor(label), salt: undefined },
      ...{ createdAt: clock.now(), expiresAt: clock.now() + day },
    });
    return { params: { key } };
  },

  async '/app/contacts/:id'({ database }, { account }, label) {
    const contact = sampleContact(`${label}@contacts.example`);
    await database.transact(({ contactBook }) => contactBook.addAll(account.id, [contact]));
    return {
      params: { id: contactId(contact.email) },
      fields: { email: contact.email, revision: revisionOf(contact) },
      missing: { id: contactId('nobody@contacts.example') },
    };
  },

  async '/app/contacts/:id/groups'(fixture, owner, label) {
    const contact = await kinds['/app/contacts/:id']?.(fixture, owner, label);
    const group = await kinds['/app/contacts/groups/:id']?.(fixture, owner, label);
    return { ...(contact ?? assert.fail()), fields: { group: group?.params['id'] ?? '' } };
  },

  async '/app/contacts/groups/:id'(_fixture, owner, label) {
    const email = `member-of-${label}@contacts.example`;
    await owner.post('/app/contacts/new', { email });
    const made = await owner.post('/app/contacts/groups', { name: label, members: email });
    const [, id = assert.fail(made.body)] =
      /groups\/([\w-]{22})/.exec(String(made.headers.location)) ?? [];
    return { params: { id }, fields: { name: label, from: label, members: email, email } };
  },

  async '/app/templates/:id'({ database, clock }, { account }, label) {
    const contents = {
      ...{ receivers: [], title: '', message: label, lifetime: { days: 7 } },
      ...{
        secondFactor: undefined,
        wantsPassword: false,
        anyone: false,
        downloadLimit: undefined,
        receipts: undefined,
        mailLanguage: undefined,
      },
    };
    const template = {
      id: idFor<TemplateId>(label),
      name: label,
      contents,
      createdAt: clock.now(),
    };
    await database.templates.add(account.id, template);
    return { params: { id: template.id }, fields: { name: `New ${label}` } };
  },

  async '/app/sent/:id'(fixture, owner, label) {
    const emails = ['bob@example.com', 'zoe@example.com'];
    const { drop, receivers } = await addDrop(fixture, owner, { label, emails, names: ['a.pdf'] });
    const { outbox } = fixture.database;
    // A mail that failed can be sent again at once.
    for (const { id } of await outbox.listFor(...receivers.map((each) => each.id))) {
      if (label.includes('resend')) await outbox.settle(id, 'refused', fixture.clock.now());
    }
    const link = sampleReceiver(drop, noAddress, { id: idFor(`link ${label}`) });
    await fixture.database.dispatches.addReceiver(drop.id, link);
    return {
      params: { id: drop.id, receiver: receivers[0]?.id ?? '', link: link.id },
      fields: { email: 'new@example.com', until: String(fixture.clock.now() + 3 * day) },
    };
  },

  async '/api/v1/drops/:id'(fixture, owner, label) {
    const sample = await kinds['/app/sent/:id']?.(fixture, owner, label);
    return {
      params: sample?.params ?? {},
      json: {
        extend: { expires_in: 3600 },
        receivers: { receivers: [{ email: 'new@example.com' }] },
        correct: { email: 'new@example.com' },
      },
    };
  },

  async '/api/v1/requests/:id'({ database, clock }, { account }, label) {
    const lives = { createdAt: clock.now(), expiresAt: clock.now() + day };
    const grant = sampleDispatch(account, label, { kind: 'grant', ...lives });
    const receiver = sampleReceiver(grant, 'bob@example.com');
    await database.dispatches.add(grant, [receiver]);
    return {
      params: { id: grant.id, receiver: receiver.id },
      json: {
        extend: { expires_in: 3600 },
        receivers: { receivers: [{ email: 'new@example.com' }] },
        correct: { email: 'new@example.com' },
      },
    };
  },

  '/api/v1/drops/:id/deletion': addEndedDrop,

  async '/api/v1/webhooks/:id'({ database, clock, installation }, owner, label) {
    const id = idFor<WebhookId>(label);
    const { webhook: key } = installation.keys.derived;
    const secrets = createWebhookSecrets(key, installation.randomness);
    const { sealed } = secrets.make({ id, signature: 'hmac' });
    const webhook = {
      ...{ id, accountId: owner.account.id, createdAt: clock.now(), name: undefined },
      ...{ url: 'https://localhost/', kinds: undefined, hasDetails: false },
      ...({ signature: 'hmac', sealed, earlier: undefined } as const),
    };
    await database.webhooks.add(webhook, {
      ...{ place: 0, placeAt: clock.now(), failures: 0, waitUntil: 0 },
      ...{ lastSuccessAt: undefined, lastFailureAt: undefined, lastError: undefined },
      // So that it can be resumed.
      ...{ state: label.includes('resume') ? 'parked' : 'live', stoppedAt: undefined },
    });
    const after = writeCursor(owner.account.id, { place: 0, at: clock.now() });
    return { params: { id }, json: { replay: { after } } };
  },

  '/app/sent/:id/deletion': addEndedDrop,

  async '/app/sent/:id/password'(fixture, owner, label) {
    const emails = ['bob@example.com'];
    const overrides = { passwordHash: 'that of another one' };
    const { drop } = await addDrop(fixture, owner, { label, emails, names: ['a.pdf'], overrides });
    return { params: { id: drop.id }, fields: { password: 'spoken on the phone' } };
  },

  async '/api/v1/contacts/:email'({ database }, { account }, label) {
    const contact = sampleContact(`${label}@contacts.example`.toLowerCase());
    await database.transact(({ contactBook }) => contactBook.addAll(account.id, [contact]));
    return { params: { email: contact.email }, json: { email: { name: 'New' } } };
  },

  async '/api/v1/groups/:id'(fixture, owner, label) {
    const sample = await kinds['/app/contacts/groups/:id']?.(fixture, owner, label);
    const { params } = sample ?? assert.fail();
    return { params, json: { id: { name: `New ${label}`, members: [] } } };
  },

  async '/app/sent/:id/again'(fixture, owner, label) {
    // Without files: those of the fixture have no contents that a second drop could share.
    const emails = ['bob@example.com'];
    const { drop } = await addDrop(fixture, owner, { label, emails, names: [] });
    return { params: { id: drop.id } };
  },

  async '/app/send/:draft'(fixture, owner) {
    const { path } = await beginDraft(fixture, owner);
    return { params: { draft: path.slice(path.lastIndexOf('/') + 1) }, fields: { lifetime: '7' } };
  },

  async '/app/send/:draft/link'(fixture, owner, label) {
    const { drop, receivers } = await addDrop(fixture, owner, {
      label,
      ...{ emails: ['bob@example.com'], names: [] },
    });
    const { path } = await beginDraft(fixture, owner);
    const draft = path.slice(path.lastIndexOf('/') + 1);
    await fixture.database.drafts.markSent(draft as DraftId, drop.id);
    return { params: { draft }, fields: { receiver: receivers[0]?.id ?? '' } };
  },

  async '/app/upload/:secret/tus'({ app }, owner) {
    const { endpoint } = await beginDraft({ app }, owner);
    const [, secret = assert.fail(endpoint)] =
      /\/app\/upload\/([\w-]{43})\/tus/.exec(endpoint) ?? [];
    const upload = await app.inject({
      method: 'POST',
      url: `/app/upload/${secret}/tus`,
      headers: { host, 'tus-resumable': '1.0.0', 'upload-length': '3' },
    });
    const [id = assert.fail(upload.body)] = String(upload.headers.location).split('/').slice(-1);
    return { params: { secret, upload: id } };
  },

  '/app/upload/:secret/pictures': addPicturableUpload,
  '/app/sent/:id/pictures': addPicturedDrop,
  '/app/inbox/:token/pictures': addPicturedItem,

  async '/app/requests/:id'({ database, clock }, owner, label) {
    const link = await askForLink(owner, label);
    const [request] = await database.fileRequests.list(owner.account.id, {
      limit: 1,
      now: clock.now(),
    });
    assert.ok(request);
    const { body } = await owner.get(`/app/requests/${request.dispatch.id}`);
    assert.ok(body.includes(link));
    const [, receiver = assert.fail(body)] = /links\/([\w-]{22})\/end/.exec(body) ?? [];
    return { params: { id: request.dispatch.id, receiver }, fields: { days: '14' } };
  },

  async '/app/inbox/:token'(fixture, owner, label) {
    await sendBack(fixture, await askForLink(owner, label), { 'a.txt': label });
    const { body: list } = await owner.get('/app/inbox');
    const [, token = assert.fail(list)] = /href="\/app\/inbox\/([\w-]{22})"/.exec(list) ?? [];
    const { body } = await owner.get(`/app/inbox/${token}`);
    const [, fileId = assert.fail(body)] = /\/files\/([\w-]{22})\/a\.txt/.exec(body) ?? [];
    return { params: { token, fileId, name: 'a.txt' } };
  },

  async '/api/v1/inbox/:id'(fixture, owner, label) {
    const sample = await kinds['/app/inbox/:token']?.(fixture, owner, label);
    const { token = '', fileId = '' } = sample?.params ?? {};
    const { inboxQueue } = fixture.database;
    const now = fixture.clock.now();
    const found = await inboxQueue.find(owner.account.email, token as InboxToken, now);
    const id = found?.receiverId ?? assert.fail();
    const given = { nonce: label, endsAt: now + day, limit: 1, now };
    assert.deepEqual(await inboxQueue.lease([id], given), [id]);
    const hash = fixture.installation.tokenHasher.hash('inbox lease', id, label);
    const lease = hash.toString('base64url');
    return {
      params: { id: token, file: fileId },
      json: { ack: { lease }, renew: { lease, seconds: 60 }, release: { lease } },
    };
  },

  async '/app/admin/accounts/:id'({ database }, _admin, label) {
    const account = sampleAccount(`${label}@people.example`, { role: 'user' });
    await database.accounts.add(account);
    const confirmedAt = account.createdAt;
    await database.totp.put({
      accountId: account.id,
      sealed: Buffer.from('app'),
      confirmedAt,
      waitsUntil: undefined,
    });
    const fields = { quota: '5', mails: '5', name: 'New', role: 'user', address: account.email };
    return { params: { id: account.id }, fields };
  },

  async '/app/admin/invitations/:id'({ database, clock }, _admin, label) {
    const account = sampleAccount(`${label}@invited.example`, { role: 'user' });
    await database.accounts.add(account);
    await database.accountLinks.add({
      ...{ id: idFor<MailId>(`invitation ${label}`), accountId: account.id },
      ...{ kind: 'invitation', hash: hashFor(label) },
      ...{ createdAt: clock.now(), expiresAt: clock.now() + day },
    });
    return { params: { id: account.id } };
  },

  async '/app/admin/drops/:id'(...given) {
    return (await kinds['/app/sent/:id']?.(...given)) ?? assert.fail();
  },

  async '/app/admin/outbox/:id'({ database, clock }, { account }, label) {
    const drop = sampleDispatch(account, `mailed ${label}`);
    const receiver = sampleReceiver(drop, 'zoe@example.com');
    await database.dispatches.add(drop, [receiver]);
    const mail = sampleMail(receiver, drop);
    await database.outbox.add([mail]);
    if (label.includes('retry')) await database.outbox.settle(mail.id, 'refused', clock.now());
    return { params: { id: mail.id } };
  },
};

async function addEndedDrop(...given: Parameters<AddObject>): Promise<ObjectSample> {
  const [{ database, clock }] = given;
  const sample = await kinds['/app/sent/:id']?.(...given);
  const { params } = sample ?? assert.fail();
  await database.dispatches.end(params['id'] as DispatchId, clock.now());
  return { params };
}

/** Makes an object for a path. Fails where no kind fits: a new route needs its sample here. */
export async function addObjectFor(
  path: string,
  fixture: PeopleFixture,
  owner: TestPerson,
  label: string,
): Promise<ObjectSample> {
  const kind = Object.keys(kinds)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length)[0];
  const add = kinds[kind ?? ''] ?? assert.fail(`${path} has no sample object`);
  return await add(fixture, owner, label);
}

/** Ids that no object of ours can have. */
export const malformedIds = ['x', '%27--', '%F0%9F%93%A6', `${idFor('missing')}A`, 'A'.repeat(300)];
