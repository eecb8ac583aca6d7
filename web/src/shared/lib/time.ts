export type Zone = 'local' | 'utc';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Length of time in one or two units: `45 s`, `12 min`, `3 h 10 min`, `5 d`. */
export function durationText(millis: number): string {
  const value = Math.max(0, millis);
  if (value < MINUTE) return `${Math.floor(value / SECOND)} s`;
  if (value < HOUR) return `${Math.floor(value / MINUTE)} min`;
  if (value < DAY) {
    const minutes = Math.floor((value % HOUR) / MINUTE);
    const hours = Math.floor(value / HOUR);
    return hours < 10 && minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  }
  return `${Math.floor(value / DAY)} d`;
}

/** `just now`, `12 min ago`, or `in 3 h` for a time to come. */
export function relativeText(at: number, now: number): string {
  const age = now - at;
  if (Math.abs(age) < 5 * SECOND) return 'just now';
  return age > 0 ? `${durationText(age)} ago` : `in ${durationText(-age)}`;
}

/** Date and time with the zone: `2026-11-30 14:02:11 UTC`. */
export function absoluteText(at: number, zone: Zone): string {
  const date = new Date(at);
  if (zone === 'utc') return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const offset = -date.getTimezoneOffset();
  const sign = offset < 0 ? '−' : '+';
  const hours = pad(Math.floor(Math.abs(offset) / 60));
  const minutes = pad(Math.abs(offset) % 60);
  return `${day} ${clockText(at, zone)}:${pad(date.getSeconds())} UTC${sign}${hours}:${minutes}`;
}

/** Hours and minutes. */
export function clockText(at: number, zone: Zone): string {
  const date = new Date(at);
  const pad = (value: number) => String(value).padStart(2, '0');
  return zone === 'utc'
    ? date.toISOString().slice(11, 16)
    : `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
