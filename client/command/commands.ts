import type { SenderCommand } from './define.ts';

/** The commands of senders, in the order in which the help lists them. One that is not run is not loaded. */
export const senderCommands = {
  login: async (): Promise<SenderCommand> => (await import('./login.ts')).login,
  whoami: async (): Promise<SenderCommand> => (await import('./login.ts')).whoami,
  send: async (): Promise<SenderCommand> => (await import('./send.ts')).send,
  ask: async (): Promise<SenderCommand> => (await import('./ask.ts')).ask,
  get: async (): Promise<SenderCommand> => (await import('./get.ts')).get,
  status: async (): Promise<SenderCommand> => (await import('./status.ts')).status,
  watch: async (): Promise<SenderCommand> => (await import('./watch.ts')).watch,
  revoke: async (): Promise<SenderCommand> => (await import('./status.ts')).revoke,
  extend: async (): Promise<SenderCommand> => (await import('./status.ts')).extend,
  conformance: async (): Promise<SenderCommand> => (await import('./conformance.ts')).conformance,
  mcp: async (): Promise<SenderCommand> => (await import('./mcp.ts')).mcp,
  completion: async (): Promise<SenderCommand> => (await import('./completion.ts')).completion,
};

export type SenderCommandName = keyof typeof senderCommands;

export function isSenderCommand(word: string | undefined): word is SenderCommandName {
  return word !== undefined && Object.hasOwn(senderCommands, word);
}

export async function loadSenderCommands(): Promise<SenderCommand[]> {
  return await Promise.all(Object.values(senderCommands).map((load) => load()));
}
