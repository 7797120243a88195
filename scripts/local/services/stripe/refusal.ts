/** An error in Stripe's format. */
export class Refusal extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.error = { type, message, ...more }
  }
}

export const invalid = (message: string, more: Record<string, unknown> = {}): Refusal =>
  new Refusal(400, 'invalid_request_error', message, more)
export const missing = (what: string, id: string): Refusal =>
  new Refusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
