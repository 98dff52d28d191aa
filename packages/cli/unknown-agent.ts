import { HermesError } from '@hermes-agent/core';
import { findNearest } from './nearest.ts';

/** `AGENT_UNKNOWN` with the nearest name and those there are. */
export function unknownAgent(agent: string, names: readonly string[]): HermesError {
  const nearest = findNearest(agent, names);
  const guess = nearest === undefined ? '' : `Did you mean ${nearest}? `;
  return new HermesError('AGENT_UNKNOWN', `There is no agent ${agent}`, {
    layer: 'cli',
    hint: `${guess}There are: ${names.join(', ')}.`,
  });
}
