import type { KeyRing } from '../domain/model/key-ring.ts';

interface Log {
  info(text: string): void;
  error(facts: object, text: string): void;
}

/**
 * Reads the keyring again and again, so that no destroyed key stays in memory for long. Logs when it cannot be
 * read any more, and when it can again.
 */
export function watchKeys(
  keyRing: Pick<KeyRing, 'buckets'>,
  log: Log,
  everyMs: number,
): { stop(): void } {
  let isFailing = false;

  async function look(): Promise<void> {
    try {
      await keyRing.buckets();
      if (isFailing) log.info('the keyring can be read again');
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        log.error({ err: error }, 'the keyring cannot be read: no file can be stored or opened');
      isFailing = true;
    }
  }

  const timer = setInterval(() => void look(), everyMs).unref();
  return {
    stop() {
      clearInterval(timer);
    },
  };
}
