import { accountLinkOperations } from './account-links.ts';
import { adminOperations } from './admin.ts';
import { apiUploadOperations } from './api-uploads.ts';
import { apiWebhookOperations } from './api-webhooks.ts';
import { apiDropOperations } from './api-drops.ts';
import { apiRequestOperations } from './api-requests.ts';
import { apiContactOperations, apiGroupOperations } from './api-contacts.ts';
import { apiReceiptOperations } from './api-receipts.ts';
import { apiInboxOperations } from './api-inbox.ts';
import { apiSandboxOperations } from './api-sandbox.ts';
import { apiOperations } from './api.ts';
import { cgiOperations } from './cgi.ts';
import { contactOperations } from './contacts.ts';
import { homeOperations } from './home.ts';
import { inboxOperations } from './inbox.ts';
import { installedOperations } from './installed.ts';
import { deviceOperations } from './devices.ts';
import { keyOperations } from './keys.ts';
import { linkOperations } from './links.ts';
import type { Operations } from './operation.ts';
import { passkeyOperations } from './passkeys.ts';
import { pictureOperations } from './pictures.ts';
import { requestsOperations } from './requests.ts';
import { securityOperations } from './security.ts';
import { sendOperations } from './send.ts';
import { sentOperations } from './sent.ts';
import { serviceOperations } from './service.ts';
import { settingsOperations } from './settings.ts';
import { templateOperations } from './templates.ts';
import { draftTusOperations, tusOperations } from './tus.ts';
import { signInOperations } from './sign-in.ts';

/** Everything that the server can do over HTTP. */
export const groups = {
  accountLinks: accountLinkOperations,
  admin: adminOperations,
  api: apiOperations,
  apiUploads: apiUploadOperations,
  apiDrops: apiDropOperations,
  apiRequests: apiRequestOperations,
  apiReceipts: apiReceiptOperations,
  apiWebhooks: apiWebhookOperations,
  apiInbox: apiInboxOperations,
  apiSandbox: apiSandboxOperations,
  apiContacts: apiContactOperations,
  apiGroups: apiGroupOperations,
  cgi: cgiOperations,
  contacts: contactOperations,
  drafts: draftTusOperations,
  home: homeOperations,
  inbox: inboxOperations,
  installed: installedOperations,
  devices: deviceOperations,
  keys: keyOperations,
  links: linkOperations,
  passkeys: passkeyOperations,
  pictures: pictureOperations,
  requests: requestsOperations,
  security: securityOperations,
  send: sendOperations,
  sent: sentOperations,
  service: serviceOperations,
  settings: settingsOperations,
  signIn: signInOperations,
  templates: templateOperations,
  tus: tusOperations,
} satisfies Record<string, Operations>;
