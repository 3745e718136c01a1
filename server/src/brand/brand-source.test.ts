import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Appearance } from '../domain/model/appearance.ts';
import { nothingChosen } from '../domain/model/appearance.ts';
import { ourTranslations } from '../i18n/texts/translation.ts';
import { readLogo } from '../http/assets/assets.ts';
import { createBrandSource } from './brand-source.ts';
import type { Brand } from './load-brand.ts';

const logo = Buffer.from('<svg viewBox="0 0 1 1"></svg>');
const nothingSet: Brand = {
  serviceName: undefined,
  supportAddress: undefined,
  logo: undefined,
  accent: undefined,
  translations: ourTranslations,
  warnings: [],
};
const chosen: Appearance = {
  serviceName: 'The Clinic',
  accentColor: '#ffd400',
  supportAddress: 'help@clinic.example',
  logo,
};

/** A row that another process can change. */
function openRow() {
  let row = nothingChosen;
  let version = 0;
  let reads = 0;
  return {
    reads: () => reads,
    appearance: {
      version: () => Promise.resolve(version),
      find() {
        reads += 1;
        return Promise.resolve(row);
      },
      put(next: Appearance) {
        row = next;
        version += 1;
        return Promise.resolve();
      },
    },
  };
}

test('without settings and choices, everything is ours', async () => {
  const brand = await createBrandSource(nothingSet, openRow()).look();
  const ours = { supportAddress: undefined, logo: undefined, accent: undefined };
  assert.deepEqual(brand, { serviceName: 'Valise', ...ours });
});

test('what administrators chose counts from the next look on, and is read only once', async () => {
  const row = openRow();
  const source = createBrandSource(nothingSet, row);
  const before = await source.look();
  assert.equal(await source.look(), before);
  await row.appearance.put(chosen);
  assert.equal(source.current(), before);
  const { serviceName, supportAddress, accent, ...rest } = await source.look();
  assert.deepEqual([serviceName, supportAddress], ['The Clinic', 'help@clinic.example']);
  assert.deepEqual([accent?.light.ink, accent?.dark.ink], ['#806900', '#ffd400']);
  assert.equal(rest.logo?.type, 'image/svg+xml');
  assert.equal(await source.look(), source.current());
  assert.equal(row.reads(), 1);
});

test('a setting wins, each for itself', async () => {
  const row = openRow();
  await row.appearance.put(chosen);
  const own = readLogo(Buffer.from('<svg viewBox="0 0 2 2"></svg>'));
  const set = { ...nothingSet, serviceName: 'Set', logo: own };
  const brand = await createBrandSource(set, row).look();
  assert.equal(brand.serviceName, 'Set');
  assert.equal(brand.logo, own);
  assert.equal(brand.supportAddress, 'help@clinic.example');
});

test('what no page could have written counts as not chosen', async () => {
  const row = openRow();
  await row.appearance.put({
    serviceName: 'two\nlines',
    accentColor: 'red;}',
    supportAddress: 'nobody',
    logo: Buffer.from('<svg viewBox="0 0 1 1"><script>1</script></svg>'),
  });
  const ours = { supportAddress: undefined, logo: undefined, accent: undefined };
  assert.deepEqual(await createBrandSource(nothingSet, row).look(), {
    ...{ serviceName: 'Valise', ...ours },
  });
});
