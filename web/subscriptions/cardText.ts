import type { AnswerOf } from '../api.ts'
import type { Translate } from '../i18n.ts'
import type english from './texts.en.json'

type Card = AnswerOf<'GET /rest-api/organization/billing/{orgId}'>['paymentMethods'][number]['card']

/** `Visa ending in 4242, until 12/34`. */
export const cardText = ({ brand, last4, expMonth, expYear }: Card, t: Translate<typeof english>): string =>
  t('cardLine', {
    brand: brand.charAt(0).toUpperCase() + brand.slice(1),
    last4,
    until: `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`,
  })
