import { renderHook } from '@testing-library/react'
import { afterAll, expect, it } from 'vitest'
import { sportNames, sportOf } from '#shared/rules/sports.ts'
import { startTexts } from '#web/i18n.ts'
import { useSportTexts } from '#web/sports/useSportTexts.ts'

afterAll(() => startTexts(['en-US']))

it('translates sports and venues to Spanish, and leaves unknown ones unchanged', async () => {
  await startTexts(['es-MX'])
  const { sportText, fieldText } = renderHook(useSportTexts).result.current
  expect([sportText('Soccer'), fieldText('Field'), fieldText('Court')]).toEqual(['Fútbol', 'Campo', 'Cancha'])
  expect([sportText('Curling'), fieldText('Sheet')]).toEqual(['Curling', 'Sheet'])
})

it('has a translation for every sport and every kind of field', async () => {
  await startTexts(['en-US'])
  const { sportText, fieldText } = renderHook(useSportTexts).result.current
  for (const name of sportNames) {
    expect(sportText(name)).not.toMatch(/^sport_/)
    expect(fieldText(sportOf(name).fieldLabel)).toBe(sportOf(name).fieldLabel)
  }
})
