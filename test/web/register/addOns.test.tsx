import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { AddOn } from '#web/register/Choices.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { firstStep } from './family.ts'

standInServer()
type Given = (typeof firstStep.addons)[number]

function One({ more }: { more: Partial<Given> }) {
  const [value, onChange] = useState<string[] | undefined>()
  const addOn = { ...firstStep.addons[0]!, addOns: [], ...more }
  return <AddOn addOn={addOn} field={{ name: 'shirt', value, onChange, fault: undefined, onBlur: () => undefined }} />
}
const button = (which: 'less' | 'more') => screen.getByRole('button', { name: `One ${which}: Shirt` })
const quantity = () => screen.getByRole('status', { name: /Shirt/ }).textContent

it('says why the quantity cannot change, does nothing then, and keeps the focus', async () => {
  const { user } = showScreen(<One more={{ customerMustPurchaseAtLeast: 1, customerCanNotPurchaseMoreThan: 2 }} />)
  expect(button('less')).toHaveAccessibleDescription('Choose at least 1.')
  await user.click(button('more'))
  await user.click(button('less'))
  expect(quantity()).toBe('1')
  await user.click(button('more'))
  expect(button('more')).toHaveAccessibleDescription('You can choose up to 2.')
  await user.click(button('more'))
  expect(quantity()).toBe('2')
  await user.click(button('less'))
  expect(button('less')).toHaveAttribute('aria-disabled', 'true')
  expect(button('less')).toHaveFocus()
  expect(button('more')).not.toHaveAttribute('aria-disabled')
})

it('says that none is chosen, or none is left', async () => {
  const { user } = showScreen(<One more={{ left: 1, customerCanNotPurchaseMoreThan: 2 }} />)
  expect(button('less')).toHaveAccessibleDescription('None chosen.')
  await user.click(button('more'))
  expect(button('more')).toHaveAccessibleDescription('There are none left.')
})
