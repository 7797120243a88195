import * as z from 'zod/mini'
import { promoCodeTypes } from '../../rules/registrations/promoCodes.ts'
import { Day, id } from '../fields.ts'
import type { Area } from '../route.ts'
import { byRegistration, Cents, Count, partId, Percent, Tag, Text } from './fields.ts'

/** Changes of a part are conditional on its revision. */
const promoCode = {
  codeTitle: Text(),
  promoCodeType: z.enum(promoCodeTypes),
  discountInCents: z.nullable(Cents),
  discountInPercentile: z.nullable(Percent),
  expires: z.nullable(Day),
  maxUse: z.nullable(Count),
}
const PromoCodes = z.object({ promoCodes: z.array(z.object({ id: z.string(), ...promoCode, revision: z.int() })) })

const Installment = z.object({ percent: Percent, dueDate: z.union([Day, z.literal('')]) })
const Installments = z.object({
  paymentPlanEnabled: z.boolean(),
  items: z.array(Installment).check(z.maxLength(100)),
  revision: z.int(),
})

const addOn = {
  addOnName: Text(),
  description: Text(),
  priceInCents: Cents,
  addOns: z.array(z.object({ id: partId('kind'), name: Text(), priceInCents: Cents })).check(z.maxLength(100)),
  customerMustPurchaseAtLeast: Count,
  customerCanNotPurchaseMoreThan: z.nullable(Count),
  places: z.nullable(Count),
  fileMetadataId: z.nullable(id('file')),
}
const AddOns = z.object({
  addOns: z.array(z.object({ id: z.string(), ...addOn, fileMetadataId: z.nullable(z.string()), revision: z.int() })),
  /** URLs of their pictures, valid for a few minutes, by file id. */
  pictures: z.record(z.string(), z.string()),
})
const Tags = z.object({ tags: z.array(Tag), revision: z.int() })

/** The parts of a registration other than its setup: tags, promo codes, installments, add-ons. */
export const parts = {
  'GET /rest-api/registration/tag/search/{registrationId}': {
    ...byRegistration,
    does: 'Searches the tags of the club by name.',
    early: true,
    query: z.object({ filter: z.optional(z.string().check(z.maxLength(100))) }),
    returns: z.object({ tags: z.array(Tag) }),
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/tag/create/{registrationId}': {
    ...byRegistration,
    does: 'Adds a tag to a registration; creates the tag unless the club has one with this name.',
    body: z.object({ tagId: id('tag'), name: Text() }),
    returns: Tags,
    refuses: ['registration_off', 'conflict'],
  },
  'PUT /rest-api/registration/tag/bind/{registrationId}/{tagId}': {
    ...byRegistration,
    does: 'Adds a tag to a registration: players who register receive it.',
    returns: Tags,
    refuses: ['registration_off', 'conflict'],
  },
  'DELETE /rest-api/registration/tag/unbind/{registrationId}/{tagId}': {
    ...byRegistration,
    does: 'Removes a tag from a registration.',
    returns: Tags,
    refuses: ['registration_off', 'conflict'],
  },
  'DELETE /rest-api/registration/tag/delete/{registrationId}/{tagId}': {
    ...byRegistration,
    does: 'Deletes a tag that no player and no other registration has.',
    returns: Tags,
    refuses: ['registration_off', 'tag_in_use', 'conflict'],
  },
  'GET /rest-api/registration/promo-codes/{registrationId}': {
    ...byRegistration,
    does: 'Lists the promo codes of a registration.',
    early: true,
    returns: PromoCodes,
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/promo-codes/{registrationId}': {
    ...byRegistration,
    does: 'Adds a promo code. Repeating the call has no effect; repeating it with other data updates the code, unless someone else has changed it since.',
    body: z.object({ id: partId('code'), ...promoCode }),
    returns: PromoCodes,
    refuses: ['registration_off', 'conflict'],
  },
  'PUT /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}': {
    ...byRegistration,
    does: 'Updates a promo code. Refused if someone else has changed it since.',
    body: z.object({ ...promoCode, revision: z.int() }),
    returns: PromoCodes,
    refuses: ['registration_off', 'conflict'],
  },
  'DELETE /rest-api/registration/promo-codes/{registrationId}/{promoCodeId}': {
    ...byRegistration,
    does: 'Deletes a promo code: it can no longer be used.',
    returns: PromoCodes,
    refuses: ['registration_off', 'conflict'],
  },
  'GET /rest-api/registration/installments/{registrationId}': {
    ...byRegistration,
    does: 'Returns the installment plan of a registration.',
    early: true,
    returns: Installments,
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/installments/{registrationId}': {
    ...byRegistration,
    does: 'Saves the installment plan of a registration: the parts add up to the whole price, and each has a due date. Refused if someone else has changed it since.',
    body: Installments,
    returns: Installments,
    refuses: ['registration_off', 'conflict'],
  },
  'POST /rest-api/registration/installments/{registrationId}/calculate': {
    ...byRegistration,
    does: 'Calculates the installments of each option’s price, to the cent; with `equal`, also the parts themselves.',
    body: z.object({
      items: z.optional(z.array(Installment).check(z.maxLength(100))),
      equal: z.optional(z.object({ count: z.int().check(z.gte(2), z.lte(12)), firstDue: Day })),
    }),
    returns: z.object({
      items: z.array(Installment),
      options: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          priceInCents: z.int(),
          parts: z.array(z.object({ amountInCents: z.int(), dueDate: z.string() })),
        }),
      ),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/add-ons/{registrationId}': {
    ...byRegistration,
    does: 'Lists the add-ons of a registration.',
    early: true,
    returns: AddOns,
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/add-ons/{registrationId}': {
    ...byRegistration,
    does: 'Adds an add-on. Repeating the call has no effect; repeating it with other data updates the add-on, unless someone else has changed it since.',
    body: z.object({ id: partId('add-on'), ...addOn }),
    returns: AddOns,
    refuses: ['registration_off', 'file_missing', 'file_harmful', 'no_way_to_pay', 'conflict', 'too_much_kept'],
  },
  'PUT /rest-api/registration/add-ons/{registrationId}/{addOnId}': {
    ...byRegistration,
    does: 'Updates an add-on. A kind that someone has chosen cannot be removed. Refused if someone else has changed the add-on since.',
    body: z.object({ ...addOn, revision: z.int() }),
    returns: AddOns,
    refuses: [
      'registration_off',
      'file_missing',
      'file_harmful',
      'kind_in_use',
      'no_way_to_pay',
      'conflict',
      'too_much_kept',
    ],
  },
  'DELETE /rest-api/registration/add-ons/{registrationId}/{addOnId}': {
    ...byRegistration,
    does: 'Deletes an add-on that nobody has bought.',
    returns: AddOns,
    refuses: ['registration_off', 'option_in_use', 'conflict'],
  },
  'GET /rest-api/registration/add-ons/{registrationId}/existing': {
    ...byRegistration,
    does: 'Lists the add-ons of the newest other registrations of the team or club, to copy from.',
    early: true,
    returns: z.object({
      registrations: z.array(
        z.object({
          registrationId: z.string(),
          name: z.string(),
          addOns: z.array(z.object({ id: z.string(), addOnName: z.string(), priceInCents: z.int() })),
        }),
      ),
    }),
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/add-ons/{registrationId}/copy-existing': {
    ...byRegistration,
    does: 'Copies add-ons from another registration. Add-ons that exist already are unchanged.',
    body: z.object({
      from: id('registration'),
      addOnIds: z.array(partId('add-on')).check(z.minLength(1), z.maxLength(30)),
    }),
    returns: AddOns,
    refuses: ['registration_off', 'no_way_to_pay', 'conflict', 'too_much_kept'],
  },
} as const satisfies Area
