import { renderCard } from '../html/cards.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { frameTexts, renderPage } from '../html/layout.ts';
import { renderTable } from '../html/table.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import type { FieldRow, Schema } from './schema-fields.ts';
import { fieldsOf, typeInWords } from './schema-fields.ts';

/** What the page reads of the description that `npm run generate` writes. */
export interface Description {
  tags: readonly { name: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    responses: Readonly<Record<string, DescribedAnswer>>;
    headers: Readonly<Record<string, { description: string }>>;
  };
}

interface DescribedOperation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  deprecated?: true;
  security: readonly { bearer?: readonly string[] }[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, DescribedAnswer>>;
  'x-codeSamples'?: readonly { source: string }[];
}

interface Parameter {
  name: string;
  in: string;
  required?: true;
  schema: Schema;
}

type Content = Readonly<Record<string, { schema: Schema; example?: unknown }>>;

interface DescribedAnswer {
  $ref?: string;
  description: string;
  headers?: Readonly<Record<string, unknown>>;
  content?: Content;
  'x-codes'?: readonly { code: string }[];
}

interface PlacedOperation extends DescribedOperation {
  method: string;
  path: string;
}

interface Options {
  serviceName: string;
  translations: Translations;
}

/** The reference of API v1. It is for programmers, and in English as the API is. */
export function renderReferencePage(description: Description, options: Options): string {
  const placed = placedIn(description);
  const tags = description.tags
    .map(({ name }) => ({ name, members: placed.filter(({ tags: [first] }) => first === name) }))
    .filter(({ members }) => members.length > 0);
  return renderPage({
    title: 'API v1',
    serviceName: options.serviceName,
    body: html`<div class="stack">
      <h1 class="display">API v1</h1>
      ${renderIntroduction()}
      <nav class="reference-index" aria-label="Operations">
        ${tags.map(({ name, members }) => renderIndex(name, members))}
      </nav>
      ${tags.map(({ name, members }) =>
        renderCard({
          id: name,
          title: titleOf(name),
          isPadded: true,
          body: html`${members.map((member) => renderOperation(member, description))}`,
        }),
      )}
    </div>`,
    frame: frameTexts('en', options.translations.en.say),
  });
}

function placedIn({ paths }: Description): PlacedOperation[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...{ ...operation, path, method: method.toUpperCase() },
      })),
    );
}

function renderIntroduction(): Html {
  return html`<p>
      Every request carries an API key: <code>Authorization: Bearer KEY</code>. Bodies and answers
      are JSON, sizes are bytes, times are RFC 3339 in UTC. A failed request is answered with a
      problem document, whose <code>type</code> leads to a page about its <code>code</code>. Fields
      and words may be added to answers: ignore those that you do not know.
    </p>
    <p>
      For programs: <a href="/openapi.json">OpenAPI 3.1</a>,
      <a href="/openapi-2.json">OpenAPI 2.0</a>.
    </p>`;
}

function renderIndex(name: string, members: readonly PlacedOperation[]): Html {
  return html`<section>
    <h2><a href="#${name}">${titleOf(name)}</a></h2>
    <ul>
      ${members.map(
        ({ operationId, method, path }) =>
          html`<li><a href="#${operationId}">${method} ${path.replace('/api/v1', '')}</a></li>`,
      )}
    </ul>
  </section>`;
}

function renderOperation(operation: PlacedOperation, description: Description): Html {
  const { operationId, method, path, summary, parameters = [], requestBody } = operation;
  const { schemas } = description.components;
  const [succeeded] = Object.entries(operation.responses);
  const example = operation['x-codeSamples']?.[0]?.source;
  return html`<article
    class="reference-operation"
    id="${operationId}"
    aria-labelledby="${operationId}-title"
  >
    <h3 id="${operationId}-title"><code>${method} ${path}</code></h3>
    <p>${summary}</p>
    ${operation.deprecated && html`<p class="note is-warn">${operation.description ?? ''}</p>`}
    <p class="quiet">${scopesInWords(operation)}</p>
    ${renderFields(
      'Parameters',
      parameters.map(({ name, in: place, required, schema }): FieldRow => ({
        ...{ name, type: typeInWords(schema), isRequired: required === true },
        about: [`in the ${place}`, aboutOf(schema)].filter((part) => part !== '').join('; '),
      })),
    )}
    ${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
      renderFields(`Body, ${type}`, fieldsOf(schema, schemas), type),
    )}
    ${succeeded && renderAnswer(succeeded, schemas)}
    ${example && renderExample(example, succeeded?.[1])} ${renderFailures(operation, description)}
  </article>`;
}

/** What a parameter says of itself beside its type. */
function aboutOf({ description = '' }: { description?: string }): string {
  return description;
}

function scopesInWords({ security }: DescribedOperation): string {
  const scopes = security.flatMap(({ bearer = [] }) => bearer);
  if (security.length === 0) return 'Without a key.';
  if (scopes.length === 0) return 'With any key.';
  return `With a key for ${scopes.join(' or ')}.`;
}

function renderFields(title: string, rows: readonly FieldRow[], type = ''): Html | undefined {
  if (rows.length === 0) {
    return type === '' ? undefined : html`<h4>${title}</h4>`;
  }
  return html`<h4>${title}</h4>
    ${renderTable(
      title,
      [
        { label: 'Name', cell: ({ name }: FieldRow) => html`<code>${name}</code>` },
        {
          label: 'Type',
          cell: ({ type: words, isRequired }) => `${words}${isRequired ? ', required' : ''}`,
        },
        { label: 'What', cell: ({ about }) => about },
      ],
      rows,
    )}`;
}

function renderAnswer(
  [status, { content = {}, headers = {} }]: [string, DescribedAnswer],
  schemas: Description['components']['schemas'],
): Html {
  const [first] = Object.entries(content);
  const names = Object.keys(headers);
  const types = Object.keys(content).join(', ');
  return html`<details>
    <summary>Answer: ${status}${types !== '' && html`, ${types}`}</summary>
    ${names.length > 0 && html`<p>Headers: ${names.join(', ')}.</p>`}
    ${first && renderFields('Fields', fieldsOf(first[1].schema, schemas))}
  </details>`;
}

function renderExample(source: string, answer: DescribedAnswer | undefined): Html {
  const example = answer?.content?.['application/json']?.example;
  return html`<pre class="command" tabindex="0"><code>${source}</code></pre>
    ${
      example !== undefined &&
      html`<pre
        class="command"
        tabindex="0"
      ><code>${JSON.stringify(example, undefined, 2)}</code></pre>`
    }`;
}

/** The codes, each with the way to the page about it. */
function renderFailures({ responses }: DescribedOperation, { components }: Description): Html {
  const codes = Object.entries(responses).flatMap(([status, { $ref = '' }]) =>
    (components.responses[$ref.slice($ref.lastIndexOf('/') + 1)]?.['x-codes'] ?? []).map(
      ({ code }) => ({ status, code }),
    ),
  );
  return html`<details>
    <summary>Errors</summary>
    <ul>
      ${codes.map(
        ({ status, code }) =>
          html`<li>
            ${status}
            <a href="/api/v1/errors/${code}">${code}</a>
          </li>`,
      )}
    </ul>
  </details>`;
}

function titleOf(tag: string): string {
  return `${tag[0]?.toUpperCase() ?? ''}${tag.slice(1)}`;
}
