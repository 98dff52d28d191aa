export { type Alert, type AlertSeverity, type Alerts, silentAlerts } from './alert/alert.ts';
export { parseYaml, readYaml } from './document/read-yaml.ts';
export { CODES, type Code, type CodeEntry, isCode } from './error/codes.ts';
export { asHermesError, HermesError, type HermesErrorOptions, type Layer } from './error/hermes-error.ts';
export { createIds, deriveId, type Ids } from './id/ids.ts';
export { canonicalJson, digestJson } from './json/canonical.ts';
export { formatPointer, parsePointer, readPointer } from './json/pointer.ts';
export { isJsonObject, type JsonObject, type JsonValue } from './json/value.ts';
export { type LogFields, type Logger, silentLogger } from './log/logger.ts';
export { type Random, systemRandom } from './random.ts';
export { type Clock, sleep, systemClock } from './time/clock.ts';
export { withDeadline } from './time/deadline.ts';
export { parseRetryAfter } from './time/retry-after.ts';
export { fanOutSpans } from './trace/fan-out.ts';
export {
  createTracer,
  parseTraceparent,
  type Span,
  type SpanRecord,
  type SpanScope,
  type SpanSink,
  type SpanValue,
  silentTracer,
  type Tracer,
  traceIdOf,
} from './trace/span.ts';
