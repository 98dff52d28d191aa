import { rule, type TimeRule } from './token.ts';

/** What may not follow a bare number that is to be part of a date: more figures, a unit of something else. */
const NO_UNIT = '(?![\\d%:/a-z元块件个台张单份条人家位次]|[.,]\\d)';
const YEAR = '((?:19|20|21)\\d\\d)';

/** Dates written with figures, in any language, and the bare numbers that belong to a date only beside one. */
export const NUMBER_RULES: readonly TimeRule[] = [
  rule('(?<![\\d.-])(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?!\\d)', (match) => ({
    part: 'date',
    year: Number(match[1]),
    month: Number(match[3]),
    day: Number(match[4]),
  })),
  rule(
    '(?<=\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2} ?[-–—~] ?)(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?!\\d)',
    (match) => ({
      part: 'date',
      year: Number(match[1]),
      month: Number(match[3]),
      day: Number(match[4]),
    }),
  ),
  rule(`(?<![\\d.-])${YEAR}[-/.](0[1-9]|1[0-2]|[1-9])(?![\\d./-])`, (match) => ({
    part: 'year-month',
    year: Number(match[1]),
    month: Number(match[2]),
  })),
  rule('(?<![\\d.-])(\\d{1,2})([-/.])(\\d{1,2})\\2((?:19|20)\\d\\d)(?![\\d-])', (match) => ({
    part: 'slashes',
    first: Number(match[1]),
    second: Number(match[3]),
    year: Number(match[4]),
  })),
  rule(`(?<![\\d$¥.,a-z-])${YEAR}(?=\\s*-?\\s*(?:q[1-4]|h[12])(?![a-z0-9]))`, (match) => ({
    part: 'year',
    year: Number(match[1]),
  })),
  rule('(?<=\\d{4}\\s*)-?\\s*q([1-4])(?![a-z0-9])', (match) => ({
    part: 'quarter',
    quarter: Number(match[1]),
  })),
  rule('(?<=\\d{4}\\s*)-?\\s*h([12])(?![a-z0-9])', (match) => ({ part: 'half', half: Number(match[1]) })),
  rule("(?<=[qh][1-4])\\s*'\\s*(\\d\\d)(?!\\d)", (match) => ({
    part: 'year',
    year: 2000 + Number(match[1]),
  })),
  rule(`(?<![\\d$¥.,a-z])(?<!(?<!\\d{4} ?)-)${YEAR}${NO_UNIT}`, (match) => ({
    part: 'year',
    year: Number(match[1]),
  })),
  rule(`(?<![\\d$¥.,a-z-])(\\d{1,2})${NO_UNIT}`, (match) => ({ part: 'day', day: Number(match[1]) }), true),
  rule(
    '(?<![\\d$¥.,a-z-])(\\d{1,2})\\.(?= ?[a-z]{3})',
    (match) => ({ part: 'day', day: Number(match[1]) }),
    true,
  ),
  rule('[-–—~]', { part: 'connector' }, true),
  rule(',', { part: 'glue' }, true),
  // figures that are no date by themselves make what stands beside them unclear
  rule(`(?:19|20)\\d\\d ?'?s(?![a-z])`, { part: 'unknown' }),
  rule(
    '(?<![\\d$¥a-z])(?!\\d{4} ?[-–~] ?\\d{4}(?!\\d))(?!\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}(?!\\d))\\d{1,4}(?: ?[-/.] ?\\d{1,4})+',
    { part: 'unknown' },
    true,
  ),
  rule('(?<![$¥])\\d+', { part: 'unknown' }, true),
];
