/** The workflow of the document, as the suite of conformance goes through it. */
export {
  addContacts,
  newestInInbox,
  prepareDrop,
  sendFiles,
} from '../../client/conformance/workflow.ts';
export type { Terms } from '../../client/conformance/workflow.ts';
