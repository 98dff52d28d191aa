import { HermesError } from '../error/hermes-error.ts';
import type { Clock } from './clock.ts';

/**
 * Runs `work` with a signal that aborts after `limitMs` or with the caller's own signal, whichever is first.
 * The wait is bounded even when `work` ignores its signal.
 *
 * Throws `DEADLINE_EXCEEDED` at the limit, or the outer signal's reason.
 */
export async function withDeadline<T>(
  clock: Clock,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const onOuter = (): void => controller.abort(outer!.reason);
  outer?.addEventListener('abort', onOuter, { once: true });
  const cancel = clock.after(limitMs, () =>
    controller.abort(
      new HermesError('DEADLINE_EXCEEDED', `No answer within ${limitMs} ms`, {
        layer: 'core',
        details: { limitMs },
      }),
    ),
  );
  try {
    return await new Promise<T>((resolve, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    cancel();
    outer?.removeEventListener('abort', onOuter);
  }
}
