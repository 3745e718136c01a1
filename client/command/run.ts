import { ValiseProblem } from '../src/problem.ts';
import type { SenderCommandName } from './commands.ts';
import { senderCommands } from './commands.ts';
import type { SenderContext } from './define.ts';
import { exitStatus, exitStatusOf } from './exit-status.ts';
import { printable, printJson } from './output.ts';

/** Runs a command of senders. Returns its exit status. */
export async function runSenderCommand(
  name: SenderCommandName,
  context: SenderContext,
): Promise<number> {
  const command = await senderCommands[name]();
  const { args, stdout } = context;
  const own = args.includes('--exec') ? args.slice(0, args.indexOf('--exec')) : args;
  if (own.includes('--help') || own.includes('-h')) {
    stdout.write(command.help);
    return exitStatus.ok;
  }
  try {
    return await command.run(context);
  } catch (error) {
    const status = exitStatusOf(error);
    if (status === undefined || !(error instanceof Error)) throw error;
    report(error, context, own.includes('--json'));
    return status;
  }
}

function report(error: Error, context: SenderContext, json: boolean): void {
  const problem = error instanceof ValiseProblem ? error : undefined;
  if (json) {
    const { code = 'failed', errors = [], retry, requestId } = problem ?? {};
    printJson(context, {
      ...{ status: 'error', error: code, message: error.message, errors },
      ...{ retry, request_id: requestId },
    });
  }
  const { stderr } = context;
  stderr.write(`valise: ${printable(error.message)}\n`);
  const { errors: faults = [] } = problem ?? {};
  // The message says what one fault is.
  for (const { detail } of faults.length > 1 ? faults : []) {
    stderr.write(`        ${printable(detail)}\n`);
  }
  if (problem?.requestId !== undefined)
    stderr.write(`        request ${printable(problem.requestId)}\n`);
}
