import './waterfall.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TraceSpan } from '../api/wire.ts';
import { useLocale } from '../locale/locale.ts';
import { formatDuration } from '../time/duration.ts';
import { formatPreciseClock } from '../time/instant.ts';
import { layerColour, layersOf, spanColour } from './layer.ts';
import type { TraceLayout } from './layout.ts';
import { spanNote } from './span-note.ts';
import { notableCode } from './status.ts';

const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`;

/** One bar a span, indented under its parent, in its layer's colour. A row opens to its attributes. */
export function Waterfall({ layout }: { readonly layout: TraceLayout }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<string | null>(null);
  if (layout.rows.length === 0) return <p className="quiet">{t('trace.noSpansHint')}</p>;
  return (
    <div className="waterfall">
      <ul className="waterfall-legend" aria-label={t('trace.layers')}>
        {layersOf(layout.rows.map((row) => row.span)).map((layer) => (
          <li key={layer}>
            <i style={{ background: layerColour(layer) }} />
            {layer}
          </li>
        ))}
      </ul>
      <div className="waterfall-axis" aria-hidden="true">
        <span>0</span>
        {layout.ticks.map((tick) => (
          <span key={tick.ms} style={{ left: percent(tick.offset) }}>
            {formatDuration(tick.ms)}
          </span>
        ))}
        <span className="waterfall-axis-end">{formatDuration(layout.durationMs)}</span>
      </div>
      <ol className="waterfall-rows">
        {layout.rows.map(({ span, depth, offset, width, durationMs }) => {
          const isOpen = open === span.span_id;
          const failed = notableCode(span.code) !== null;
          return (
            <li key={span.span_id} data-failed={failed}>
              <button
                type="button"
                className="waterfall-row"
                data-testid="span-row"
                data-layer={span.layer}
                aria-expanded={isOpen}
                onClick={() => setOpen(isOpen ? null : span.span_id)}
              >
                <span
                  className="waterfall-name"
                  style={{ paddingInlineStart: `${Math.min(depth, 8) * 12}px` }}
                >
                  <i style={{ background: layerColour(span.layer) }} />
                  <span className="waterfall-words" title={`${span.name} ${spanNote(span)}`}>
                    {span.name} <small>{spanNote(span)}</small>
                  </span>
                  <span className="visually-hidden">{span.layer}</span>
                </span>
                <span className="waterfall-lane">
                  {layout.ticks.map((tick) => (
                    <i key={tick.ms} className="waterfall-tick" style={{ left: percent(tick.offset) }} />
                  ))}
                  {layout.gaps.map((gap) => (
                    <i
                      key={gap.offset}
                      className="waterfall-gap"
                      title={t('trace.waited', { duration: formatDuration(gap.durationMs) })}
                      style={{ left: percent(gap.offset), width: percent(gap.width) }}
                    />
                  ))}
                  <i
                    className="waterfall-bar"
                    style={{
                      left: percent(offset),
                      width: percent(width),
                      background: spanColour(span),
                    }}
                  />
                  {failed && (
                    <code className="waterfall-code" {...placeCode(offset, width)}>
                      {span.code}
                    </code>
                  )}
                </span>
                <span className="waterfall-time">{formatDuration(durationMs)}</span>
              </button>
              {isOpen && <SpanDetail span={span} />}
            </li>
          );
        })}
      </ol>
      {layout.gaps.map((gap) => (
        <p key={gap.offset} className="waterfall-waited">
          <i className="waterfall-gap" /> {t('trace.waited', { duration: formatDuration(gap.durationMs) })}
        </p>
      ))}
    </div>
  );
}

/** The code stands inside a long bar, else beside a short one, where there is room. */
function placeCode(offset: number, width: number) {
  if (width > 0.4) return { 'data-inside': true, style: { left: percent(offset) } };
  const end = offset + width;
  return { style: end < 0.6 ? { left: percent(end) } : { right: percent(1 - offset) } };
}

function SpanDetail({ span }: { readonly span: TraceSpan }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const attributes = Object.entries(span.attributes);
  return (
    <dl className="waterfall-detail">
      <dt>{t('trace.started')}</dt>
      <dd>{formatPreciseClock(span.start_ms, locale)}</dd>
      <dt>{t('trace.code')}</dt>
      <dd>{span.code}</dd>
      <dt>{t('trace.span')}</dt>
      <dd>{span.span_id}</dd>
      {attributes.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
      {attributes.length === 0 && <dt className="waterfall-bare">{t('trace.noAttributes')}</dt>}
    </dl>
  );
}
