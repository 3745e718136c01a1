import { parseContacts } from '../../domain/contact-input.ts';
import type { Route } from '../route.ts';
import type { Services } from '../services.ts';
import { contactOnWire, statusOk } from './wire.ts';

/** Operations 2, 3 and 4: the address book and the receivers of the next transfer. */
export function contactRoutes({ contacts }: Services): Route[] {
  return [
    {
      path: '/:user/cgi/contacts_read.cgi',
      access: 'account+token',
      methods: {
        GET: {
          async handle({ account }) {
            const { local, global } = await contacts.read(account);
            return { local: local.map(contactOnWire), global: global.map(contactOnWire) };
          },
        },
      },
    },
    {
      path: '/:user/cgi/contacts_add.cgi',
      access: 'account+token',
      methods: {
        POST: {
          body: 'json',
          async handle({ account, actor }, { body }) {
            await contacts.replace(actor, account, parseContacts(body));
            return statusOk;
          },
        },
      },
    },
    {
      path: '/:user/cgi/receivers_set.cgi',
      access: 'account+token',
      methods: {
        POST: {
          body: 'json',
          async handle({ account, actor }, { body }) {
            await contacts.setReceivers(actor, account, parseContacts(body));
            return statusOk;
          },
        },
      },
    },
  ];
}
