import type { AnswerOf } from '../api.ts'

export type Details = AnswerOf<'GET /rest-api/registration/step-details/{registrationId}'>
/** The heading that families read first; while editing, as currently typed. */
export type SetupHead = Details['setup']
export type AddOn = AnswerOf<'GET /rest-api/registration/add-ons/{registrationId}'>['addOns'][number]
export type PromoCode = AnswerOf<'GET /rest-api/registration/promo-codes/{registrationId}'>['promoCodes'][number]
export type RegistrationEntry = AnswerOf<'GET /rest-api/registration/track/{registrationId}'>['entries'][number]
export type Option = AnswerOf<'GET /rest-api/registration/event-options/{registrationId}/summary'>['options'][number]
