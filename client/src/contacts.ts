import { ValiseProblem } from './problem.ts';
import type { Transport } from './transport.ts';

/** The contacts of the account. */
export function createContacts(transport: Transport) {
  return {
    /** Whether an address is a contact. Needs the scope `contacts`. */
    async isContact(email: string, signal?: AbortSignal): Promise<boolean> {
      const path = `/contacts/${encodeURIComponent(email)}`;
      try {
        const answer = await transport.request({ method: 'GET', path, signal });
        await answer.body?.cancel();
        return true;
      } catch (error) {
        if (error instanceof ValiseProblem && error.status === 404) return false;
        throw error;
      }
    },
  };
}
