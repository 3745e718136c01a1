import { demandAddresses } from './addresses.ts';
import { connected } from './connected.ts';
import { defineSenderCommand, jsonOption } from './define.ts';
import { parseEnd } from './duration.ts';
import { exitStatus } from './exit-status.ts';
import { printable, printJson } from './output.ts';

export const ask = defineSenderCommand({
  name: 'ask',
  summary: 'ask others for files',
  about:
    'Each gets a mail with a link to a page where files can be sent. What comes is in the inbox.',
  options: {
    from: { value: 'ADDRESS', doc: 'who is asked; once for each', isMany: true, isNeeded: true },
    title: { value: 'TEXT', doc: 'what it is called' },
    message: { value: 'TEXT', doc: 'what they read' },
    expires: {
      value: 'WHEN',
      doc: 'until when they can send: 12h, or a date or time; 7d unless set',
    },
    json: jsonOption,
  },
  examples: ['valise ask --from bob@example.com --message "The signed contract, please."'],
  async run(context, { options }) {
    const { from, title, message, expires, json } = options;
    demandAddresses('--from', from);
    const request = await connected(context).ask({
      from,
      ...(title !== undefined && { title }),
      ...(message !== undefined && { message }),
      ...(expires !== undefined && parseEnd('--expires', expires)),
    });
    if (json) printJson(context, request);
    else context.stdout.write(`Asked. The request is ${printable(request.id)}.\n`);
    return exitStatus.ok;
  },
});
