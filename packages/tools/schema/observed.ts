/**
 * The type of what was found, in JSON Schema's words. Types only, never values: an error, a log line or a
 * drift record made of these cannot leak.
 */
export function observedType(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'missing';
    case 'number':
      if (!Number.isFinite(value)) return 'number beyond range';
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'bigint':
      return 'integer beyond 2^53';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'array' : 'object';
    default:
      return typeof value;
  }
}
