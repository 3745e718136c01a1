import { uploadInProgress } from './refusals.ts';

/** What changes this often while it is sent is being changed by somebody else. */
const maxTries = 5;

/** Tries again as long as what was read has changed before it was sent. Throws `upload_in_progress` in the end. */
export async function untilUnchanged<Result>(
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw uploadInProgress();
}
