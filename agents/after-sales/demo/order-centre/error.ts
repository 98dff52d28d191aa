/** Every error the order centre answers with: its HTTP status and its words. The OpenAPI document is made from it. */
export const ERRORS = {
  UNAUTHORIZED: { status: 401, message: 'The bearer token is missing or wrong.' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this path, or not for this method.' },
  ORDER_NOT_FOUND: { status: 404, message: 'There is no order with that number.' },
  RETURN_NOT_FOUND: { status: 404, message: 'There is no return with that number.' },
  EXCHANGE_NOT_FOUND: { status: 404, message: 'There is no exchange with that number.' },
  ORDER_NOT_SHIPPED: { status: 409, message: 'The order has not been shipped yet.' },
  ORDER_NOT_DELIVERED: { status: 409, message: 'The order is still on its way.' },
  ORDER_CANCELLED: { status: 409, message: 'The order was cancelled.' },
  RETURN_WINDOW_CLOSED: { status: 409, message: 'More than seven days have passed since delivery.' },
  ALREADY_RETURNED: { status: 409, message: 'The order already has a return or an exchange.' },
  IDEMPOTENCY_CONFLICT: { status: 409, message: 'This Idempotency-Key was used with another body.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is larger than 64 kB.' },
  VALIDATION_FAILED: { status: 422, message: 'The request is not in the right form.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests; see Retry-After.' },
  INTERNAL: { status: 500, message: 'The order centre failed.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The order centre is not available for now; see Retry-After.',
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** What a request ends with when it cannot be done. */
export class OrderCentreError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = ERRORS[code].message) {
    super(message);
    this.code = code;
  }
}
