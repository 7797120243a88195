import { expect, it } from 'vitest'
import { toDetails } from '#web/register/formValues.ts'

const registrationId = 'o00000000001.t00000000001.r00000000001'

it('sends only add-ons with a quantity and an answer for each kind', () => {
  const addOns = { shirt: ['m', 's', 'm'], lunch: ['', ''], ball: [] }
  const { addOnFormResponses } = toDetails(
    { player: 'new_player', part: 'p00000000001', optionIds: [], answers: {}, addOns },
    registrationId,
  )
  expect(addOnFormResponses).toEqual([
    {
      addOnId: 'shirt',
      quantity: 3,
      registrationPlayerAddOnFormContentList: [{ addOnOptionId: 'm' }, { addOnOptionId: 's' }, { addOnOptionId: 'm' }],
    },
    // This add-on has no kinds, only a quantity.
    { addOnId: 'lunch', quantity: 2, registrationPlayerAddOnFormContentList: [] },
  ])
})
