import { ValiseError } from '../../domain/model/valise-error.ts';
import { parseParameters } from '../connection/content-type.ts';

/** RFC 2046, 5.1.1: at most 70 characters of this set, and no blank at the end. */
const allowed = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;

/** The boundary that a multipart content type names. */
export function boundaryOf(contentType: string): string {
  const boundary = parseParameters(contentType)?.parameters.get('boundary');
  if (boundary === undefined || !allowed.test(boundary)) {
    throw new ValiseError(
      'bad_request',
      'The multipart request names no usable boundary in its Content-Type.',
    );
  }
  return boundary;
}
