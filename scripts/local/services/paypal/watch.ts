import type { Watch } from '../watch.ts'

/** A call as it was asked and answered. */
export type Asked = { method: string; path: string; body: unknown; status: number; answer: unknown }
export type PayPalWatch = Watch<Asked>
