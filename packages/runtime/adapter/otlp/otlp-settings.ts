import type { Environment } from '../../agent/settings.ts';
import { readHttpUrl } from '../delivery/http-url.ts';

export interface OtlpSettings {
  readonly url: URL;
  /** What a collector wants to see, credentials among it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/**
 * Where spans go, from the variables that the OpenTelemetry specification names; null when nowhere. The address
 * for traces is taken as it is, the common one gets `/v1/traces`.
 *
 * Throws `INVALID_ARGUMENT` for what is no address.
 */
export function readOtlpSettings(environment: Environment): OtlpSettings | null {
  const {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces,
    OTEL_EXPORTER_OTLP_ENDPOINT: common,
    OTEL_EXPORTER_OTLP_HEADERS: headers = '',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: tracesHeaders = '',
    OTEL_SERVICE_NAME: serviceName,
    OTEL_SDK_DISABLED: disabled,
  } = environment;
  if ((!traces && !common) || disabled?.toLowerCase() === 'true') return null;
  return {
    url: traces
      ? readHttpUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', traces)
      : readHttpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', `${common!.replace(/\/+$/, '')}/v1/traces`),
    headers: { ...parseHeaders(headers), ...parseHeaders(tracesHeaders) },
    serviceName: serviceName || 'hermes-agent',
  };
}

/** `key=value,key=value` with percent-encoded values (W3C Baggage); what is not of this form is left out. */
function parseHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = decode(value);
  }
  return headers;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
