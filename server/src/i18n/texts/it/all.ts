import type { Texts } from '../en/shape.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { app } from './app.ts';
import { code } from './code.ts';
import { contacts } from './contacts.ts';
import { download } from './download.ts';
import { errors } from './errors.ts';
import { inbox } from './inbox.ts';
import { keys } from './keys.ts';
import { mail } from './mail.ts';
import { passkeys } from './passkeys.ts';
import { requests } from './requests.ts';
import { security } from './security.ts';
import { send } from './send.ts';
import { sent } from './sent.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { upload } from './upload.ts';
import { welcome } from './welcome.ts';

export const it: Texts = {
  download,
  upload,
  code,
  mail,
  welcome,
  errors,
  account,
  app,
  signIn,
  security,
  passkeys,
  keys,
  send,
  sent,
  requests,
  inbox,
  contacts,
  settings,
  admin,
};
