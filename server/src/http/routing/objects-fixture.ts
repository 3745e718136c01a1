import assert from 'node:assert/strict';
import { revisionOf } from '../../domain/model/contact-book.ts';
import { day } from '../../domain/model/clock.ts';
import type { ApiKeyId } from '../../domain/model/ids.ts';
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

/** An object of a person that a route can name. */
export interface ObjectSample {
  /** The parameters of the path that name it. */
  params: Record<string, string>;
  /** The fields with which a form of its owner succeeds. */
  fields?: Record<string, string>;
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

  async '/app/contacts/groups/:id'(_fixture, owner, label) {
    const email = `member-of-${label}@contacts.example`;
    await owner.post('/app/contacts/new', { email });
    const made = await owner.post('/app/contacts/groups', { name: label, members: email });
    const [, id = assert.fail(made.body)] =
      /groups\/([\w-]{22})/.exec(String(made.headers.location)) ?? [];
    return { params: { id }, fields: { name: label, from: label, members: email, email } };
  },

  async '/app/sent/:id'(fixture, owner, label) {
    const emails = ['bob@example.com', 'zoe@example.com'];
    const { drop, receivers } = await addDrop(fixture, owner, { label, emails, names: ['a.pdf'] });
    const { outbox } = fixture.database;
    // A mail that failed can be sent again at once.
    for (const { id } of await outbox.listFor(...receivers.map((each) => each.id))) {
      if (label.includes('resend')) await outbox.settle(id, 'refused', fixture.clock.now());
    }
    return {
      params: { id: drop.id, receiver: receivers[0]?.id ?? '' },
      fields: { email: 'new@example.com', until: String(fixture.clock.now() + 3 * day) },
    };
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

  async '/app/requests/:id'({ database }, owner, label) {
    const link = await askForLink(owner, label);
    const [request] = await database.fileRequests.list(owner.account.id, 1);
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
    return { params: { id: account.id }, fields: { quota: '5', mails: '5' } };
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
