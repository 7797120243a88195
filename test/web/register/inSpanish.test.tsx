import { screen } from '@testing-library/react'
import { afterAll, expect, it } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { firstStep, head, mia, registrationId } from './family.ts'

const server = standInServer()
afterAll(() => startTexts(['en-US']))

it('asks for a player’s first name in the user’s language', async () => {
  await startTexts(['es-MX'])
  server.answers({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': firstStep,
    'GET /rest-api/register/{registrationId}/my-players': { players: [mia], drafts: [], registered: [], signed: [] },
  })
  const at = { path: '/register/:registrationId', at: `/register/${registrationId}`, width: 'phone' } as const
  const { user } = showScreen(<RegisterScreen />, at)
  await user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  expect(screen.getByLabelText(/^Nombre/)).toHaveProperty('value', 'Mia')
  expect(screen.queryByLabelText(/^First name/)).toBeNull()
})
