import { expect, it } from 'vitest'
import { sentAs } from '#web/register/filled.ts'

const registrationId = 'o00000000001.t00000000001.r00000000001'

it('sends add-ons of which there is a quantity and whose kinds are answered, and no others', () => {
  const addOns = { shirt: ['m', 's', 'm'], lunch: ['', ''], ball: [] }
  const { addOnFormResponses } = sentAs(
    { player: 'new_player', part: 'p00000000001', optionIds: [], answers: {}, addOns },
    registrationId,
  )
  expect(addOnFormResponses).toEqual([
    {
      addOnId: 'shirt',
      quantity: 3,
      registrationPlayerAddOnFormContentList: [{ addOnOptionId: 'm' }, { addOnOptionId: 's' }, { addOnOptionId: 'm' }],
    },
    // It comes in no kinds: there is nothing to answer but how many.
    { addOnId: 'lunch', quantity: 2, registrationPlayerAddOnFormContentList: [] },
  ])
})
