import type { AccountLinkKind } from '../../domain/model/person.ts';
import type { ShownLink } from '../../domain/people/account-links.ts';
import type { AppPage } from '../app/frame/frame.ts';
import type { VisitorContext } from '../app/frame/pages.ts';
import { createLinkMisses } from '../routing/link-misses.ts';
import type { Services } from '../routing/route.ts';
import { endedLinkPage } from './sign-in-pages.ts';

/** The link of a request, by the secret in its path. */
export interface Link {
  kind: AccountLinkKind;
  secret: string;
}

/** The parameters of each path behind a link. */
interface LinkPath {
  params: { secret: string };
}

/** Tells links that lead somewhere from others, whose answers are one page. */
export function createAccountLinkCheck(
  services: Pick<Services, 'accountLinks' | 'counters' | 'auditOnce'>,
) {
  const misses = createLinkMisses(services, 'account');

  /** The answer to a link that leads nowhere. It counts as a miss. */
  async function showEnded(
    { actor, reader }: VisitorContext,
    kind: AccountLinkKind,
  ): Promise<AppPage> {
    await misses.count(actor);
    return endedLinkPage(reader, kind);
  }

  return {
    showEnded,

    /** Before the form: an unknown link is answered as a malformed one is, whatever was sent to it. */
    checkLink:
      (kind: AccountLinkKind) =>
      async (context: VisitorContext, { params }: LinkPath): Promise<AppPage | undefined> => {
        const link = shownLink(context, { kind, ...params });
        const isLiving = (await services.accountLinks.look(link)) !== undefined;
        return isLiving ? undefined : await showEnded(context, kind);
      },
  };
}

/** A browser without a cookie gets none yet: the answer to an unknown link is the same for all. */
export function shownLink(
  context: VisitorContext,
  { kind, secret }: Link,
  codeProof = '',
): ShownLink {
  return { secret, kind, browser: context.findSecret() ?? '', codeProof };
}
