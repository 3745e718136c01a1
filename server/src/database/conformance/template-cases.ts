import assert from 'node:assert/strict';
import type { TemplateId } from '../../domain/model/ids.ts';
import type { Template } from '../../domain/model/template.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDraft } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

const { receivers, title, message, lifetime } = sampleDraft(alice, 'draft');
const plain = {
  secondFactor: undefined,
  wantsPassword: false,
  anyone: false,
  downloadLimit: undefined,
  receipts: undefined,
  mailLanguage: undefined,
};

function template(name: string, contents: Partial<Template['contents']> = {}): Template {
  const whole = { receivers, title, message, lifetime, ...plain, ...contents };
  return { id: idFor<TemplateId>(name), name, contents: whole, createdAt: noon };
}

const weekly = template('Weekly', {
  receivers: [{ email: 'zoe@example.com' }, { group: 'Case 2217' }, { email: 'ann@example.com' }],
  title: 'Plans of the week',
  message: 'The plans',
  lifetime: { date: '2026-12-24' },
  secondFactor: 'sms',
  wantsPassword: true,
  anyone: true,
  downloadLimit: 3,
  receipts: 'first',
  mailLanguage: 'de',
});
const audit = template('audit');

export const templateCases: readonly DatabaseCase[] = [
  {
    name: 'keeps templates of an account by name, each with all that was chosen',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { templates } = database;
      await templates.add(alice.id, weekly);
      await templates.add(alice.id, audit);
      assert.deepEqual(await templates.list(alice.id), [audit, weekly]);
      assert.deepEqual(await templates.list(bob.id), []);
      assert.deepEqual(await templates.find(alice.id, weekly.id), weekly);
      assert.equal(await templates.find(bob.id, weekly.id), undefined);
      assert.deepEqual(await templates.findByName(alice.id, 'WEEKLY'), weekly);
      assert.equal(await templates.findByName(bob.id, 'Weekly'), undefined);
      await assert.rejects(templates.add(alice.id, { ...template('other'), name: 'weekly' }));
      await templates.add(bob.id, { ...template('his'), name: 'weekly' });
    },
  },
  {
    name: 'renames and removes a template alone',
    async run(database) {
      await addAccounts(database, alice);
      const { templates } = database;
      await templates.add(alice.id, weekly);
      await templates.add(alice.id, audit);
      await templates.rename(weekly.id, 'Monthly');
      assert.equal(await templates.findByName(alice.id, 'weekly'), undefined);
      assert.deepEqual(await templates.findByName(alice.id, 'monthly'), {
        ...weekly,
        name: 'Monthly',
      });
      await templates.remove(weekly.id);
      assert.deepEqual(await templates.list(alice.id), [audit]);
    },
  },
  {
    name: 'takes a person who is erased out of templates',
    async run(database) {
      await addAccounts(database, alice);
      const { templates } = database;
      await templates.add(alice.id, weekly);
      await database.erasure.removeContacts('zoe@example.com');
      const kept = await templates.find(alice.id, weekly.id);
      assert.deepEqual(kept?.contents, {
        ...weekly.contents,
        receivers: [{ group: 'Case 2217' }, { email: 'ann@example.com' }],
      });
    },
  },
];
