import { jsonOption } from '../command-options.ts';
import { defineCommand } from '../define-command.ts';
import { exitStatus } from '../exit-status.ts';
import { formatTable } from '../format-table.ts';
import { withInstallation } from '../open-data.ts';
import { formatInstant, printJson } from '../print.ts';
import { wholeNumberOption } from '../whole-number-option.ts';
import { dispatchControlOf } from './dispatch-control-of.ts';
import { dispatchView, stateOf } from './dispatch-view.ts';

const defaultLimit = 50;
const maxLimit = 100_000;

export const dropList = defineCommand({
  name: 'drop list',
  summary: 'show what was sent, asked for and sent back',
  about: `Lists the newest first, ended ones too: drops (files sent), grants (upload pages lent) and returns
(files that came back through one).`,
  options: {
    limit: { value: 'N', doc: `at most so many; ${defaultLimit} unless said` },
    json: jsonOption,
  },
  examples: ['drop list', 'drop list --limit 10 --json'],
  async run(context, given) {
    const limit = wholeNumberOption('--limit', given.options.limit, 1, maxLimit) ?? defaultLimit;
    const { drops, now } = await withInstallation(
      context,
      given,
      async (installation, { config }) => ({
        drops: await dispatchControlOf(installation, config).list(limit),
        now: installation.clock.now(),
      }),
    );
    if (given.options.json) {
      printJson(context, { drops: drops.map((overview) => dispatchView(overview, now)) });
    } else if (drops.length === 0) {
      context.stdout.write('Nothing was sent yet.\n');
    } else {
      const rows = drops.map((overview) => [
        overview.dispatch.id,
        overview.dispatch.kind,
        stateOf(overview, now),
        overview.senderEmail,
        String(overview.receivers.length),
        String(overview.files.length),
        formatInstant(overview.dispatch.createdAt),
        formatInstant(overview.dispatch.expiresAt),
      ]);
      const header = ['ID', 'KIND', 'STATE', 'SENDER', 'RECEIVERS', 'FILES', 'CREATED', 'EXPIRES'];
      context.stdout.write(formatTable(header, rows));
    }
    return exitStatus.ok;
  },
});
