/** An error in Stripe's format. */
export class Refusal extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  constructor(status: number, type: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.error = { type, message, ...details }
  }
}

export const invalid = (message: string, details: Record<string, unknown> = {}): Refusal =>
  new Refusal(400, 'invalid_request_error', message, details)
export const missing = (type: string, id: string): Refusal =>
  new Refusal(404, 'invalid_request_error', `No such ${type}: '${id}'`, { code: 'resource_missing', param: 'id' })
