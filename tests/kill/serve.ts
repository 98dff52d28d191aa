/** A server in a process of its own, to be killed: `node serve.ts DATA_DIR AGENTS_FOLDER`. Prints its address. */
import { join } from 'node:path';
import { createHermes, listAgentFolders } from '@hermes-agent/runtime';
import { startServer } from '@hermes-agent/server';

const [dataDir = '', agentsFolder = ''] = process.argv.slice(2);
const hermes = await createHermes({
  agentFolders: await listAgentFolders(agentsFolder),
  dataDir,
  demos: true,
  worker: true,
  workerSettings: { leaseMs: 900 },
  environment: process.env,
  logTo: join(dataDir, 'hermes.log'),
});
const server = await startServer({ hermes, port: 0 });
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
