import { parseEmailAddress } from '#protocol/email-address.ts';
import type { Appearance } from '../model/appearance.ts';
import { nothingChosen, parseColor, parseServiceName } from '../model/appearance.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { EventRows } from '../model/event.ts';
import type { Actor } from '../model/principal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { mailAdministrators } from './account-news.ts';

export type AppearancePart = keyof Appearance;

/** What an administrator wishes. Texts as they were typed: an empty one is the default. */
export type AppearanceWish = Record<Exclude<AppearancePart, 'logo'>, string> & {
  /** `kept`: the one of now. */
  logo: Buffer | 'kept' | 'none';
};

export interface AppearanceRules {
  /** What the operator has set: it cannot be chosen. */
  fixed: ReadonlySet<AppearancePart>;
  /** Whether a file can be a logo. */
  isLogo: (bytes: Buffer) => boolean;
  /** Called when the choice was written, before anybody is told that it is. */
  onChanged: () => Promise<unknown>;
}

interface Dependencies extends Pick<ServiceParts, 'events'> {
  database: DatabaseOf<'appearance' | 'administration' | EventRows>;
  appearanceRules: AppearanceRules;
}

const parts: readonly AppearancePart[] = ['serviceName', 'accentColor', 'supportAddress', 'logo'];

/** How the service is called and looks, where the operator left that open. */
export function createAppearanceAdministration({
  database,
  events,
  appearanceRules: { fixed, isLogo, onChanged },
}: Dependencies) {
  /** What would be there by a wish, and which of its parts are wrong: those stay as they are. */
  function judge(
    wish: AppearanceWish,
    kept: Appearance,
  ): { wished: Appearance; wrong: AppearancePart[] } {
    const readers: Record<Exclude<AppearancePart, 'logo'>, (text: string) => string | undefined> = {
      serviceName: parseServiceName,
      accentColor: parseColor,
      supportAddress: parseEmailAddress,
    };
    const wished = { ...kept };
    const wrong: AppearancePart[] = [];
    for (const part of ['serviceName', 'accentColor', 'supportAddress'] as const) {
      if (fixed.has(part)) continue;
      const text = wish[part].trim();
      const read = text === '' ? undefined : readers[part](text);
      if (text !== '' && read === undefined) wrong.push(part);
      else wished[part] = read;
    }
    if (!fixed.has('logo') && wish.logo !== 'kept') {
      if (wish.logo === 'none') wished.logo = undefined;
      else if (isLogo(wish.logo)) wished.logo = wish.logo;
      else wrong.push('logo');
    }
    return { wished, wrong };
  }

  /** Writes it and tells all administrators, unless it is what there is. Returns what was wrong with the wish. */
  async function put(
    actor: Actor,
    choose: (kept: Appearance) => { wished: Appearance; wrong: AppearancePart[] },
  ): Promise<AppearancePart[]> {
    const wrong = await database.transact(async (repositories) => {
      const kept = await repositories.appearance.find();
      const chosen = choose(kept);
      const changed = parts.filter((part) => !isSame(kept[part], chosen.wished[part]));
      if (chosen.wrong.length > 0 || changed.length === 0) return chosen.wrong;
      await repositories.appearance.put(chosen.wished);
      await events.tell(repositories, actor, {
        action: 'appearance.changed',
        account: undefined,
        object: 'appearance',
        details: { changed: changed.join(' ') },
      });
      await mailAdministrators({ events }, repositories, actor, ({ email }) => ({
        ...{ kind: 'appearance_changed', to: email },
      }));
      return [];
    });
    await onChanged();
    return wrong;
  }

  return {
    fixed,

    async read(): Promise<Appearance> {
      return await database.appearance.find();
    },

    /** What a wish would make of what there is. Nothing is changed. */
    async preview(wish: AppearanceWish): Promise<{ wished: Appearance; wrong: AppearancePart[] }> {
      return judge(wish, await database.appearance.find());
    },

    async change(actor: Actor, wish: AppearanceWish): Promise<AppearancePart[]> {
      return await put(actor, (kept) => judge(wish, kept));
    },

    /** Takes back everything that was chosen. */
    async reset(actor: Actor): Promise<void> {
      await put(actor, () => ({ wished: nothingChosen, wrong: [] }));
    },
  };
}

function isSame(one: string | Buffer | undefined, other: string | Buffer | undefined): boolean {
  return one instanceof Buffer && other instanceof Buffer ? one.equals(other) : one === other;
}
