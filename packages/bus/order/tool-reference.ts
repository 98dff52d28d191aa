/** One contract, pinned: a worker runs it only when it holds exactly this. */
export interface ToolReference {
  readonly tool: string;
  readonly version: string;
  /** Digest of the contract. */
  readonly hash: string;
}

/** A reference with the other versions that may stand in for it, the best first: same input, same effects. */
export interface RoutedReference extends ToolReference {
  readonly alternatives?: readonly ToolReference[];
}

/** `tool@version#hash`: what a claim names. */
export const routeOf = ({ tool, version, hash }: ToolReference): string => `${tool}@${version}#${hash}`;
