import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { startTexts } from '#web/i18n.ts'
import { standInServer } from '../answering.tsx'
import { accounts, openBuilder } from './builder.tsx'

const server = standInServer()

it('what is refused in the builder is said in the reader’s language', async () => {
  await startTexts(['es-MX'])
  try {
    const { user } = openBuilder(server, {
      'PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments': () => {
        throw new Problem('not_allowed')
      },
      'GET /rest-api/registration/payment-accounts/{registrationId}': accounts(),
    })
    await user.click(await screen.findByRole('checkbox', { name: /en línea/ }, { timeout: 10_000 }))
    await waitFor(() => expect(document.body.textContent).toContain('Sin permiso'))
  } finally {
    await startTexts(['en-US'])
  }
})
