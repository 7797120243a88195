import type { AnswerOf } from '../api.ts'

export type Details = AnswerOf<'GET /rest-api/organization/details/{orgId}'>
export type Listed = AnswerOf<'GET /rest-api/organization/administrators/{orgUnitId}'>
export type Administrator = Listed['administrators'][number]
export type Venue = AnswerOf<'GET /rest-api/organization/venues/{orgUnitId}'>['venues'][number]
