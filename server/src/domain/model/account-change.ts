/** What an administrator did with an account, as all administrators are told. */
export interface AccountChange {
  /** The role that it has now, or what else was changed. */
  what: (typeof changes)[number];
  /** The address of the account, and that of the administrator. */
  account: string;
  by: string;
}

const changes = ['admin', 'user', 'name', 'removed'] as const;

/** As an item of a digest. Addresses have no blanks. */
export function writeChange({ what, account, by }: AccountChange): string {
  return `${what} ${account} ${by}`;
}

/** None where a newer version wrote it. */
export function readChange(item: string): AccountChange[] {
  const [word, account, by] = item.split(' ');
  const what = changes.find((each) => each === word);
  return what === undefined || account === undefined || by === undefined
    ? []
    : [{ what, account, by }];
}
