/** The layers in the order a turn passes them; the legend and the colours follow it. */
const LAYERS = ['server', 'runtime', 'conversation', 'bus', 'tools', 'memory', 'store', 'core'] as const;

/** The custom property that holds a layer's colour. */
export const layerColour = (layer: string): string =>
  (LAYERS as readonly string[]).includes(layer) ? `var(--layer-${layer})` : 'var(--layer-core)';

/** The layers of these spans, each once, in the order of `LAYERS`. */
export function layersOf(spans: readonly { readonly layer: string }[]): string[] {
  const present = new Set(spans.map((span) => span.layer));
  const known = LAYERS.filter((layer) => present.has(layer));
  return [...known, ...[...present].filter((layer) => !(LAYERS as readonly string[]).includes(layer))];
}

/** A bar has its layer's colour; a failure stands out, a cancelled one steps back. */
export function spanColour({ layer, code }: { readonly layer: string; readonly code: string }): string {
  if (code === 'OK') return layerColour(layer);
  return code === 'CANCELLED' ? 'var(--layer-core)' : 'var(--bad)';
}
