import type { ToolExecutor } from '@hermes-agent/bus';
import type { Memory } from '@hermes-agent/memory';
import type { ToolTask } from '@hermes-agent/tools';
import type { Agent } from '../agent/agent.ts';
import { sealingExecutor } from '../seal/sealing-executor.ts';

/**
 * Lets a worker run the tools of all agents. A call goes to the agent it came from; each gets the L1 of its own
 * task and nothing else of memory.
 */
export function createToolExecutor(agents: ReadonlyMap<string, Agent>, memory: Memory): ToolExecutor {
  const executor: ToolExecutor = {
    holds: (tool, version, hash) =>
      [...agents.values()].some(({ registry }) => registry.holds(tool, version, hash)),
    async execute(call, signal) {
      const agent = agents.get(String(call.origin.agent));
      if (agent === undefined) {
        return {
          ok: false,
          code: 'TOOL_UNKNOWN',
          message: 'The agent of this request is not here',
          retryable: false,
          effect: 'none',
          executionTimeMs: 0,
        };
      }
      const { domain, origin, ...rest } = call;
      const { task } = memory.forTool({
        tenant: call.tenant,
        domain,
        sessionId: call.sessionId,
        taskId: String(origin.task_id),
        trace: { requestId: call.requestId, sessionId: call.sessionId, traceparent: call.traceparent },
      });
      return agent.registry.call({ ...rest, task: task satisfies ToolTask }, signal);
    },
  };
  return sealingExecutor(executor, memory.subjectKeys, ({ tool, version, origin }) =>
    agents
      .get(String(origin.agent))
      ?.contracts.find((contract) => contract.name === tool && contract.version === version),
  );
}
