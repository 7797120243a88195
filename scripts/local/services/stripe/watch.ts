import type { Watch } from '../watch.ts'
import type { Form } from './form.ts'

/** A call as it was asked and answered. */
export type Asked = { method: string; path: string; form: Form; status: number; answer: unknown }
export type StripeWatch = Watch<Asked>
