/** Flat facts beside a log line. Never a secret, never personal data. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The handle a layer logs through; `runtime` puts pino behind it. Every line about a request carries `request_id`. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger whose lines all carry `fields` too. */
  with(fields: LogFields): Logger;
}

/** Says nothing; the default of every layer used alone. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  with: () => silentLogger,
};
