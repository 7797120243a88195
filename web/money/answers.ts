import type { AnswerOf } from '../api.ts'

export type FeeDetails = AnswerOf<'GET /rest-api/fee/details/{feePlayerId}'>
export type Processors = AnswerOf<'GET /rest-api/fee/payment-accounts/{orgId}/all'>
export type Account = Processors['paymentAccounts'][number]
/** A fee as its family sees it. */
export type MyFee = AnswerOf<'GET /rest-api/fee/my-fees'>['fees'][number]
