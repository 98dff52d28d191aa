/** One kind of breach of one contract, counted. Types only: a bucket holds no value of anybody's. */
export interface DriftBucket {
  readonly tool: string;
  readonly version: string;
  readonly pointer: string;
  /** The schema's keyword that was broken; `undeclared` for a field that no schema names. */
  readonly keyword: string;
  readonly observed: string;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export type DriftObservation = Pick<DriftBucket, 'tool' | 'version' | 'pointer' | 'keyword' | 'observed'>;

/** Where live breaches of output schemas are counted. Recording never fails a call and never blocks it. */
export interface DriftStore {
  record(observation: DriftObservation): void;
  /** Latest first. */
  list(): Promise<readonly DriftBucket[]>;
}
