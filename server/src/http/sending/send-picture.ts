import type { FastifyReply } from 'fastify';
import type { OpenPicture } from '../../domain/pictures/pictures.ts';
import { filePolicy } from '../connection/response-headers.ts';

/**
 * Sends the picture of a file. Strangers made it: it is of a type that no browser runs, and shown alone it can load and
 * run nothing. No browser keeps it, as none keeps files.
 */
export async function sendPicture(
  reply: FastifyReply,
  { type, bytes }: OpenPicture,
): Promise<FastifyReply> {
  reply.type(type).header('content-security-policy', filePolicy);
  return await reply.header('content-disposition', 'inline').send(bytes);
}
