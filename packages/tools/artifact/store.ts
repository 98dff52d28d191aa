/** On whose behalf something is kept. Nobody else reads it. */
export interface ArtifactOwner {
  readonly tenant: string;
  readonly subject: string;
}

/** What travels in inputs and outputs instead of the bytes. On the wire as it stands here. */
export interface ArtifactRef {
  /** The id: a UUID. */
  readonly artifact: string;
  /** Of the content, in hex. */
  readonly sha256: string;
  readonly media_type: string;
  readonly bytes: number;
  /** A file name to show; never a path. */
  readonly name: string;
}

export interface ArtifactDescription {
  readonly mediaType: string;
  readonly name: string;
  readonly owner: ArtifactOwner;
}

export interface StoredArtifact {
  readonly ref: ArtifactRef;
  readonly owner: ArtifactOwner;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The largest content that a store takes. */
export const MOST_ARTIFACT_BYTES = 25 * 1024 * 1024;

/**
 * Keeps files that travel between steps. An implementation is accepted by passing
 * `artifactStoreConformance` of `@hermes-agent/tools/conformance`.
 */
export interface ArtifactStore {
  /** Durable once it resolves. Throws `ARTIFACT_TOO_LARGE`, `INVALID_ARGUMENT`. */
  put(content: Uint8Array | AsyncIterable<Uint8Array>, about: ArtifactDescription): Promise<ArtifactRef>;
  /**
   * The content, checked against its digest and the reference's. Throws `ARTIFACT_NOT_FOUND`, also when it is
   * another's, has been tampered with, or its key has been destroyed.
   */
  get(ref: ArtifactRef, owner: ArtifactOwner): Promise<Uint8Array>;
  /** What is known of an id, without its content; null when there is nothing. For operators. */
  describe(artifact: string): Promise<StoredArtifact | null>;
  /** Whether there was something of this owner's to delete. */
  delete(artifact: string, owner: ArtifactOwner): Promise<boolean>;
  /** Deletes what is older than `ageMs`, and what a crash left half-written. Returns how many. */
  sweep(ageMs: number): Promise<number>;
}
