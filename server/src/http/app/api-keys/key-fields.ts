import type { Scope } from '#protocol/access.ts';
import { scopes } from '#protocol/access.ts';
import type { KeyProblem, NewKey } from '../../../domain/access/own-keys.ts';
import { defaultKeyLifetime, keyLifetimes } from '../../../domain/access/own-keys.ts';
import { maxKeyNetworks, maxKeys } from '../../../domain/access/key-rights.ts';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import { usualScopes } from '../../../domain/model/principal.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { checkbox } from '../frame/checkbox.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { describe, describedBy, field, problemOf, textArea } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';

/** What a form says of a key. */
export interface KeyForm {
  name: string;
  days: string;
  scopes: readonly Scope[];
  replacesContacts: boolean;
  networks: string;
}

export const emptyKeyForm: KeyForm = {
  ...{ name: '', days: String(defaultKeyLifetime), networks: '' },
  ...{ scopes: usualScopes, replacesContacts: false },
};

type SentForm = Partial<
  Record<Scope | 'name' | 'days' | 'replacesContacts' | 'networks', string | undefined>
>;

export function readKeyForm(form: SentForm): KeyForm {
  const { name = '', days = '', replacesContacts, networks = '' } = form;
  return {
    ...{ name, days, networks, replacesContacts: replacesContacts === 'yes' },
    scopes: scopes.filter((scope) => form[scope] === 'yes'),
  };
}

export function wantedKey(form: KeyForm): NewKey {
  const networks = form.networks.split(/[\s,;]+/).filter((word) => word !== '');
  return { ...form, days: parseWholeNumber(form.days) ?? 0, networks };
}

const fields = {
  ...{ name: 'name', lifetime: 'days', tooMany: 'name' },
  ...{ scopes: 'scopes', networks: 'networks' },
} as const;

const counts = { tooMany: maxKeys, networks: maxKeyNetworks };

export function explainKeyProblem({ say }: PageReader, problem: KeyProblem): FieldProblem {
  const text =
    problem === 'tooMany' || problem === 'networks'
      ? say(`keys.problems.${problem}`, { count: counts[problem] })
      : say(`keys.problems.${problem}`);
  return { field: fields[problem], text };
}

/** The fields of a key: its name, how long it lasts, what it may do and from where. */
export function keyFields({
  reader: { say },
  form,
  problems,
}: {
  reader: PageReader;
  form: KeyForm;
  problems: readonly FieldProblem[];
}): Html {
  const problem = problemOf({ name: 'scopes', problems });
  const label = (scope: Scope) =>
    `${say(`keys.scopes.${scope}`)}: ${say(`keys.scopeTexts.${scope}`)}`;
  return html`${field({
      name: 'name',
      label: say('keys.name'),
      hint: say('keys.nameHint'),
      value: form.name,
      problems,
    })}
    ${selectField({
      name: 'days',
      label: say('keys.lifetime'),
      value: form.days,
      options: keyLifetimes.map((count) => ({
        value: String(count),
        text: say('send.days', { count }),
      })),
      problems,
    })}
    <fieldset
      class="field"
      id="scopes"
      tabindex="-1"
      aria-describedby="${describedBy('scopes', undefined, problem)}"
    >
      <legend class="label">${say('keys.rights')}</legend>
      ${describe('scopes', undefined, problem)}
      ${scopes.map((scope) => checkbox(scope, label(scope), form.scopes.includes(scope)))}
      ${checkbox('replacesContacts', say('keys.replaceContacts'), form.replacesContacts)}
    </fieldset>
    ${textArea({
      name: 'networks',
      label: say('keys.networks'),
      hint: say('keys.networksHint'),
      value: form.networks,
      problems,
    })}`;
}
