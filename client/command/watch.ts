import { eventMeanings } from '#protocol/event-kinds.ts';
import type { EventKind } from '../src/types.ts';
import { connected } from './connected.ts';
import { defineSenderCommand, jsonOption } from './define.ts';
import { printable, printJson } from './output.ts';

export const watch = defineSenderCommand({
  name: 'watch',
  summary: 'print what happens, as it happens',
  about: `Prints a line for each event from now on, until it is stopped. docs/api.md lists the kinds. With --json, each
line has a cursor: --after goes on behind it, and misses none.`,
  options: {
    types: {
      value: 'KINDS',
      doc: 'only these kinds, with commas between',
      suggests: Object.keys(eventMeanings),
    },
    after: { value: 'CURSOR', doc: 'go on behind this cursor; start: from the oldest event' },
    json: jsonOption,
  },
  examples: ['valise watch', 'valise watch --types receiver.completed,inbox.received --json'],
  async run(context, { options }) {
    const { types, after = 'now', json } = options;
    const events = connected(context, 'transfer').events({
      ...(types !== undefined && { types: types.split(',') as EventKind[] }),
      ...(after !== 'start' && { after }),
    });
    for await (const event of events) {
      if (json) printJson(context, event);
      else {
        const { at, kind, state, drop, request, receiver, item, file, key } = event;
        const about = { drop, request, receiver, item, file, key };
        const ids = Object.entries(about).flatMap(([name, id]) =>
          id === undefined ? [] : [`${name} ${id}`],
        );
        const line = [at, kind, ...ids, ...(state === undefined ? [] : [state])].join('  ');
        context.stdout.write(`${printable(line)}\n`);
      }
    }
    return 0;
  },
});
