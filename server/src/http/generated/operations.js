// Written by `npm run generate` from protocol/operations/.

const codePoints = (text) => Array.from(text).length;

export const operations = {
  settings: {
    page: { ...{"name":"settings.page","method":"GET","path":"/app/settings","access":{"scheme":"session"},"cost":"request","answer":"page"}, input: { query: [{ ...{"name":"done","kind":"text","isOptional":true,"lenient":true,"problem":"must be \"saved\"."}, fits: ((value) => value === "saved") }] } },
    save: { ...{"name":"settings.save","method":"POST","path":"/app/settings","access":{"scheme":"session"},"cost":"request","body":"form","answer":"page"}, input: { form: [{ ...{"name":"displayName","kind":"text","isOptional":true,"lenient":true,"trim":true,"cut":1000,"problem":"must be a text."}, fits: ((value) => typeof value === "string") }, { ...{"name":"language","kind":"text","isOptional":true,"lenient":true,"problem":"must be a text."}, fits: ((value) => typeof value === "string") }, { ...{"name":"timeZone","kind":"text","isOptional":true,"lenient":true,"problem":"must be a text."}, fits: ((value) => typeof value === "string") }, { ...{"name":"receipts","kind":"mark","isOptional":true,"problem":"must be true or false."}, fits: ((value) => typeof value === "boolean") }, { ...{"name":"reminders","kind":"mark","isOptional":true,"problem":"must be true or false."}, fits: ((value) => typeof value === "boolean") }, { ...{"name":"defaultDays","kind":"text","isOptional":true,"lenient":true,"trim":true,"cut":20,"problem":"must be a text."}, fits: ((value) => typeof value === "string") }, { ...{"name":"secondFactor","kind":"text","isOptional":true,"lenient":true,"problem":"must be a text."}, fits: ((value) => typeof value === "string") }] } },
  },
};
