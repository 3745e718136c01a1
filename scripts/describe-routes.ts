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

- **Access.** \`public\`: anyone. Others need credentials (\`basic\`: HTTP Basic, an account's address and API key) with the scope that is named, on the account's own
  path; \`csrf\`: and a CSRF token. API keys have all scopes, except that a person's has \`replace_contacts\` only where its owner allowed that. \`bearer\`: the same keys alone, in \`Authorization: Bearer\`. \`session\`: the cookie of a signed-in person, and, for all but GET and HEAD, the token of a page of theirs. \`visitor\`: anyone; a form is taken only from a page that this browser was given.
- **Cost.** \`request\`: counts for the requests that a link may make in a minute. \`transfer\`: also takes one of the transfers that a link, a network and the server may have at a time.
- **Reads.** What the [schema](../protocol/operations) of the route names; \`?\`: may be left out. The guard reads \`:user\` of an account's path. Headers that HTTP
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
  return Object.entries(schemasOf(action))
    .map(([part, each]) => `${part}: ${fieldsOf(each)}`)
    .join('; ');
}

function fieldsOf(schema: object): string {
  if ('items' in schema) return `list of ${fieldsOf(schema.items as object)}`;
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, object>;
    required?: readonly string[];
  };
  // What must not be there is not read.
  const names = Object.entries(properties).filter(([, field]) => !('not' in field));
  return names.map(([name]) => `\`${name}\`${required.includes(name) ? '' : '?'}`).join(', ');
}
