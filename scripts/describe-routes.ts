import type { TSchema } from 'typebox';
import type { Access } from '../protocol/access.ts';
import type { Operation, Operations } from '../protocol/operations/operation.ts';
import { groups } from '../protocol/operations/groups.ts';
import type { TableAction } from '../server/src/http/routing/route-table-fixture.ts';
import { actions } from '../server/src/http/routing/route-table-fixture.ts';

type Parts = Readonly<Record<string, TSchema>>;

const declared = new Map<string, Operation>(
  Object.entries<Operations>(groups).flatMap(([group, members]) =>
    Object.entries(members).map(([name, member]) => [`${group}.${name}`, member] as const),
  ),
);

/** The schemas of what an action reads, by part. */
export function schemasOf({ operation }: Pick<TableAction, 'operation'>): Parts {
  const { json, form, multipart, ...parts } = declared.get(operation?.name ?? '')?.input ?? {};
  const body = json ?? form ?? multipart;
  return { ...parts, ...(body !== undefined && { body }) };
}

const head = `<!-- Made from the route table by \`npm run docs\`. Change it there. -->

# Routes

Every route of the server. Any other method of these paths is answered with 405, any other path with 404.

- **Access.** \`public\`: anyone. \`basic\`: HTTP Basic, an account's address and API key, with the scope that is named, on the account's own path; \`csrf\`: and a CSRF token. API keys have all scopes,
  except that a person's has \`replace_contacts\` only where its owner allowed that. \`bearer\`: the same keys alone, in \`Authorization: Bearer\`. \`session\`: the cookie of a signed-in person, and, for all but GET
  and HEAD, the token of a page of theirs. \`visitor\`: anyone; a form is taken only from a page that this browser was given. \`link\`: the secret of a link in the path, and the code that its sender demands.
- **Cost.** \`request\`: counts for the requests that a link may make in a minute. \`transfer\`: also takes one of the transfers that a link, a network and the server may have at a time.
- **Reads.** What the [schema](../protocol/operations) of the route names; \`?\`: may be left out. The guard reads \`:user\` of an account's path and \`:secret\` of a link. Headers that HTTP
  defines for every request (conditions, ranges, languages, encodings, digests) are not listed. [errors.md](errors.md) lists the answers to what does not fit.

| methods | path | access | cost | body | reads |
|---|---|---|---|---|---|
`;

/** Methods of a path that have the same in every other column share a row. */
export function routesAsMarkdown(): string {
  const rows = new Map<string, string[]>();
  for (const action of actions) {
    const { method, path, access, cost, body } = action;
    const rest = [`\`${path}\``, accessInWords(access), cost, body ?? '', fieldsInWords(action)];
    const key = rest.join(' | ');
    rows.set(key, [...(rows.get(key) ?? []), method]);
  }
  return (
    head + [...rows].map(([rest, methods]) => `| ${methods.join(', ')} | ${rest} |\n`).join('')
  );
}

function accessInWords(access: Access): string {
  if (access === 'public') return access;
  if (access.scheme === 'session') {
    const { role, proof, state } = access;
    return [
      ...(state === 'half' ? ['half a session'] : ['session']),
      ...(role === undefined ? [] : [role]),
      ...(proof === undefined ? [] : [`${proof} proof`]),
    ].join(', ');
  }
  if (access.scheme === 'visitor') return access.scheme;
  if (access.scheme === 'link') return `link: ${access.to}`;
  if (access.scheme === 'bearer') return `bearer \`${access.scope}\``;
  return [access.scheme, `\`${access.scope}\``, ...(access.csrf ? ['csrf'] : [])].join(' ');
}

function fieldsInWords(action: TableAction): string {
  const isJson = action.body === 'json';
  return Object.entries(schemasOf(action))
    .map(([part, each]) => `${part}: ${fieldsOf(each, isJson && part === 'body')}`)
    .join('; ');
}

interface Described {
  type?: string;
  not?: object;
  items?: Described & { expects?: Described };
  properties?: Record<string, Described>;
  required?: readonly string[];
}

function fieldsOf({ items, properties = {}, required = [] }: Described, isJson: boolean): string {
  if (items !== undefined) return `list of ${fieldsOf(items.expects ?? items, isJson)}`;
  // A mark of a form is there or not, and a list of texts may be empty.
  const isNeeded = (name: string, { type }: Described) =>
    required.includes(name) && (isJson || (type !== 'boolean' && type !== 'array'));
  // What must not be there is not read.
  const fields = Object.entries(properties).filter(([, { not }]) => not === undefined);
  return fields.map(([name, each]) => `\`${name}\`${isNeeded(name, each) ? '' : '?'}`).join(', ');
}
