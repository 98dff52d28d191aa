import type { LogFields, Logger } from '@hermes-agent/core';
import pino from 'pino';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface PinoLogger extends Logger {
  /** Writes what is still buffered. */
  flush(): void;
}

/** JSON lines to a file or to standard error; standard output belongs to what a command prints. */
export function createPinoLogger(level: LogLevel, to: string): PinoLogger {
  const destination = pino.destination({
    dest: to === 'stderr' ? 2 : to,
    mkdir: true,
    sync: true,
    mode: 0o600,
  });
  const root = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' },
    destination,
  );
  return { ...wrap(root), flush: () => root.flush() };
}

function wrap(logger: pino.Logger): Logger {
  return {
    debug: (message, fields) => logger.debug(fields ?? {}, message),
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
    with: (fields: LogFields) => wrap(logger.child(fields)),
  };
}
