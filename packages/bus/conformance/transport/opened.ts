import type { Store } from '@hermes-agent/store';
import { afterEach } from 'vitest';
import type { Topic, Transport } from '../../transport/port.ts';

/** Something that carries hints between processes over one set of data. */
export interface TransportUnderTest {
  /** A store over the data and a transport, as one more process would have them. The suite closes them. */
  connect(): Promise<TransportEnd>;
  /** Whether hints reach other processes. Where not, those look by themselves. */
  readonly reachesOthers: boolean;
  /** Breaks off what carries hints; it has to come back by itself. Null where nothing can break. */
  readonly interrupt: (() => Promise<void>) | null;
  dispose(): Promise<void>;
}
export type OpenTransportUnderTest = () => Promise<TransportUnderTest>;

export interface TransportEnd {
  readonly store: Store;
  readonly transport: Transport;
  close(): Promise<void>;
}

/** Opens a place for one test; everything opened is closed after it, the latest first. */
export function openEach(open: OpenTransportUnderTest) {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  return async () => {
    const { connect, dispose, ...place } = await open();
    closers.push(dispose);
    return {
      ...place,
      async connect(): Promise<TransportEnd> {
        const end = await connect();
        closers.push(end.close);
        return end;
      },
      /** What has to be ended before the places it lives on. */
      closes: (close: () => Promise<void>) => void closers.push(close),
    };
  };
}

/** Collects the ids that a listener hears. */
export async function listen({ transport }: TransportEnd, topic: Topic) {
  const ids = new Set<string>();
  const stop = await transport.subscribe(topic, (heard) => {
    for (const id of heard) ids.add(id);
  });
  return { ids, stop };
}
