import type { ErrorCode, OperatorErrorCode } from '../domain/model/valise-error.ts';
import { operatorErrorCodes } from '../domain/model/valise-error.ts';

/** What a script can tell from the exit status. The numbers are a contract: none changes its meaning. */
export const exitStatus = {
  ok: 0,
  failed: 1,
  usage: 2,
  config: 3,
  notFound: 4,
  exists: 5,
  data: 6,
  check: 7,
} as const;

export const exitStatusHelp = `EXIT STATUS
  0  done
  1  failed for any other reason
  2  wrong usage, or an invalid value
  3  settings unknown or invalid
  4  no such account, drop or mail, or no data folder
  5  already exists, or is already running
  6  the data or its keys are not safe to use
  7  a check found a problem`;

const statusOf: Record<OperatorErrorCode, number> = {
  usage: exitStatus.usage,
  config_invalid: exitStatus.config,
  unknown_account: exitStatus.notFound,
  unknown_dispatch: exitStatus.notFound,
  unknown_mail: exitStatus.notFound,
  data_missing: exitStatus.notFound,
  account_exists: exitStatus.exists,
  server_running: exitStatus.exists,
  address_in_use: exitStatus.exists,
  file_exists: exitStatus.exists,
  data_unsafe: exitStatus.data,
  key_missing: exitStatus.data,
  key_wrong: exitStatus.data,
  key_exposed: exitStatus.data,
  schema_newer: exitStatus.data,
  schema_older: exitStatus.data,
  check_failed: exitStatus.check,
};

export function exitStatusOf(code: ErrorCode): number {
  if (code === 'invalid') return exitStatus.usage;
  const known = operatorErrorCodes.find((operatorCode) => operatorCode === code);
  return known === undefined ? exitStatus.failed : statusOf[known];
}
