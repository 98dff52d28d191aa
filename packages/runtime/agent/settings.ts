import { HermesError } from '@hermes-agent/core';
import type { SecretPlace } from '@hermes-agent/tools';
import type { Demo } from '../demo/demo.ts';
import type { AgentDocument } from './agent-document.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Addresses, settings and secrets of an agent, each from its environment variable, its document, or its demo. */
export interface Surroundings {
  readonly servers: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, SecretPlace>>;
}

/**
 * What has no value anywhere is left out; a call that needs it answers `NOT_CONFIGURED` or `SECRET_MISSING`. Once one
 * server is configured, the demo stands in for no other: a real mail server and a demo mailbox would give one
 * step two truths.
 */
export function resolveSurroundings(
  document: AgentDocument,
  environment: Environment,
  demo: Demo | null,
): Surroundings {
  const servers: Record<string, string> = {};
  const configured = (name: string): string | undefined => {
    const { url_env, url } = document.servers[name]!;
    return (url_env === undefined ? undefined : environment[url_env]) || url;
  };
  const names = Object.keys(document.servers);
  const onDemos = names.every((name) => configured(name) === undefined);
  for (const name of names) {
    const { demo: offeredAs, url_env } = document.servers[name]!;
    const offered = onDemos && offeredAs !== undefined ? demo?.servers[offeredAs] : undefined;
    const address = configured(name) ?? offered;
    if (address === undefined) continue;
    if (!URL.canParse(address)) {
      throw new HermesError('AGENT_INVALID', `The address of ${name} is not a URL`, {
        layer: 'runtime',
        where: url_env ?? `${document.name}/agent.yaml servers.${name}`,
        hint: 'Give an address such as https://orders.example.com or smtp://mail.example.com:587.',
      });
    }
    servers[name] = address;
  }
  const settings: Record<string, string> = {};
  for (const [name, { env, default: fallback }] of Object.entries(document.settings)) {
    const value = environment[env] || (fallback === 'demo' ? demo?.settings[name] : fallback);
    if (value !== undefined) settings[name] = value;
  }
  const secrets: Record<string, SecretPlace> = {};
  for (const [name, { env, file, demo: offered }] of Object.entries(document.secrets)) {
    const ofDemo = offered === true ? demo?.secrets[name] : undefined;
    if (env !== undefined && environment[env]) secrets[name] = { env };
    else if (file !== undefined) secrets[name] = { file };
    else if (ofDemo !== undefined) secrets[name] = { value: ofDemo };
  }
  return { servers, settings, secrets };
}

/** What a demo brought, by the environment variables that would set the same. */
export function demoEnvironmentOf(document: AgentDocument, demo: Demo): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { url_env, demo: offeredAs } of Object.values(document.servers)) {
    const address = offeredAs === undefined ? undefined : demo.servers[offeredAs];
    if (url_env !== undefined && address !== undefined) variables[url_env] = address;
  }
  for (const [name, { env }] of Object.entries(document.settings)) {
    const value = demo.settings[name];
    if (value !== undefined) variables[env] = value;
  }
  for (const [name, { env }] of Object.entries(document.secrets)) {
    const value = demo.secrets[name];
    if (env !== undefined && value !== undefined) variables[env] = value;
  }
  return variables;
}
