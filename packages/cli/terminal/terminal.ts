import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Where a command reads and writes, and what it knows of its surroundings. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const processTerminal: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
};

/** Styles for a stream: none when it is no terminal, or when NO_COLOR is set. */
export type Paint = (style: Style, text: string) => string;

export const createPaint =
  (stream: NodeJS.WriteStream): Paint =>
  (style, text) =>
    styleText(style, text, { stream });

export const writeLine = (stream: NodeJS.WriteStream, line = ''): void => void stream.write(`${line}\n`);

/** One JSON object a line: what `--json` promises everywhere. */
export const writeJson = (stream: NodeJS.WriteStream, value: object): void =>
  writeLine(stream, JSON.stringify(value));
