import type { Watch } from '../watch.ts'
import type { Form } from './form.ts'

/** A call with its response. */
export type ApiExchange = { method: string; path: string; form: Form; status: number; answer: unknown }
export type StripeWatch = Watch<ApiExchange>
