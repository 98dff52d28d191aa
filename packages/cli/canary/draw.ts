import type { CanaryView } from '@hermes-agent/runtime';
import type { Paint } from '../terminal/terminal.ts';

const PHASES = {
  running: 'cyan',
  promoted: 'green',
  rolled_back: 'red',
} as const satisfies Record<CanaryView['phase'], string>;

const FINDINGS: Readonly<Record<CanaryView['finding'], string>> = {
  too_few_stable: 'too few requests of the stable version to judge',
  too_few_candidate: 'too few requests of the candidate to judge',
  undecided: 'not decided yet',
  worse: 'worse than the stable version',
  sound: 'no worse than the stable version',
};

/** A canary as an operator reads it. */
export function drawCanary(view: CanaryView, paint: Paint): string[] {
  const { tool, stable, candidate, phase, weight, automatic, reason, by, faults } = view;
  const name = `${tool} ${stable.version} → ${candidate.version}`;
  const share = `${weight / 100} %${automatic && phase === 'running' ? ', climbing by itself' : ''}`;
  const why = reason === null ? `by ${by}` : `${reason}, by ${by}`;
  return [
    `${paint('bold', name)}  ${paint(PHASES[phase], phase)}  ${share}  ${paint('dim', why)}`,
    `  ${FINDINGS[view.finding]}`,
    ...Object.entries(faults).map(([kind, { candidate: of, stable: beside, bound }]) =>
      paint(
        'dim',
        `  ${kind.padEnd(8)}  candidate ${of.faults}/${of.trials}  stable ${beside.faults}/${beside.trials}  bound ${(bound * 100).toFixed(1)} %`,
      ),
    ),
  ];
}
