import type { ToolReference } from '../order/order.ts';

/** Why a call runs the version it runs. */
export type RouteReason = 'planned' | 'frozen' | 'canary' | 'probe';

/** Why nothing may run it. */
export type RouteRefusal = 'TOOL_FROZEN' | 'SERVICE_UNAVAILABLE';

/** Which `tool@version#hash` a call really runs. Chosen outside of `step`, which gets it as data. */
export type Routing =
  | { readonly type: 'run'; readonly target: ToolReference; readonly reason: RouteReason }
  | { readonly type: 'refuse'; readonly code: RouteRefusal };
