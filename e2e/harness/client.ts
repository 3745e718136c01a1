import type { Credentials } from '../../client/conformance/account.ts';
import { Account } from '../../client/conformance/account.ts';
import { exchange } from './exchange.ts';

export { basic, tokenIn } from '../../client/conformance/account.ts';

/** A machine client of an account at a server of the test. */
export class Client extends Account {
  constructor(server: { readonly url: string }, credentials: Credentials) {
    super(credentials, (request) => exchange(server.url, request));
  }
}
