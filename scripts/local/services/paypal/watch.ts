import type { Watch } from '../watch.ts'

/** A call with its response. */
export type ApiExchange = { method: string; path: string; body: unknown; status: number; answer: unknown }
export type PayPalWatch = Watch<ApiExchange>
