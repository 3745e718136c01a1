import type { Identities } from '../../../domain/identities/identities.ts';
import { isUnavailable } from '../../../domain/model/valise-error.ts';
import type { AppPage } from './frame.ts';
import type { PageAnswer, PageContext, VisitorContext } from './pages.ts';

/** What an identity provider is called; an unknown one by its id. */
export function nameOfProvider({ providers }: Pick<Identities, 'providers'>, id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id;
}

/** Where a provider sends browsers back to. It has to know this address. */
export function callbackOf(
  { ownOrigin }: Pick<PageContext, 'ownOrigin'>,
  provider: string,
): string {
  return `${ownOrigin}/sign-in/oidc/${provider}/callback`;
}

/** Says that the provider is away, in place of a general error. */
export async function whileReachable(
  { exchange }: PageContext | VisitorContext,
  away: () => AppPage,
  act: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    exchange.setHeader('retry-after', error.retryAfterSeconds ?? 10);
    return away();
  }
}
