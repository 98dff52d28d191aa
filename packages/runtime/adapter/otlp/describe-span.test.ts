import { expect, test } from 'vitest';
import { createSpan } from '../testing/span.ts';
import { describeSpan } from './describe-span.ts';

const CALL = '0198c0de-0000-8000-8000-0000000000aa/1';

test.each([
  [
    'an attempt',
    createSpan({ code: 'EXECUTE_TIMEOUT' }),
    'process agent_requests',
    5,
    {
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'agent_requests',
      'messaging.message.id': CALL,
      'gen_ai.tool.name': 'get_order',
      'gen_ai.tool.call.id': CALL,
      'gen_ai.conversation.id': 'session-1',
      'error.type': 'EXECUTE_TIMEOUT',
      'hermes.attempt': 1,
    },
  ],
  [
    'an order that is taken',
    createSpan({ name: 'accepted', attributes: { priority: 'high' } }),
    'send agent_requests',
    4,
    { 'messaging.operation.name': 'send', 'hermes.priority': 'high', 'error.type': null },
  ],
  [
    'a tool call',
    createSpan({
      layer: 'tools',
      name: 'TOOL_CALL',
      attributes: { contract: 'get_order@1.0.0#ff', step: CALL },
    }),
    'execute_tool get_order',
    1,
    { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_order', 'gen_ai.tool.call.id': CALL },
  ],
  [
    'a turn',
    createSpan({ layer: 'conversation', name: 'turn', turnId: 't1', attributes: { agent: 'after-sales' } }),
    'invoke_agent after-sales',
    1,
    { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'after-sales', 'hermes.turn_id': 't1' },
  ],
  ['anything else', createSpan({ name: 'back-off' }), 'back-off', 1, { 'hermes.layer': 'bus' }],
])('%s', (_what, span, name, kind, attributes) => {
  const described = describeSpan(span);
  expect(described).toMatchObject({ name, kind });
  expect(described.attributes).toMatchObject(attributes);
});
