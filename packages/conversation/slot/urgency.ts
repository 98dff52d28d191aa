import type { Span, Utterance } from '../text/utterance.ts';

const URGENT =
  /(?<!不|没|别|么|应|不是很|不太|不着)(?:[很特好太真非]常?别?)?(?:着急|急用|急死|急需|紧急|加急|急)(?!诊|救|性)|尽快|尽早|赶紧|赶快|快点|快一点|马上|立刻|立即|火速|等不及|(?<!not |no |isn't |n't )(?:(?<![a-z])(?:urgent(?:ly)?|asap|a\.s\.a\.p|as soon as possible|right away|immediately|rush|in a hurry|hurry)(?![a-z]))/gu;

/** The first word of urgency, which makes a task `priority: high`; null when there is none (不急, "not urgent"). */
export function findUrgency({ folded }: Utterance): Span | null {
  const match = [...folded.matchAll(URGENT)][0];
  return match === undefined ? null : [match.index, match.index + match[0].length];
}
