import { accountLinkOperations } from './account-links.ts';
import { adminOperations } from './admin.ts';
import { apiOperations } from './api.ts';
import { cgiOperations } from './cgi.ts';
import { contactOperations } from './contacts.ts';
import { homeOperations } from './home.ts';
import { inboxOperations } from './inbox.ts';
import { keyOperations } from './keys.ts';
import { linkOperations } from './links.ts';
import type { Operations } from './operation.ts';
import { passkeyOperations } from './passkeys.ts';
import { requestsOperations } from './requests.ts';
import { securityOperations } from './security.ts';
import { sendOperations } from './send.ts';
import { sentOperations } from './sent.ts';
import { serviceOperations } from './service.ts';
import { settingsOperations } from './settings.ts';
import { draftTusOperations, tusOperations } from './tus.ts';
import { signInOperations } from './sign-in.ts';

/** Everything that the server can do over HTTP. */
export const groups = {
  accountLinks: accountLinkOperations,
  admin: adminOperations,
  api: apiOperations,
  cgi: cgiOperations,
  contacts: contactOperations,
  drafts: draftTusOperations,
  home: homeOperations,
  inbox: inboxOperations,
  keys: keyOperations,
  links: linkOperations,
  passkeys: passkeyOperations,
  requests: requestsOperations,
  security: securityOperations,
  send: sendOperations,
  sent: sentOperations,
  service: serviceOperations,
  settings: settingsOperations,
  signIn: signInOperations,
  tus: tusOperations,
} satisfies Record<string, Operations>;
