import type { ContactImports } from '../../../domain/contacts/contact-import.ts';
import { maxImportBytes, maxImportRows } from '../../../domain/contacts/contact-import.ts';
import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { fileRefusals } from '../frame/refused-file.ts';
import type { Refusal, Refusals } from '../frame/refusals.ts';
import { receiveFile } from '../frame/receive-file.ts';
import { noRefusal, refusedBecause } from '../frame/refusals.ts';
import { importPage } from './import-pages.ts';

const refusals: Refusals = {
  ...fileRefusals({ rows: maxImportRows, bytes: maxImportBytes }),
  state_conflict: explainStale,
  not_found: explainStale,
};

function explainStale({ say }: PageReader): Refusal {
  return refusedBecause(say('contacts.importing.stale'));
}

/** The pages that import contacts: a file, its preview, and the confirmation. */
export function importRoutes(
  services: { contactImports: ContactImports } & Pick<Services, 'transferMemory'>,
  pages: Pages,
): Route[] {
  const { contactImports } = services;

  async function show(context: PageContext, refusal: Refusal): Promise<AppPage> {
    const { reader, csrfToken, account } = context;
    const preview = await contactImports.find(account);
    return importPage({ reader, token: csrfToken, preview, refusal });
  }

  return [
    pages.page(operations.contacts.importPage, (context) => show(context, noRefusal)),
    pages.act(operations.contacts.importFile, {
      async run(context) {
        const leave = contactImports.enter(context.account);
        try {
          const file = await receiveFile(context, services.transferMemory, maxImportBytes);
          if (file === undefined) return refusedBecause(context.say('contacts.importing.choose'));
          await contactImports.begin(context.account, file);
        } finally {
          leave();
        }
        return '/app/contacts/import';
      },
      refusals,
      again: (context, _input, refusal) => show(context, refusal),
    }),
    pages.act(operations.contacts.confirmImport, {
      async run({ actor, account }, { form: { id = '', digest = '' } }) {
        await contactImports.confirm(actor, account, { id, digest });
        return '/app/contacts?done=imported';
      },
      refusals,
      again: (context, _input, refusal) => show(context, refusal),
    }),
    pages.page(operations.contacts.discardImport, async ({ account }) => {
      await contactImports.discard(account);
      return { redirect: '/app/contacts' };
    }),
  ];
}
