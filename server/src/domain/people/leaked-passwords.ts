let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * The passwords that leaks contain most often, 49,000 of them, in lower case. Loaded when somebody chooses a
 * password, because few processes ever need them.
 */
export async function leakedPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return await loading;
}
