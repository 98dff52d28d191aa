/** The core path every conversation takes. */
export const PATH = ['idle', 'identify_user', 'select_service', 'confirm_details', 'execute'] as const;

type PathStep = (typeof PATH)[number];

export interface PathPlace {
  readonly step: PathStep;
  /** Inside the step: what is being asked, and which slot it is about. */
  readonly asking: { readonly how: 'awaiting' | 'choosing'; readonly slot: string } | null;
}

/**
 * Where a state stands on the path. `awaiting_<slot>` and `choose_<slot>` are questions on the way to the
 * confirmation; a state this page does not know counts as the service being worked on.
 */
export function placeOf(state: string): PathPlace {
  if (PATH.includes(state as PathStep)) return { step: state as PathStep, asking: null };
  const question = /^(awaiting|choose)_(.+)$/.exec(state);
  const asking =
    question === null
      ? null
      : {
          how: question[1] === 'awaiting' ? ('awaiting' as const) : ('choosing' as const),
          slot: question[2]!,
        };
  return { step: 'select_service', asking };
}
