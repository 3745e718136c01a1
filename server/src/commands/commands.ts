import type { Command } from '../cli-kit/command.ts';

/** Every command, in the order in which the help lists them. One that is not run is not loaded. */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  quickstart: async () => (await import('./quickstart.ts')).quickstart,
  serve: async () => (await import('./serve.ts')).serve,
  'account add': async () => (await import('./account/account-add.ts')).accountAdd,
  'account list': async () => (await import('./account/account-list.ts')).accountList,
  'account show': async () => (await import('./account/account-show.ts')).accountShow,
  'account disable': async () => (await import('./account/account-disable.ts')).accountDisable,
  'account enable': async () => (await import('./account/account-enable.ts')).accountEnable,
  'account key rotate': async () =>
    (await import('./account/account-key-rotate.ts')).accountKeyRotate,
  'account notices': async () => (await import('./account/account-notices.ts')).accountNotices,
  'account desttime-unit': async () =>
    (await import('./account/account-desttime-unit.ts')).accountDesttimeUnit,
  'account second-factor': async () =>
    (await import('./account/account-second-factor.ts')).accountSecondFactor,
  'account remove': async () => (await import('./account/account-remove.ts')).accountRemove,
  'contacts global list': async () =>
    (await import('./contacts/contacts-global-list.ts')).contactsGlobalList,
  'contacts global import': async () =>
    (await import('./contacts/contacts-global-import.ts')).contactsGlobalImport,
  'contacts global export': async () =>
    (await import('./contacts/contacts-global-export.ts')).contactsGlobalExport,
  'drop list': async () => (await import('./drop/drop-list.ts')).dropList,
  'drop show': async () => (await import('./drop/drop-show.ts')).dropShow,
  'drop revoke': async () => (await import('./drop/drop-revoke.ts')).dropRevoke,
  'drop extend': async () => (await import('./drop/drop-extend.ts')).dropExtend,
  'drop resend': async () => (await import('./drop/drop-resend.ts')).dropResend,
  'mail list': async () => (await import('./mail/mail-list.ts')).mailList,
  'mail show': async () => (await import('./mail/mail-show.ts')).mailShow,
  'mail suppressions list': async () =>
    (await import('./mail/mail-suppressions.ts')).mailSuppressionsList,
  'mail suppressions remove': async () =>
    (await import('./mail/mail-suppressions.ts')).mailSuppressionsRemove,
  'receiver erase': async () => (await import('./receiver/receiver-erase.ts')).receiverErase,
  'audit list': async () => (await import('./audit/audit-list.ts')).auditList,
  'audit export': async () => (await import('./audit/audit-export.ts')).auditExport,
  'audit accept': async () => (await import('./audit/audit-accept.ts')).auditAccept,
  'audit verify': async () => (await import('./audit/audit-verify.ts')).auditVerify,
  recover: async () => (await import('./recover.ts')).recover,
  'clock show': async () => (await import('./clock/clock-show.ts')).clockShow,
  'clock accept': async () => (await import('./clock/clock-accept.ts')).clockAccept,
  config: async () => (await import('./config.ts')).config,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  version: async () => (await import('./version.ts')).version,
};

/** As they are typed. */
export const commandNames: readonly string[] = Object.keys(loaders);

export async function loadCommands(
  names: readonly string[] = commandNames,
): Promise<readonly Command[]> {
  const found = names.flatMap((name) => loaders[name] ?? []);
  return await Promise.all(found.map((load) => load()));
}
