/** Loaded into a server before its own code: its clock is ahead by as many milliseconds as `AHEAD_MS` says. */
const aheadMs = Number(process.env['AHEAD_MS'] ?? 0);
const read = Date.now;

Date.now = () => read() + aheadMs;
