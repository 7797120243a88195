import type { AnswerOf } from '../api.ts'

/** What the user's family is asked to agree to. */
export const MINE = 'GET /rest-api/agreements/mine'
export type FamilyAgreement = AnswerOf<typeof MINE>['agreements'][number]
/** `why`: why the text has to be read again. */
export type Signing = { agreement: FamilyAgreement; player: FamilyAgreement['players'][number]; why?: string }
