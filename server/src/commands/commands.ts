import type { Command } from '../cli-kit/define-command.ts';

/** Every command, in the order in which the help lists them. One that is not run is not loaded. */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  quickstart: async () => (await import('./quickstart.ts')).quickstart,
  serve: async () => (await import('./serve.ts')).serve,
  'account add': async () => (await import('./account/account-lifecycle.ts')).accountAdd,
  'account list': async () => (await import('./account/account-list.ts')).accountList,
  'account show': async () => (await import('./account/account-list.ts')).accountShow,
  'account invite': async () => (await import('./account/account-links.ts')).accountInvite,
  'account reset': async () => (await import('./account/account-links.ts')).accountReset,
  'account disable': async () => (await import('./account/account-lifecycle.ts')).accountDisable,
  'account enable': async () => (await import('./account/account-lifecycle.ts')).accountEnable,
  'account key add': async () => (await import('./account/account-keys.ts')).accountKeyAdd,
  'account key list': async () => (await import('./account/account-keys.ts')).accountKeyList,
  'account key revoke': async () => (await import('./account/account-keys.ts')).accountKeyRevoke,
  'account key rotate': async () => (await import('./account/account-keys.ts')).accountKeyRotate,
  'account notices': async () => (await import('./account/account-preferences.ts')).accountNotices,
  'account mail-limit': async () =>
    (await import('./account/account-preferences.ts')).accountMailLimit,
  'account desttime-unit': async () =>
    (await import('./account/account-preferences.ts')).accountDesttimeUnit,
  'account second-factor': async () =>
    (await import('./account/account-preferences.ts')).accountSecondFactor,
  'account authenticator remove': async () =>
    (await import('./account/account-authenticator.ts')).accountAuthenticatorRemove,
  'account remove': async () => (await import('./account/account-lifecycle.ts')).accountRemove,
  'contacts global list': async () =>
    (await import('./contacts/contacts-global.ts')).contactsGlobalList,
  'contacts global import': async () =>
    (await import('./contacts/contacts-global.ts')).contactsGlobalImport,
  'contacts global export': async () =>
    (await import('./contacts/contacts-global.ts')).contactsGlobalExport,
  'drop list': async () => (await import('./drop/drop-list.ts')).dropList,
  'drop show': async () => (await import('./drop/drop-show.ts')).dropShow,
  'drop revoke': async () => (await import('./drop/drop-changes.ts')).dropRevoke,
  'drop extend': async () => (await import('./drop/drop-changes.ts')).dropExtend,
  'drop resend': async () => (await import('./drop/drop-changes.ts')).dropResend,
  'mail list': async () => (await import('./mail/mail-commands.ts')).mailList,
  'mail show': async () => (await import('./mail/mail-commands.ts')).mailShow,
  'mail suppressions list': async () =>
    (await import('./mail/mail-suppressions.ts')).mailSuppressionsList,
  'mail suppressions remove': async () =>
    (await import('./mail/mail-suppressions.ts')).mailSuppressionsRemove,
  'receipt verify': async () => (await import('./receipt/receipt-verify.ts')).receiptVerify,
  'receiver erase': async () => (await import('./receiver/receiver-erase.ts')).receiverErase,
  'audit list': async () => (await import('./audit/audit-commands.ts')).auditList,
  'audit export': async () => (await import('./audit/audit-commands.ts')).auditExport,
  'audit accept': async () => (await import('./audit/audit-commands.ts')).auditAccept,
  'audit verify': async () => (await import('./audit/audit-commands.ts')).auditVerify,
  'key make': async () => (await import('./keys/key-commands.ts')).keyMake,
  'key rotate': async () => (await import('./keys/key-commands.ts')).keyRotate,
  'key retire': async () => (await import('./keys/key-commands.ts')).keyRetire,
  recover: async () => (await import('./recover.ts')).recover,
  migrate: async () => (await import('./migrate/migrate.ts')).migrate,
  'clock show': async () => (await import('./clock/clock-commands.ts')).clockShow,
  'clock accept': async () => (await import('./clock/clock-commands.ts')).clockAccept,
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
