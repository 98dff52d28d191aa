import {
  type Alerts,
  type Clock,
  fanOutSpans,
  type Ids,
  type Logger,
  type Random,
  type SpanSink,
} from '@hermes-agent/core';
import type { Environment } from '../agent/settings.ts';
import { createAlertChannels } from './alert/alert-channels.ts';
import { readWebhookSettings } from './alert/webhook-settings.ts';
import { createCounter } from './metrics/counter.ts';
import { createReading } from './metrics/reading.ts';
import { createSpanMetrics } from './metrics/span-metrics.ts';
import type { Metric } from './metrics/text.ts';
import { createOtlpExporter } from './otlp/otlp-exporter.ts';
import { readOtlpSettings } from './otlp/otlp-settings.ts';
import type { SpanStore } from './span-store.ts';

export interface Observation {
  /** Where every layer's spans go: the store, the metrics, and a collector where one is configured. */
  readonly spans: SpanSink;
  readonly alerts: Alerts;
  /** The metrics of this process in the Prometheus text format. `attentionOpen` is asked for the gauge. */
  metrics(attentionOpen: () => Promise<number>): Promise<string>;
  /** Sends what waits for at most `withinMs`. */
  close(withinMs: number): Promise<void>;
}

/**
 * Everything through which the people who run this see it from outside.
 *
 * Throws `INVALID_ARGUMENT` and `NOT_CONFIGURED` for what is wrong in `environment`.
 */
export function createObservation(
  environment: Environment,
  spanStore: SpanStore,
  world: { readonly clock: Clock; readonly random: Random; readonly ids: Ids; readonly logger: Logger },
): Observation {
  const otlpSettings = readOtlpSettings(environment);
  const webhookSettings = readWebhookSettings(environment);
  const otlp = otlpSettings === null ? null : createOtlpExporter(otlpSettings, world);
  const spanMetrics = createSpanMetrics();
  const alertCounter = createCounter({
    name: 'hermes_alerts_total',
    help: 'Alerts sent, the same one once in five minutes.',
    labels: ['code', 'severity'],
  });
  const alerts = createAlertChannels(webhookSettings, world, {
    raise: ({ code, severity }) => alertCounter.count(code, severity),
  });
  const losses: Metric[] = [
    createReading(
      {
        name: 'hermes_spans_dropped_total',
        help: 'Spans that never arrived where they were to be kept.',
        labels: ['sink'],
      },
      'counter',
      () => [[spanStore.dropped(), 'store'], ...(otlp === null ? [] : [[otlp.dropped(), 'otlp'] as const])],
    ),
    createReading(
      { name: 'hermes_alerts_dropped_total', help: 'Alerts that the webhook never took.', labels: [] },
      'counter',
      () => [[alerts.dropped()]],
    ),
  ];

  return {
    spans: fanOutSpans([spanStore, spanMetrics, ...(otlp === null ? [] : [otlp])]),
    alerts,
    async metrics(attentionOpen) {
      const attention = createReading(
        { name: 'hermes_attention_open', help: 'Matters that wait for a person.', labels: [] },
        'gauge',
        async () => [[await attentionOpen()]],
      );
      const page = [...spanMetrics.metrics, alertCounter, ...losses, attention];
      const lines = await Promise.all(page.map((metric) => metric.lines()));
      return `${lines.flat().join('\n')}\n`;
    },
    async close(withinMs) {
      await Promise.all([otlp?.close(withinMs), alerts.close(withinMs)]);
    },
  };
}
