import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { installDebianPackages } from './debian.ts';
import { freePort } from './free-port.ts';
import { type PrivateServer, startPrivateServer } from './private-server.ts';
import { asOwner, ownedFolder, ownerNamed } from './server-owner.ts';

/** The program itself. What Debian has on the PATH is a wrapper that knows only the system's own broker. */
const PROGRAMS = [
  '/usr/lib/rabbitmq/bin/rabbitmq-server',
  '/opt/homebrew/opt/rabbitmq/sbin/rabbitmq-server',
  '/usr/local/opt/rabbitmq/sbin/rabbitmq-server',
];
const NAME = 'hermes';
const ANSWER_MS = 2_000;
const AMQP_HEADER = Buffer.from('AMQP\0\0\x09\x01', 'latin1');

/** Brings its own port mapper, since the system's belongs to the system's broker. A second one ends by itself. */
const START = 'epmd -port "$ERL_EPMD_PORT" -address 127.0.0.1 & exec "$0" >&2';

export interface PrivateRabbitmqOptions {
  /** Lets the broker use every core, as when it is measured. Default: one, as tests run side by side. */
  readonly everyCore?: boolean;
}

/**
 * Starts a RabbitMQ of our own: a new folder for its data, cookie and logs, free ports of 127.0.0.1, its own
 * virtual host, no plugins; its `url` may do everything there. Never touches a broker, or a port mapper of
 * Erlang, that is there already. As root it runs under the system's `rabbitmq` user. It takes some seconds.
 * Returns null where RabbitMQ is not installed and cannot be.
 */
export async function startPrivateRabbitmq(
  options: PrivateRabbitmqOptions = {},
): Promise<PrivateServer | null> {
  const find = (): string | undefined => PROGRAMS.find((path) => existsSync(path));
  if (find() === undefined) installDebianPackages(['rabbitmq-server']);
  const program = find();
  if (program === undefined) return null;
  const owner = await ownerNamed('rabbitmq');
  return startPrivateServer('RabbitMQ', async () => {
    const folder = await ownedFolder('rabbitmq', owner);
    const [port, nodePort, mapperPort] = [await freePort(), await freePort(), await freePort()];
    const settings = [
      `listeners.tcp.1 = 127.0.0.1:${port}`,
      ...['default_vhost', 'default_user', 'default_pass'].map((setting) => `${setting} = ${NAME}`),
      'log.file = false',
      'log.console = true',
      'log.console.level = error',
    ];
    await writeFile(join(folder, 'rabbitmq.conf'), `${settings.join('\n')}\n`);
    const absent = join(folder, 'absent');
    return {
      url: `amqp://${NAME}:${NAME}@127.0.0.1:${port}/${NAME}`,
      folder,
      command: [...asOwner(owner), '/bin/sh', '-c', START, program],
      environment: {
        HOME: folder,
        RABBITMQ_NODENAME: `${NAME}@localhost`,
        RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
        RABBITMQ_ADVANCED_CONFIG_FILE: absent,
        RABBITMQ_CONF_ENV_FILE: absent,
        RABBITMQ_ENABLED_PLUGINS_FILE: absent,
        RABBITMQ_MNESIA_BASE: folder,
        RABBITMQ_LOG_BASE: folder,
        RABBITMQ_DIST_PORT: String(nodePort),
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `-kernel inet_dist_use_interface {127,0,0,1}${options.everyCore === true ? '' : ' +S 1:1'}`,
        ERL_EPMD_PORT: String(mapperPort),
        ERL_EPMD_ADDRESS: '127.0.0.1',
        // It then becomes the broker instead of a shell that waits for it.
        RUNNING_UNDER_SYSTEMD: 'true',
      },
      stopSignal: 'KILL',
      restartSignal: 'SIGKILL',
      ask: () => ask(port),
    };
  });
}

/** A broker that is ready answers the protocol's header with its own first frame. */
async function ask(port: number): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const socket = connect({ port, host: '127.0.0.1', signal });
  try {
    socket.write(AMQP_HEADER);
    await once(socket, 'data', { signal });
  } finally {
    socket.destroy();
  }
}
