import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { standInServer } from '../fakeServer.tsx'
import { openBuilder } from './builder.tsx'

const server = standInServer()
const CODES = 'GET /rest-api/registration/promo-codes/{registrationId}'
const ADD = 'POST /rest-api/registration/promo-codes/{registrationId}'

it('sends an empty maximum and expiry of a promo code as null', async () => {
  const { user } = openBuilder(server, { [CODES]: { promoCodes: [] }, [ADD]: { promoCodes: [] } }, 'promo-codes')
  await user.click(await screen.findByRole('button', { name: 'Add promo code' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Code/), 'EARLY')
  await user.type(dialog.getByLabelText(/^Amount off/), '5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.asked(ADD)[0]?.body).toMatchObject({
      ...{ codeTitle: 'EARLY', promoCodeType: 'AMOUNT', discountInCents: 500 },
      ...{ discountInPercentile: null, expires: null, maxUse: null },
    }),
  )
})

it('marks expired promo codes', async () => {
  const code = (codeTitle: string, expires: string | null) => ({
    ...{ id: `code-${codeTitle}`, codeTitle, expires, maxUse: null, revision: 0 },
    ...{ promoCodeType: 'AMOUNT' as const, discountInCents: 500, discountInPercentile: null },
  })
  const promoCodes = [code('LAST', '2020-06-30'), code('NEXT', '2999-06-30'), code('EVER', null)]
  openBuilder(server, { [CODES]: { promoCodes } }, 'promo-codes')
  const rows = within(await screen.findByRole('list', { name: 'Promo codes' })).getAllByRole('listitem')
  expect(rows.map((row) => within(row).queryByText('Ended') !== null)).toEqual([true, false, false])
})
