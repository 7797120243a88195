import { renderHook } from '@testing-library/react'
import { afterAll, expect, it } from 'vitest'
import { startTexts } from '#web/i18n.ts'
import { useLineText } from '#web/subscriptions/useLineText.ts'

afterAll(() => startTexts(['en-US']))

it('translates the prorated licenses to Spanish, and leaves the provider’s texts unchanged', async () => {
  await startTexts(['es-MX'])
  const lineText = renderHook(useLineText).result.current
  expect(lineText('Team licenses, 18 of 31 days')).toBe('Licencias de equipo, 18 de 31 días')
  expect(lineText('Share of families’ payments by PayPal and FluidPay, 2026-11')).toBe(
    'Nuestra parte de los pagos de las familias, noviembre de 2026',
  )
  expect(lineText('1 × team license')).toBe('1 × team license')
})
