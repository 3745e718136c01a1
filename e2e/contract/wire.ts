/** The shapes of the customer's document. */
export * from '../../client/conformance/wire.ts';
