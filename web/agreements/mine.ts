import type { AnswerOf } from '../api.ts'

/** What one's own family is asked to agree to. */
export const MINE = 'GET /rest-api/agreements/mine'
export type Mine = AnswerOf<typeof MINE>['agreements'][number]
/** `why`: why it is to be read again. */
export type Signing = { agreement: Mine; player: Mine['players'][number]; why?: string }
