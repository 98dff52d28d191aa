import type { SpanRecord, SpanValue } from '@hermes-agent/core';
import { contractOf, isAttempt } from '../known-span.ts';

/** `SpanKind` of the OpenTelemetry protocol. */
export const SPAN_KIND = { internal: 1, producer: 4, consumer: 5 } as const;

export interface SpanDescription {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, SpanValue>>;
}

/**
 * A span in the words of OpenTelemetry's semantic conventions where there are any (messaging; `gen_ai` for agents
 * and tools); what is ours alone keeps its name below `hermes.`.
 */
export function describeSpan(span: SpanRecord): SpanDescription {
  const conventional = describeConventionally(span);
  return {
    name: span.name,
    kind: SPAN_KIND.internal,
    ...conventional,
    attributes: { ...ownAttributes(span), ...conventional?.attributes },
  };
}

function describeConventionally(span: SpanRecord): Partial<SpanDescription> | null {
  const { layer, name, attributes } = span;
  if (isAttempt(span)) {
    return {
      name: 'process agent_requests',
      kind: SPAN_KIND.consumer,
      attributes: {
        ...messaging('process', span.requestId),
        'gen_ai.tool.name': attributes.tool ?? null,
        'gen_ai.tool.call.id': span.requestId,
      },
    };
  }
  switch (`${layer} ${name}`) {
    case 'bus accepted':
      return {
        name: 'send agent_requests',
        kind: SPAN_KIND.producer,
        attributes: messaging('send', span.requestId),
      };
    case 'tools TOOL_CALL': {
      const { tool } = contractOf(span);
      return {
        name: `execute_tool ${tool}`,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': tool,
          'gen_ai.tool.type': 'function',
          'gen_ai.tool.call.id': attributes.step ?? null,
        },
      };
    }
    case 'conversation turn':
      return {
        name: `invoke_agent ${attributes.agent ?? ''}`.trim(),
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': attributes.agent ?? null,
        },
      };
    default:
      return null;
  }
}

const messaging = (operation: 'send' | 'process', messageId: string | null): Record<string, SpanValue> => ({
  'messaging.system': 'hermes',
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
  'messaging.destination.name': 'agent_requests',
  'messaging.message.id': messageId,
});

function ownAttributes(span: SpanRecord): Record<string, SpanValue> {
  const own = Object.entries(span.attributes).map(([key, value]) => [`hermes.${key}`, value]);
  return {
    'hermes.layer': span.layer,
    'hermes.code': span.code,
    'hermes.request_id': span.requestId,
    'hermes.turn_id': span.turnId,
    'gen_ai.conversation.id': span.sessionId,
    'error.type': span.code === 'OK' ? null : span.code,
    ...Object.fromEntries(own),
  };
}
