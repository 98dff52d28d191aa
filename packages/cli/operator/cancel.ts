import { type Terminal, writeJson, writeLine } from '../terminal/terminal.ts';
import { type DeskOptions, withDesk } from './choose-desk.ts';

/** `hermes cancel`: stops a request. What has been done is undone, and the user hears of both. */
export async function cancelRequest(
  requestId: string,
  options: DeskOptions,
  terminal: Terminal,
): Promise<void> {
  const { status } = await withDesk(options, terminal, (desk) => desk.cancel(requestId));
  if (options.json === true) writeJson(terminal.stdout, { requestId, status });
  else writeLine(terminal.stdout, `${requestId} is now ${status}.`);
}
