import { errorLine } from '../failure.ts';
import { type Terminal, writeJson } from '../terminal/terminal.ts';
import type { ChatOutput } from './output.ts';

/** One object a line; the names are documented in `docs/en/cli.md` and do not change. */
export function createJsonOutput({ stdout }: Terminal): ChatOutput {
  return {
    greeting() {},
    said() {},
    turn(turn, sessionId) {
      const { state, intent, confidence, excluded, slots, replies, emission, requestIds, turnId } = turn;
      writeJson(stdout, {
        turn: turn.turn,
        state,
        intent,
        confidence,
        excluded,
        slots,
        replies,
        emission,
        requestIds,
        turnId,
        sessionId,
      });
    },
    push: (reply, sessionId) => writeJson(stdout, { event: 'push', ...reply, sessionId }),
    error: (error) => writeJson(stdout, errorLine(error)),
  };
}
