import { valise } from '../harness/valise-command.ts';

const password = 'violet anvil tram seventeen';

/** A person with an account, who has just signed in: a browser of forms and cookies, without scripts. */
export async function addPerson({ url, dataDir }: { url: string; dataDir: string }, email: string) {
  const options = ['--role', 'user', '--json', '--data', dataDir];
  const added = await valise('account', 'add', email, '46700000002', ...options);
  const { invitation } = JSON.parse(added) as { invitation: string };
  const cookies = new Map<string, string>();

  async function visit(path: string, fields?: Record<string, string>): Promise<string> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(new URL(path, url), {
      redirect: 'manual',
      headers: { cookie, origin: url },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const to = answer.headers.get('location');
    const text = await answer.text();
    if (to !== null) return await visit(to);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  }

  /** Fills in the form of a page that leads to an address. */
  async function submit(page: string, action: string, fields: Record<string, string>) {
    const [, form = ''] =
      [...page.matchAll(/<form([\s\S]*?)<\/form>/g)].find(([whole]) =>
        whole.includes(`action="${action}`),
      ) ?? [];
    const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    return await visit(action, { ...Object.fromEntries(hidden), ...fields });
  }

  const { pathname } = new URL(invitation);
  await submit(await visit(pathname), pathname, { name: 'Anna', password });
  return { visit, submit };
}
