/** Forms as the suite of conformance makes them. */
export * from '../../client/conformance/multipart.ts';
