import type { TtlUnit } from '../../domain/model/ttl.ts';
import { ttlUnitNames } from '../../domain/model/ttl.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { printJson } from '../../cli-kit/print.ts';
import { accountsOf } from './accounts-of.ts';

/** The word for "as the setting says". */
const ofServer = 'server';
const choices = [...ttlUnitNames, ofServer];

export const accountDesttimeUnit = defineCommand({
  name: 'account desttime-unit',
  summary: 'show or choose the unit in which an account counts desttime',
  about: `The number that a client sends as desttime counts seconds, unless the setting desttimeUnit names
another unit for every account, or this one for a single account; server goes back to the setting.
What was sent before stays as it was. Without --unit, shows how it is.`,
  words: ['EMAIL'],
  options: {
    unit: { value: 'UNIT', doc: `what its numbers count: ${choices.join(', ')}` },
    json: jsonOption,
  },
  examples: [
    'account desttime-unit billing@example.com',
    'account desttime-unit billing@example.com --unit days',
  ],
  async run(context, given) {
    const [email] = given.words;
    const { unit: written } = given.options;
    const wanted = written === undefined ? undefined : getChoice(written);
    const { unit, counted } = await withInstallation(
      context,
      given,
      async (installation, { config }) => {
        const accounts = accountsOf(installation, config);
        if (wanted !== undefined) await accounts.setTtlUnit(operator, email, wanted.unit);
        const { ttlUnit } = (await accounts.get(email)).account;
        return { unit: ttlUnit ?? ofServer, counted: ttlUnit ?? config.desttimeUnit };
      },
    );
    if (given.options.json) printJson(context, { desttime_unit: { unit, counted } });
    else context.stdout.write(`Unit     ${unit}\nCounted  ${counted}\n`);
    return exitStatus.ok;
  },
});

function getChoice(written: string): { unit: TtlUnit | undefined } {
  const unit = ttlUnitNames.find((name) => name === written);
  if (unit !== undefined || written === ofServer) return { unit };
  throw new ValiseError('usage', `--unit must be one of ${choices.join(', ')}.`);
}
