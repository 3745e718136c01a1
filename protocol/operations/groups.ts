import { accountLinkOperations } from './account-links.ts';
import { adminOperations } from './admin.ts';
import { cgiOperations } from './cgi.ts';
import { contactOperations } from './contacts.ts';
import { homeOperations } from './home.ts';
import { inboxOperations } from './inbox.ts';
import { keyOperations } from './keys.ts';
import type { Operations } from './operation.ts';
import { passkeyOperations } from './passkeys.ts';
import { requestsOperations } from './requests.ts';
import { securityOperations } from './security.ts';
import { serviceOperations } from './service.ts';
import { sentOperations } from './sent.ts';
import { settingsOperations } from './settings.ts';
import { signInOperations } from './sign-in.ts';

/** Everything that the server can do over HTTP. */
export const groups = {
  accountLinks: accountLinkOperations,
  admin: adminOperations,
  cgi: cgiOperations,
  contacts: contactOperations,
  home: homeOperations,
  inbox: inboxOperations,
  keys: keyOperations,
  passkeys: passkeyOperations,
  requests: requestsOperations,
  security: securityOperations,
  service: serviceOperations,
  sent: sentOperations,
  settings: settingsOperations,
  signIn: signInOperations,
} satisfies Record<string, Operations>;
