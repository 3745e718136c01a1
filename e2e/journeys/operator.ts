import { eventually } from '../harness/eventually.ts';
import { valise } from '../harness/valise-command.ts';

/** A row of `valise mail list --json`. */
export interface MailRow {
  id: string;
  to: string;
  kind: string;
  subject: string | null;
  created_at: string;
  state: string;
  links: string[];
}

/** The part of `valise drop list --json` and `valise drop show --json` that tests look at. */
export interface DropRow {
  id: string;
  kind: string;
  state: string;
}

export interface ShownDrop extends DropRow {
  receivers: {
    email: string;
    link: string;
    downloads: { name: string; completedAt: string | null }[];
    mails: { kind: string; to: string; state: string }[];
  }[];
}

/** What an operator can see and do from a terminal beside the server. */
export function operatorOf({ dataDir }: { dataDir: string }) {
  async function ask(...args: string[]): Promise<unknown> {
    return JSON.parse(await valise(...args, '--json', '--data', dataDir));
  }

  async function listMails(): Promise<MailRow[]> {
    return (await ask('mail', 'list')) as MailRow[];
  }

  return {
    listMails,

    /** The mails, once none of them waits any more. */
    async listSettledMails(): Promise<MailRow[]> {
      return await eventually('no mail waits', async () => {
        const mails = await listMails();
        return mails.some(({ state }) => state === 'waiting') ? undefined : mails;
      });
    },

    /** Newest first. */
    async listDrops(): Promise<DropRow[]> {
      return ((await ask('drop', 'list')) as { drops: DropRow[] }).drops;
    },

    async showDrop(id: string): Promise<ShownDrop> {
      return ((await ask('drop', 'show', id)) as { drop: ShownDrop }).drop;
    },

    async revoke(id: string): Promise<void> {
      await ask('drop', 'revoke', id, '--yes');
    },
  };
}

/** The link in the newest captured mail of a kind to an address. */
export function linkIn(mails: readonly MailRow[], kind: string, to: string): string {
  const mail = mails.find((candidate) => candidate.kind === kind && candidate.to === to);
  const link = mail?.links[0];
  if (link === undefined) throw new Error(`No ${kind} mail with a link went to ${to}`);
  return link;
}
