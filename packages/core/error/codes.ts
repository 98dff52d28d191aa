/**
 * The closed table of this project's own error codes. A tool's contract adds business codes of its own
 * (`ORDER_NOT_FOUND`); those live in the contract and never here.
 *
 * `status` is the HTTP status, `exit` the exit code of the command line, `retryable` the default when the
 * thrower does not say otherwise, `zh` and `en` the words a user may read.
 */
export interface CodeEntry {
  readonly status: number;
  readonly exit: number;
  readonly retryable: boolean;
  readonly zh: string;
  readonly en: string;
}

const entry = (status: number, exit: number, retryable: boolean, zh: string, en: string): CodeEntry => ({
  status,
  exit,
  retryable,
  zh,
  en,
});

export const CODES = {
  // the whole
  INTERNAL: entry(
    500,
    70,
    false,
    '系统内部出错，您的请求没有被执行。',
    'Something failed inside the system.',
  ),
  INVALID_ARGUMENT: entry(400, 64, false, '参数不正确。', 'An argument is not valid.'),
  NOT_FOUND: entry(404, 66, false, '找不到该内容。', 'Nothing is there by that name.'),
  CONFLICT: entry(409, 65, false, '与已有内容冲突。', 'It conflicts with what is already there.'),
  UNAUTHENTICATED: entry(401, 77, false, '请先登录。', 'Sign in first.'),
  FORBIDDEN: entry(403, 77, false, '没有权限。', 'You may not do this.'),
  PAYLOAD_TOO_LARGE: entry(
    413,
    65,
    false,
    '内容太长了，请缩短后再发，或分几次发送。',
    'That is too long. Please shorten it, or send it in parts.',
  ),
  NOT_CONFIGURED: entry(503, 78, false, '尚未配置该功能。', 'This is not configured.'),
  CANCELLED: entry(499, 130, false, '已取消。', 'Cancelled.'),
  DEADLINE_EXCEEDED: entry(504, 75, true, '等待超时。', 'It took too long.'),
  // documents and agents
  DOCUMENT_INVALID: entry(422, 65, false, '配置文件有误。', 'A document is not valid.'),
  AGENT_UNKNOWN: entry(404, 66, false, '没有这个智能体。', 'There is no such agent.'),
  AGENT_INVALID: entry(422, 65, false, '智能体配置有误。', 'The agent folder is not valid.'),
  PORT_IN_USE: entry(503, 69, false, '端口已被占用。', 'The port is in use.'),
  SERVER_RUNNING: entry(503, 69, false, '已有一个服务在运行。', 'A server is already running.'),
  NODE_TOO_OLD: entry(503, 69, false, 'Node 版本过低。', 'This Node is too old.'),
  // store
  STORE_UNAVAILABLE: entry(503, 69, true, '存储暂时不可用。', 'The store is not available.'),
  STORE_BUSY: entry(503, 75, true, '存储繁忙，请稍后再试。', 'The store is busy.'),
  STORE_CORRUPT: entry(500, 74, false, '存储内容损坏。', 'The store is damaged.'),
  // conversation
  SESSION_NOT_FOUND: entry(404, 66, false, '会话不存在或已结束。', 'There is no such session.'),
  TURN_CONFLICT: entry(
    409,
    65,
    false,
    '同一编号的消息内容不同。',
    'The same turn id came with another text.',
  ),
  SESSION_STALE: entry(409, 75, true, '会话已更新，请重试。', 'The session moved on; try again.'),
  // tools
  TOOL_UNKNOWN: entry(404, 66, false, '没有这个工具。', 'There is no such tool.'),
  CONTRACT_INVALID: entry(422, 65, false, '工具契约有误。', 'The tool contract is not valid.'),
  VALIDATION_FAILED: entry(
    422,
    65,
    false,
    '您提供的信息格式不正确。',
    'Some of the details are not in the right form.',
  ),
  CONTRACT_VIOLATION: entry(
    502,
    76,
    false,
    '对方系统返回的内容异常。',
    'The other system answered in an unexpected form.',
  ),
  SERVICE_UNAVAILABLE: entry(503, 69, true, '服务暂时不可用。', 'The service is not available for now.'),
  CONNECTION_LOST: entry(502, 69, true, '与对方系统的连接中断。', 'The connection was lost.'),
  RATE_LIMITED: entry(429, 75, true, '请求过于频繁，请稍后再试。', 'Too many requests for now.'),
  EXECUTE_TIMEOUT: entry(
    504,
    75,
    false,
    '处理超时，结果待确认。',
    'It took too long; the outcome is being checked.',
  ),
  TOOL_CRASHED: entry(502, 70, false, '工具运行异常。', 'The tool failed to run.'),
  SANDBOX_OOM: entry(502, 70, false, '工具内存超限。', 'The tool ran out of its memory.'),
  SANDBOX_OUTPUT_LIMIT: entry(502, 70, false, '工具输出超限。', 'The tool wrote more than it may.'),
  SANDBOX_PROTOCOL: entry(502, 70, false, '工具应答异常。', 'The tool broke the call protocol.'),
  SANDBOX_UNAVAILABLE: entry(503, 69, false, '沙箱不可用。', 'No sandbox is available.'),
  EGRESS_DENIED: entry(
    502,
    77,
    false,
    '工具访问了未授权的地址。',
    'The tool tried to reach an address it may not.',
  ),
  SECRET_MISSING: entry(503, 78, false, '缺少访问凭据。', 'A credential is missing.'),
  ARTIFACT_NOT_FOUND: entry(404, 66, false, '文件不存在或已过期。', 'The file is gone or never was.'),
  ARTIFACT_TOO_LARGE: entry(413, 65, false, '文件过大。', 'The file is too large.'),
  // bus
  IDEMPOTENCY_CONFLICT: entry(
    409,
    65,
    false,
    '同一请求编号的内容不同。',
    'The same request id came with another body.',
  ),
  BUS_FULL: entry(503, 75, true, '系统繁忙，请稍后再试。', 'The system is busy; try again shortly.'),
  SENDER_REFUSED: entry(403, 77, false, '消息来源不被允许。', 'That side may not send this message.'),
  MESSAGE_INVALID: entry(422, 65, false, '消息格式不正确。', 'The message is not valid.'),
  FENCE_STALE: entry(409, 75, false, '该结果已过期。', 'The result came too late to count.'),
  OUTCOME_UNKNOWN: entry(504, 75, false, '处理中，请稍候。', 'Still being processed; please wait.'),
  WORKER_LOST: entry(503, 75, true, '执行过程中断。', 'The program that ran it was lost.'),
  EXECUTION_NOT_FOUND: entry(404, 66, false, '没有这个请求。', 'There is no such request.'),
  COMPENSATION_FAILED: entry(
    500,
    70,
    false,
    '撤销未完成，已转人工处理。',
    'Undoing it did not finish; a person will look.',
  ),
  TOOL_FROZEN: entry(
    503,
    69,
    false,
    '该功能因对方系统异常已暂停使用，您的请求没有被执行。',
    'This is paused because the other system misbehaved; nothing was done.',
  ),
  // memory
  ACCESS_DENIED: entry(403, 77, false, '没有访问权限。', 'This layer may not do that.'),
  FIELD_NOT_DECLARED: entry(422, 65, false, '该字段不允许保存。', 'That field may not be stored.'),
  KEY_UNKNOWN: entry(500, 78, false, '缺少密钥。', 'The key is missing.'),
  DECRYPTION_FAILED: entry(403, 77, false, '无法解密该内容。', 'It cannot be opened with this key.'),
} as const satisfies Record<string, CodeEntry>;

export type Code = keyof typeof CODES;

export const isCode = (code: string): code is Code => Object.hasOwn(CODES, code);
