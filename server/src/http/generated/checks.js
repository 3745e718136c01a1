// Written by `npm run generate` from protocol/schemas/.

const codePoints = (text) => Array.from(text).length;

export const pageChecks = {
  download_page: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ((((value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))) && (value.asked === undefined || (!("asked" in value) || (typeof value.asked === "string" || (Array.isArray(value.asked) && value.asked.every((unique_1) => (typeof unique_1 === "string"))))))) && (value.page === undefined || (!("page" in value) || (typeof value.page === "string" || (Array.isArray(value.page) && value.page.every((unique_2) => (typeof unique_2 === "string"))))))) && (value.find === undefined || (!("find" in value) || (typeof value.find === "string" || (Array.isArray(value.find) && value.find.every((unique_3) => (typeof unique_3 === "string"))))))))),
  },
  download_file: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ((("secret" in value && "fileId" in value) && "name" in value) && (((typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret)) && typeof value.fileId === "string") && typeof value.name === "string")))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ((((value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))) && (value.asked === undefined || (!("asked" in value) || (typeof value.asked === "string" || (Array.isArray(value.asked) && value.asked.every((unique_1) => (typeof unique_1 === "string"))))))) && (value.ticket === undefined || (!("ticket" in value) || (typeof value.ticket === "string" || (Array.isArray(value.ticket) && value.ticket.every((unique_2) => (typeof unique_2 === "string"))))))) && (value.view === undefined || (!("view" in value) || (typeof value.view === "string" || (Array.isArray(value.view) && value.view.every((unique_3) => (typeof unique_3 === "string"))))))))),
  },
  download_all: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ((((value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))) && (value.asked === undefined || (!("asked" in value) || (typeof value.asked === "string" || (Array.isArray(value.asked) && value.asked.every((unique_1) => (typeof unique_1 === "string"))))))) && (value.ticket === undefined || (!("ticket" in value) || (typeof value.ticket === "string" || (Array.isArray(value.ticket) && value.ticket.every((unique_2) => (typeof unique_2 === "string"))))))) && (value.view === undefined || (!("view" in value) || (typeof value.view === "string" || (Array.isArray(value.view) && value.view.every((unique_3) => (typeof unique_3 === "string"))))))))),
  },
  ask_for_code: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))))),
    body: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("channel" in value && ((typeof value.channel === "string" && value.channel === "sms") || (typeof value.channel === "string" && value.channel === "email"))))),
  },
  enter_code: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))))),
    body: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.code === undefined || (!("code" in value) || typeof value.code === "string")))),
  },
  opt_out_page: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("receiver" in value && "token" in value) && (typeof value.receiver === "string" && typeof value.token === "string")))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))))),
  },
  no_mail: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("receiver" in value && "token" in value) && (typeof value.receiver === "string" && typeof value.token === "string")))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))))),
    body: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("from" in value && ((typeof value.from === "string" && value.from === "sender") || (typeof value.from === "string" && value.from === "all"))))),
  },
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
  upload_page: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ((value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))) && (value.asked === undefined || (!("asked" in value) || (typeof value.asked === "string" || (Array.isArray(value.asked) && value.asked.every((unique_1) => (typeof unique_1 === "string"))))))))),
  },
  send_form: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
    query: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (value.lang === undefined || (!("lang" in value) || (typeof value.lang === "string" || (Array.isArray(value.lang) && value.lang.every((unique_0) => (typeof unique_0 === "string")))))))),
    body: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (((value.message === undefined || (!("message" in value) || typeof value.message === "string")) && (value.from === undefined || (!("from" in value) || typeof value.from === "string"))) && (value.file === undefined || (!("file" in value) || true))))),
  },
};

export const tusChecks = {
  tus_describe: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
  },
  tus_create: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
    headers: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("tus-resumable" in value && "upload-length" in value) && ((((((typeof value["tus-resumable"] === "string" && value["tus-resumable"] === "1.0.0") && (typeof value["upload-length"] === "string" && /^(?:\d{1,15}|[0-8]\d{15}|900[0-6]\d{12}|9007[0-0]\d{11}|90071[0-8]\d{10}|900719[0-8]\d{9}|9007199[0-1]\d{8}|90071992[0-4]\d{7}|900719925[0-3]\d{6}|9007199254[0-6]\d{5}|90071992547[0-3]\d{4}|9007199254740[0-8]\d{2}|90071992547409[0-8]\d{1}|900719925474099[0-0]\d{0}|9007199254740991)$/u.test(value["upload-length"]))) && (value["upload-metadata"] === undefined || (!("upload-metadata" in value) || (typeof value["upload-metadata"] === "string" && (value["upload-metadata"].length <= 4096 || (value["upload-metadata"].length <= 8192 && codePoints(value["upload-metadata"]) <= 4096)))))) && (value["content-length"] === undefined || (!("content-length" in value) || typeof value["content-length"] === "string"))) && (value["upload-checksum"] === undefined || (!("upload-checksum" in value) || typeof value["upload-checksum"] === "string"))) && (value["upload-concat"] === undefined || (!("upload-concat" in value) || !(true))))))),
  },
  tus_create_with_bytes: {
    headers: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ((value["content-length"] === undefined || (!("content-length" in value) || (typeof value["content-length"] === "string" && /^(?:\d{1,15}|[0-8]\d{15}|900[0-6]\d{12}|9007[0-0]\d{11}|90071[0-8]\d{10}|900719[0-8]\d{9}|9007199[0-1]\d{8}|90071992[0-4]\d{7}|900719925[0-3]\d{6}|9007199254[0-6]\d{5}|90071992547[0-3]\d{4}|9007199254740[0-8]\d{2}|90071992547409[0-8]\d{1}|900719925474099[0-0]\d{0}|9007199254740991)$/u.test(value["content-length"])))) && (value["upload-checksum"] === undefined || (!("upload-checksum" in value) || (typeof value["upload-checksum"] === "string" && /^\s*(?:sha1 [A-Za-z0-9+/]{27}|sha256 [A-Za-z0-9+/]{43})={0,2}\s*$/u.test(value["upload-checksum"]))))))),
  },
  tus_describe_upload: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("secret" in value && "upload" in value) && ((typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret)) && typeof value.upload === "string")))),
  },
  tus_status: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("secret" in value && "upload" in value) && ((typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret)) && typeof value.upload === "string")))),
    headers: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("tus-resumable" in value && (typeof value["tus-resumable"] === "string" && value["tus-resumable"] === "1.0.0")))),
  },
  tus_append: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("secret" in value && "upload" in value) && ((typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret)) && typeof value.upload === "string")))),
    headers: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("tus-resumable" in value && "upload-offset" in value) && ((((typeof value["tus-resumable"] === "string" && value["tus-resumable"] === "1.0.0") && (typeof value["upload-offset"] === "string" && /^(?:\d{1,15}|[0-8]\d{15}|900[0-6]\d{12}|9007[0-0]\d{11}|90071[0-8]\d{10}|900719[0-8]\d{9}|9007199[0-1]\d{8}|90071992[0-4]\d{7}|900719925[0-3]\d{6}|9007199254[0-6]\d{5}|90071992547[0-3]\d{4}|9007199254740[0-8]\d{2}|90071992547409[0-8]\d{1}|900719925474099[0-0]\d{0}|9007199254740991)$/u.test(value["upload-offset"]))) && (value["content-length"] === undefined || (!("content-length" in value) || (typeof value["content-length"] === "string" && /^(?:\d{1,15}|[0-8]\d{15}|900[0-6]\d{12}|9007[0-0]\d{11}|90071[0-8]\d{10}|900719[0-8]\d{9}|9007199[0-1]\d{8}|90071992[0-4]\d{7}|900719925[0-3]\d{6}|9007199254[0-6]\d{5}|90071992547[0-3]\d{4}|9007199254740[0-8]\d{2}|90071992547409[0-8]\d{1}|900719925474099[0-0]\d{0}|9007199254740991)$/u.test(value["content-length"]))))) && (value["upload-checksum"] === undefined || (!("upload-checksum" in value) || (typeof value["upload-checksum"] === "string" && /^\s*(?:sha1 [A-Za-z0-9+/]{27}|sha256 [A-Za-z0-9+/]{43})={0,2}\s*$/u.test(value["upload-checksum"])))))))),
  },
  tus_terminate: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && (("secret" in value && "upload" in value) && ((typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret)) && typeof value.upload === "string")))),
    headers: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("tus-resumable" in value && (typeof value["tus-resumable"] === "string" && value["tus-resumable"] === "1.0.0")))),
  },
  send_uploads: {
    params: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("secret" in value && (typeof value.secret === "string" && /^[A-Za-z0-9_-]{43}$/u.test(value.secret))))),
    body: ((value) => ((typeof value === "object" && value !== null && !(Array.isArray(value))) && ("uploads" in value && (((Array.isArray(value.uploads) && value.uploads.every((unique_0) => (typeof unique_0 === "string"))) && (value.message === undefined || (!("message" in value) || typeof value.message === "string"))) && (value.from === undefined || (!("from" in value) || typeof value.from === "string")))))),
  },
};
