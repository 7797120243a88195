import type { AnswerOf } from '../api.ts'

export type Billing = AnswerOf<'GET /rest-api/organization/billing/{orgId}'>
