import { renderHook } from '@testing-library/react'
import { afterAll, expect, it } from 'vitest'
import { sportNames, sportOf } from '#shared/rules/sports.ts'
import { startTexts } from '#web/i18n.ts'
import { useSportTexts } from '#web/sports/useSportTexts.ts'

afterAll(() => startTexts(['en-US']))

it('names sports and places of play in Spanish, and leaves one that it does not know as it is', async () => {
  await startTexts(['es-MX'])
  const { sportText, fieldText } = renderHook(useSportTexts).result.current
  expect([sportText('Soccer'), fieldText('Field'), fieldText('Court')]).toEqual(['Fútbol', 'Campo', 'Cancha'])
  expect([sportText('Curling'), fieldText('Sheet')]).toEqual(['Curling', 'Sheet'])
})

it('has a word of its own for every sport and every place of play', async () => {
  await startTexts(['en-US'])
  const { sportText, fieldText } = renderHook(useSportTexts).result.current
  for (const name of sportNames) {
    expect(sportText(name)).not.toMatch(/^sport_/)
    expect(fieldText(sportOf(name).fieldLabel)).toBe(sportOf(name).fieldLabel)
  }
})
