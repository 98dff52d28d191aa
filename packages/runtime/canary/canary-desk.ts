import type { Bus, CanaryView, ToolReference } from '@hermes-agent/bus';
import { HermesError } from '@hermes-agent/core';
import type { Contract } from '@hermes-agent/tools';
import semver from 'semver';
import type { Agent } from '../agent/agent.ts';

export interface CanaryWish {
  readonly agent: string;
  readonly tool: string;
  /** The version that new requests run today; the one below the candidate in its major by default. */
  readonly stable?: string;
  /** The version to try; the highest in the agent's folder by default. */
  readonly candidate?: string;
  /** How many of 10,000 requests it gets first. */
  readonly weight?: number;
  readonly automatic?: boolean;
  readonly by: string;
}

/** Starts and steers canaries by what the agents' folders hold. */
export interface CanaryDesk {
  /**
   * Throws `AGENT_UNKNOWN`, `TOOL_UNKNOWN`, `CONFLICT`, and `INVALID_ARGUMENT` for versions of which one cannot
   * stand in for the other.
   */
  start(wish: CanaryWish): Promise<CanaryView>;
  list(): Promise<readonly CanaryView[]>;
  promote(tool: string, by: string, weight?: number): Promise<CanaryView>;
  rollback(tool: string, by: string, reason?: string): Promise<CanaryView>;
}

export function createCanaryDesk(
  { canary }: Pick<Bus, 'canary'>,
  agents: ReadonlyMap<string, Agent>,
): CanaryDesk {
  return {
    async start({ agent: name, tool, weight, automatic, by, ...wish }) {
      const agent = agents.get(name);
      if (agent === undefined) {
        throw new HermesError('AGENT_UNKNOWN', `There is no agent ${name} here`, {
          layer: 'runtime',
          hint: `There are: ${[...agents.keys()].join(', ')}.`,
        });
      }
      const versions = agent.contracts
        .filter((contract) => contract.name === tool)
        .sort((left, right) => semver.rcompare(left.version, right.version));
      const candidate = find(versions, tool, wish.candidate);
      const below = versions.filter(
        ({ version }) =>
          semver.lt(version, candidate.version) && semver.major(version) === semver.major(candidate.version),
      );
      const stable = wish.stable === undefined ? find(below, tool) : find(versions, tool, wish.stable);
      checkInterchangeable(stable, candidate);
      return canary.start({
        stable: referenceOf(stable),
        candidate: referenceOf(candidate),
        by,
        ...(weight === undefined ? {} : { weight }),
        ...(automatic === undefined ? {} : { automatic }),
      });
    },
    list: canary.list,
    promote: canary.promote,
    rollback: canary.rollback,
  };
}

function find(versions: readonly Contract[], tool: string, version?: string): Contract {
  const found = version === undefined ? versions[0] : versions.find((one) => one.version === version);
  if (found !== undefined) return found;
  throw new HermesError(
    'TOOL_UNKNOWN',
    version === undefined
      ? `The agent’s folder holds no two versions of ${tool} of one major`
      : `The agent’s folder holds no ${tool} ${version}`,
    { layer: 'runtime', hint: 'A canary needs the contracts of both versions in contracts/.' },
  );
}

/** What was planned and confirmed for one has to be what the other does. */
function checkInterchangeable(stable: Contract, candidate: Contract): void {
  const differs = (['effects', 'idempotent'] as const).find((key) => stable[key] !== candidate[key]);
  const uncallable = [stable, candidate].find(({ binding }) => binding === null);
  if (differs === undefined && uncallable === undefined) return;
  throw new HermesError(
    'INVALID_ARGUMENT',
    differs === undefined
      ? `${uncallable!.name} ${uncallable!.version} has no binding and cannot be called`
      : `${stable.version} and ${candidate.version} differ in ${differs}: one cannot stand in for the other`,
    { layer: 'runtime', where: `${candidate.name}@${candidate.version}` },
  );
}

const referenceOf = ({ name, version, hash }: Contract): ToolReference => ({ tool: name, version, hash });
