import type { TSchema } from 'typebox';
import type { Access } from '../protocol/access.ts';
import { scopesFor } from '../protocol/access.ts';
import type { Operation, Operations } from '../protocol/operations/operation.ts';
import { groups } from '../protocol/operations/groups.ts';
import type { TableAction } from '../server/src/http/routing/route-table-fixture.ts';
import { actions, actionsInSandbox } from '../server/src/http/routing/route-table-fixture.ts';

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

- **Access.** \`public\`: anyone. \`basic\`: HTTP Basic, an account's address and API key, with the scope that is named, or one of those that are, on the account's own path; \`any\`: a key with any scope; \`csrf\`: and a CSRF token.
  \`replaces contacts\`: the key of a person needs its owner's leave besides. \`bearer\`: the same keys alone, in \`Authorization: Bearer\`, or HTTP Basic from anything but a browser. \`session\`: the cookie of a signed-in person, and, for all but GET
  and HEAD, the token of a page of theirs. \`visitor\`: anyone; a form is taken only from a page that this browser was given. \`link\`: the secret of a link in the path, and the code that its sender demands.
- **Cost.** \`request\`: counts for the requests that a link may make in a minute. \`transfer\`: also takes one of the transfers that a link, a network and the server may have at a time.
- **Reads.** What the [schema](../protocol/operations) of the route names; \`?\`: may be left out. The guard reads \`:user\` of an account's path and \`:secret\` of a link. Headers that HTTP
  defines for every request (conditions, ranges, languages, encodings, digests) are not listed. [errors.md](errors.md) lists the answers to what does not fit.

`;

const columns = `| methods | path | access | cost | body | reads |
|---|---|---|---|---|---|
`;

const sandbox = `
## In a sandbox only

A server answers these paths with 404, unless it is a [sandbox](sandbox.md).

`;

export function routesAsMarkdown(): string {
  const known = new Set(actions.map(({ method, path }) => `${method} ${path}`));
  const besides = actionsInSandbox.filter(({ method, path }) => !known.has(`${method} ${path}`));
  return head + tableOf(actions) + sandbox + tableOf(besides);
}

/** Methods of a path that have the same in every other column share a row. */
function tableOf(actions: readonly TableAction[]): string {
  const rows = new Map<string, string[]>();
  for (const action of actions) {
    const { method, path, access, cost, body } = action;
    const rest = [`\`${path}\``, accessInWords(access), cost, body ?? '', fieldsInWords(action)];
    const key = rest.join(' | ');
    rows.set(key, [...(rows.get(key) ?? []), method]);
  }
  return (
    columns + [...rows].map(([rest, methods]) => `| ${methods.join(', ')} | ${rest} |\n`).join('')
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
  const named = access.scope === 'any' ? ['any'] : scopesFor(access.scope);
  const scopes = named.map((scope) => `\`${scope}\``).join(' or ');
  if (access.scheme === 'bearer') return `bearer ${scopes}`;
  return [
    ...['basic', scopes, ...(access.csrf ? ['csrf'] : [])],
    ...(access.replacesContacts === true ? ['replaces contacts'] : []),
  ].join(' ');
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
