// Written by `npm run generate` from protocol/schemas/.

const codePoints = (text) => Array.from(text).length;

export const pageChecks = {
  new_draft: {
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.discarded === undefined || (!("discarded" in value) || (typeof value.discarded === "string" || (Array.isArray(value.discarded) && value.discarded.every((unique_0) => (typeof unique_0 === "string")))))))),
  },
  show_draft: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("draft" in value && typeof value.draft === "string"))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.discarded === undefined || (!("discarded" in value) || (typeof value.discarded === "string" || (Array.isArray(value.discarded) && value.discarded.every((unique_0) => (typeof unique_0 === "string")))))))),
  },
  change_draft: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("draft" in value && typeof value.draft === "string"))),
    body: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (((((((((((((((((value.ticket === undefined || (!("ticket" in value) || typeof value.ticket === "string")) && (value.version === undefined || (!("version" in value) || typeof value.version === "string"))) && (value.page === undefined || (!("page" in value) || typeof value.page === "string"))) && (value.back === undefined || (!("back" in value) || typeof value.back === "string"))) && (value.act === undefined || (!("act" in value) || typeof value.act === "string"))) && (value.remove === undefined || (!("remove" in value) || typeof value.remove === "string"))) && (value.chosen === undefined || (!("chosen" in value) || typeof value.chosen === "string"))) && (value.keys === undefined || (!("keys" in value) || typeof value.keys === "string"))) && (value.without === undefined || (!("without" in value) || typeof value.without === "string"))) && (value.receivers === undefined || (!("receivers" in value) || typeof value.receivers === "string"))) && (value.message === undefined || (!("message" in value) || typeof value.message === "string"))) && (value.lifetime === undefined || (!("lifetime" in value) || typeof value.lifetime === "string"))) && (value.date === undefined || (!("date" in value) || typeof value.date === "string"))) && (value.secondFactor === undefined || (!("secondFactor" in value) || typeof value.secondFactor === "string"))) && (value.downloadLimit === undefined || (!("downloadLimit" in value) || typeof value.downloadLimit === "string"))) && (value.receipts === undefined || (!("receipts" in value) || typeof value.receipts === "string"))) && (value.file === undefined || (!("file" in value) || true))))),
  },
  suggest_receivers: {
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.q === undefined || (!("q" in value) || (typeof value.q === "string" || (Array.isArray(value.q) && value.q.every((unique_0) => (typeof unique_0 === "string")))))))),
  },
};
