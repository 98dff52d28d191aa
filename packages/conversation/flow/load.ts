import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HermesError, parseYaml } from '@hermes-agent/core';
import { z } from 'zod';
import { BUILT_IN_TEXTS } from '../response/built-in.ts';
import type { Response, Responses } from '../response/response.ts';
import { checkDirectory, checkFlow, checkResponses, type Whole } from './check.ts';
import type { Flow, FlowSet } from './flow.ts';
import {
  type DirectoryDocument,
  directoryDocument,
  type FlowDocument,
  flowDocument,
  type ResponsesDocument,
  responsesDocument,
} from './format.ts';
import { toFlow } from './translate.ts';

interface Source {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads an agent folder's `flows/*.yaml` (flows and responses, told apart by their version key) and its `directory.yaml`
 * when there is one, and checks them as a whole.
 *
 * Throws `DOCUMENT_INVALID` with `file:line:column` at the first thing wrong.
 */
export async function loadFlows(folder: string): Promise<FlowSet> {
  const sources = await readSources(join(folder, 'flows'));
  const flows: (Source & { document: FlowDocument })[] = [];
  const responses: (Source & { document: ResponsesDocument })[] = [];
  for (const source of sources) {
    const kind = /^(flow|responses)\s*:/m.exec(source.text)?.[1];
    if (kind === undefined) parse(source, eitherDocument);
    if (kind === 'flow') flows.push({ ...source, document: parse(source, flowDocument) });
    else responses.push({ ...source, document: parse(source, responsesDocument) });
  }
  if (flows.length === 0) throw missing(join(folder, 'flows'), 'No flow is there');
  const directory = await readOptional(join(folder, 'directory.yaml'));
  const people = directory === null ? null : parse(directory, directoryDocument);

  const whole: Whole = {
    flows: flows.map(({ document }) => document),
    responses: responses.map(({ document }) => document),
    directory: people,
    builtIn: BUILT_IN_TEXTS,
  };
  // a second reading, now that the whole is known, so that each complaint carries the place it is about
  for (const source of flows) parse(source, flowDocument.superRefine(checkFlow(whole)));
  for (const source of responses) parse(source, responsesDocument.superRefine(checkResponses(whole)));
  if (directory !== null) parse(directory, directoryDocument.superRefine(checkDirectory()));
  return toFlowSet(whole);
}

const eitherDocument = z
  .looseObject({})
  .refine(
    (keys) => 'flow' in keys || 'responses' in keys,
    'expected a document that begins with `flow:` or `responses:`',
  );

/** A misspelt key is two faults at once, one unknown and one missing; the unknown one is the one to correct. */
function parse<T>({ text, file }: Source, schema: z.ZodType<T>): T {
  try {
    return parseYaml(text, file, schema, 'conversation');
  } catch (error) {
    const unknown = error instanceof HermesError ? unknownKeyOf(error) : null;
    if (unknown === null) throw error;
    const { where, path, message } = unknown;
    throw new HermesError('DOCUMENT_INVALID', path === '' ? message : `${path}: ${message}`, {
      layer: 'conversation',
      where,
      hint: 'Check its spelling, or remove it.',
      details: (error as HermesError).details,
      cause: error,
    });
  }
}

const issueFound = z.object({ where: z.string(), path: z.string(), message: z.string() });

function unknownKeyOf({ details }: HermesError): z.infer<typeof issueFound> | null {
  const issues = z.array(issueFound).safeParse(details.issues);
  return issues.data?.find(({ message }) => message.startsWith('Unrecognized key')) ?? null;
}

function toFlowSet({ flows, responses, directory, builtIn }: Whole): FlowSet {
  const texts = new Map<string, Response>(builtIn);
  const words = new Map<string, Map<string, { zh: string; en: string }>>();
  for (const document of responses) {
    for (const [key, { zh, en, fallback, options }] of Object.entries(document.texts))
      texts.set(key, { text: { zh, en }, fallback: fallback ?? null, options: options ?? null });
    for (const [table, entries] of Object.entries(document.words))
      words.set(table, new Map(Object.entries(entries)));
  }
  const all: Responses = { texts, words };
  return { flows: flows.map(toFlow) as Flow[], responses: all, directory: toDirectory(directory) };
}

const toDirectory = (document: DirectoryDocument | null): FlowSet['directory'] =>
  document === null ? null : { people: document.people };

async function readSources(folder: string): Promise<Source[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw missing(folder, 'The folder cannot be read', cause);
  });
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  return Promise.all(
    files.map(async (name) => ({
      file: join(folder, name),
      text: await readFile(join(folder, name), 'utf8'),
    })),
  );
}

const readOptional = (file: string): Promise<Source | null> =>
  readFile(file, 'utf8').then(
    (text) => ({ file, text }),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw missing(file, 'The file cannot be read', error);
    },
  );

const missing = (where: string, message: string, cause?: unknown): HermesError =>
  new HermesError('DOCUMENT_INVALID', message, {
    layer: 'conversation',
    where,
    hint: 'An agent folder holds flows/*.yaml, one flow in each, and their responses.',
    cause,
  });
