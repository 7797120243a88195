import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { standInServer } from '../fakeServer.tsx'
import { details, openBuilder } from './builder.tsx'

const server = standInServer()
const LAUNCH = 'POST /rest-api/registration/launch/{registrationId}'
const SAVE = 'POST /rest-api/registration/launch/{registrationId}/draft'
const REOPEN = 'POST /rest-api/registration/launch/{registrationId}/reopen'

function open(registrationStatus: 'DRAFT' | 'OPEN' | 'CLOSED') {
  const outcome = { registrationStatus, revision: 2 }
  return openBuilder(
    server,
    {
      'GET /rest-api/registration/step-details/{registrationId}': details({ registrationStatus }),
      'GET /rest-api/registration/launch/{registrationId}/summary': {
        ...{ name: 'Spring season', registrationStatus },
        dates: { launchDate: null, launchTime: null, closeDate: '2027-03-01', closeTime: null },
        ...{ places: null, isInviteOnly: false, questions: 3, options: [], addOns: 0, promoCodes: 0 },
        ...{ installments: 0, tags: [], missing: [], revision: 1 },
      },
      [LAUNCH]: { ...outcome, registrationStatus: 'OPEN' as const },
      [SAVE]: outcome,
      [REOPEN]: { ...outcome, registrationStatus: 'OPEN' as const },
    },
    'launch',
  )
}

it.each([
  ['DRAFT', 'Launch', LAUNCH],
  ['DRAFT', 'Save as launch draft', SAVE],
  ['OPEN', 'Save dates', SAVE],
  ['CLOSED', 'Reopen', REOPEN],
] as const)('%s: “%s” does not send an invalid date as none', async (status, name, route) => {
  const { user } = open(status)
  const close = await screen.findByLabelText<HTMLInputElement>('Close date')
  await user.clear(close)
  await user.type(close, '32/13/2027')
  await user.click(screen.getByRole('button', { name }))
  await screen.findByText(/^Please enter a date, such as/)
  expect(close).toHaveFocus()
  expect(server.asked(route)).toEqual([])
  await user.clear(close)
  await user.type(close, '3/20/2027')
  await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(server.asked(route).map(({ body }) => body)).toMatchObject([{ closeDate: '2027-03-20' }]))
})
