/**
 * Where the server's half of every domain key comes from: a file, the environment, a key management service.
 * The other half, when there is one, is presented by the session and never stored.
 */
export interface KeyProvider {
  /** The id of the key under which new key bags of `domain` are sealed. */
  currentKeyId(domain: string): Promise<string>;
  /** 32 secret bytes. Throws `KEY_UNKNOWN` when no key has that id. */
  serverHalf(keyId: string): Promise<Uint8Array>;
  /** 32 secret bytes that turn user ids into pseudonyms. They outlive every rotation. */
  indexKey(): Promise<Uint8Array>;
}
