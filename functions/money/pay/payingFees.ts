import { type Fee, fees } from '../../table/fees.ts'
import type { Payment } from '../../table/payments.ts'

/** The fees of a payment, in the order of its parts. */
export const feesOf = ({ parts }: Payment) => fees.getMany(parts, { consistent: true })

/** The change of a fee when a payment that locked it has ended: it can be paid again. */
export const clearedPaying: Partial<Fee> = { paying: undefined, status: undefined }

/** The change of a payment that has ended: without `waitsSince` the sweeper no longer finds it. */
export const endedFields: Partial<Payment> = { waitsSince: undefined, url: undefined }

/** The provider's id of a payment. For a saved card it is known only after the charge, and written with the result. */
export const referenceOf = ({ reference }: Payment): Partial<Payment> => (reference === undefined ? {} : { reference })
