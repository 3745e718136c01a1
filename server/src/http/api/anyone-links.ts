import type { ReceiverId } from '../../domain/model/ids.ts';
import type { Principal } from '../../domain/model/principal.ts';
import type { AnyoneLink, SentDrop } from '../../domain/model/sent.ts';
import { nothingHere } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import type { Exchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { anyoneLinkJson } from './drop-json.ts';
import { createOnce } from './once.ts';

/** Where programs make, follow and end the links for anyone of their drops. */
export function anyoneLinkRoutes(
  {
    sent,
    senderControl,
    clock,
    repeats,
  }: Pick<Services, 'sent' | 'senderControl' | 'clock' | 'repeats'>,
  publicUrl: string | undefined,
): Route[] {
  const drops = operations.apiDrops;
  const { once } = createOnce({ repeats });
  const verbsOf = ({ account }: Principal) => senderControl.of(account, 'drop');

  /** How the links of a drop are written. Their addresses are told to keys that may know links. */
  async function writerOf(who: Principal, drop: SentDrop, exchange: Exchange) {
    const secrets = who.scopes.includes('links')
      ? await verbsOf(who).revealAnyoneLinks(who.actor, drop.dispatch.id)
      : new Map<ReceiverId, string>();
    const origin = exchange.linkOrigin(publicUrl);
    return (link: AnyoneLink) => {
      const secret = secrets.get(link.id);
      return anyoneLinkJson(drop, link, clock.now(), secret && `${origin}/d/${secret}`);
    };
  }

  async function show(who: Principal, id: string, linkId: string, exchange: Exchange) {
    const drop = await sent.get(who.account, id);
    const link = drop.anyoneLinks.find((each) => each.id === linkId);
    if (link === undefined) throw nothingHere();
    return (await writerOf(who, drop, exchange))(link);
  }

  return [
    route(drops.anyoneLinks, async (who, { params: { id } }, exchange) => {
      const drop = await sent.get(who.account, id);
      return { items: drop.anyoneLinks.map(await writerOf(who, drop, exchange)) };
    }),
    route(drops.addAnyoneLink, async (who, { params: { id } }, exchange) => {
      const { receivers } = await once(exchange, (claim) =>
        verbsOf(who).makeLink(who.actor, id, claim),
      );
      return await show(who, id, receivers[0] ?? '', exchange);
    }),
    route(drops.revokeAnyoneLink, async (who, { params: { id, link } }, exchange) => {
      await once(exchange, (claim) => verbsOf(who).revokeLink(who.actor, id, link, claim));
      return await show(who, id, link, exchange);
    }),
  ];
}
