import { accountAdd } from './account/account-add.ts';
import { accountDisable } from './account/account-disable.ts';
import { accountEnable } from './account/account-enable.ts';
import { accountKeyRotate } from './account/account-key-rotate.ts';
import { accountList } from './account/account-list.ts';
import { accountNotices } from './account/account-notices.ts';
import { accountRemove } from './account/account-remove.ts';
import { accountSecondFactor } from './account/account-second-factor.ts';
import { accountShow } from './account/account-show.ts';
import { auditExport } from './audit/audit-export.ts';
import { auditList } from './audit/audit-list.ts';
import { auditVerify } from './audit/audit-verify.ts';
import type { Command } from './command.ts';
import { config } from './config.ts';
import { contactsGlobalExport } from './contacts/contacts-global-export.ts';
import { contactsGlobalImport } from './contacts/contacts-global-import.ts';
import { contactsGlobalList } from './contacts/contacts-global-list.ts';
import { doctor } from './doctor/doctor.ts';
import { dropExtend } from './drop/drop-extend.ts';
import { dropList } from './drop/drop-list.ts';
import { dropResend } from './drop/drop-resend.ts';
import { dropRevoke } from './drop/drop-revoke.ts';
import { dropShow } from './drop/drop-show.ts';
import { mailList } from './mail/mail-list.ts';
import { mailShow } from './mail/mail-show.ts';
import { quickstart } from './quickstart.ts';
import { serve } from './serve.ts';
import { version } from './version.ts';

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  quickstart,
  serve,
  accountAdd,
  accountList,
  accountShow,
  accountDisable,
  accountEnable,
  accountKeyRotate,
  accountNotices,
  accountSecondFactor,
  accountRemove,
  contactsGlobalList,
  contactsGlobalImport,
  contactsGlobalExport,
  dropList,
  dropShow,
  dropRevoke,
  dropExtend,
  dropResend,
  mailList,
  mailShow,
  auditList,
  auditExport,
  auditVerify,
  config,
  doctor,
  version,
];
