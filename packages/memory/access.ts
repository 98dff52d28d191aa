import { HermesError } from '@hermes-agent/core';

/**
 * Who may do what, tier by tier; the one place where it is said. Conversation owns the dialog and shares the task
 * with the tools of that task; all read the knowledge; only memory itself writes a profile.
 */
export const ACCESS = {
  conversation: {
    dialog: ['get', 'set', 'delete'],
    task: ['get', 'set', 'delete', 'end'],
    profile: ['read'],
    knowledge: ['search'],
  },
  tool: {
    task: ['get', 'set', 'delete'],
    knowledge: ['search'],
  },
  memory: {
    profile: ['read', 'readAll', 'write', 'remove', 'restore', 'erase', 'eraseAll', 'history'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type Role = keyof typeof ACCESS;
type Tier<R extends Role> = keyof (typeof ACCESS)[R];
type Verb<R extends Role, T extends Tier<R>> = (typeof ACCESS)[R][T] extends readonly (infer V)[] ? V : never;

/** What a role holds of the tiers `Tiers`: those of its row of the matrix, and of each its verbs. */
export type Capability<R extends Role, Tiers extends Record<Tier<R>, object>> = {
  readonly [T in Tier<R>]: Pick<Tiers[T], Verb<R, T> & keyof Tiers[T]>;
};

/**
 * Hands out a capability: only the verbs of the role's row exist on it, each closed over what it works on, so that
 * there is no handle to reach around. Whoever asks for more gets `ACCESS_DENIED` instead of undefined.
 */
export function grant<R extends Role, Tiers extends Record<Tier<R>, object>>(
  role: R,
  tiers: Tiers,
): Capability<R, Tiers> {
  const row = ACCESS[role] as unknown as Record<string, readonly string[]>;
  const granted = Object.entries(row).map(([tier, verbs]) => {
    const whole = (tiers as Record<string, Record<string, unknown>>)[tier]!;
    return [tier, guard(role, tier, Object.fromEntries(verbs.map((verb) => [verb, whole[verb]])))] as const;
  });
  return guard(role, null, Object.fromEntries(granted)) as Capability<R, Tiers>;
}

/** What the language and its tools ask of any object: `await`, `JSON.stringify`. They get nothing, not an error. */
const ASKED_BY_THE_LANGUAGE: readonly string[] = ['then', 'toJSON'];

function guard(role: Role, tier: string | null, members: Record<string, unknown>): object {
  const target = Object.freeze(Object.assign(Object.create(null), members));
  return new Proxy(target, {
    get(own, name) {
      if (typeof name === 'symbol' || name in own) return own[name];
      if (ASKED_BY_THE_LANGUAGE.includes(name)) return undefined;
      throw new HermesError(
        'ACCESS_DENIED',
        `${role === 'tool' ? 'A tool' : role} holds no ${tier === null ? '' : `${tier}.`}${name}`,
        {
          layer: 'memory',
          where: `/${role}${tier === null ? '' : `/${tier}`}`,
          hint: `It may: ${Object.keys(own).join(', ')}.`,
        },
      );
    },
  });
}
