import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';

/** A mail server that understands nothing and agrees to everything; it keeps every command as it came. */
export async function startCommandSink(t: TestContext) {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write('220 sink\r\n');
    let inMessage = false;
    createInterface({ input: socket }).on('line', (line) => {
      if (inMessage) {
        if (line !== '.') return;
        inMessage = false;
        socket.write('250 taken\r\n');
        return;
      }
      commands.push(line);
      inMessage = line === 'DATA';
      socket.write(inMessage ? '354 go on\r\n' : '250 yes\r\n');
    });
    // A client that hangs up is no fault.
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { commands, port: (server.address() as AddressInfo).port };
}
