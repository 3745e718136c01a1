import process from 'node:process';

/**
 * An address of the loopback interface that belongs to this process: a port of it stays free while whoever
 * listened there is stopped. Connections to it come from 127.0.0.1. Only on Linux.
 */
export function ownAddress(): string {
  const { pid } = process;
  return `127.${128 + (pid >> 16)}.${(pid >> 8) & 255}.${pid & 255}`;
}
