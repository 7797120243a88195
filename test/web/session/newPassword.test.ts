// apart: reloads the module with the password lists
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Owner } from '#web/session/passwordStrength.ts'

const ann = { firstName: 'Ann', lastName: 'Moreno Díaz', email: 'a.moreno@touchline.test' }
const codeOf = async (password: string, owner: Owner = ann) => {
  const { findNewPasswordFault: whyCannotNewPassword } = await import('#web/session/newPassword.ts')
  return (await whyCannotNewPassword(password, owner))?.code
}

describe('a new password', () => {
  test.each([
    ['Password1', 'too_short'],
    ['Qwerty123', 'too_short'],
    ['Password1234', 'known_password'],
    ['P@ssw0rd2026', 'known_password'],
    ['iloveyou1234', 'known_password'],
    ['1q2w3e4r5t6y', 'known_password'],
    ['123456789012', 'known_password'],
    ['1234-5678-9012', 'known_password'],
    ['Sunshine2026!', 'known_password'],
    ['111111111111', 'password_in_a_row'],
    ['abcdefghijkl', 'password_in_a_row'],
    ['987654321098', 'password_in_a_row'],
    ['sdfghjklpoiu', 'password_in_a_row'],
    ['yuiop[]hjkl;', 'password_in_a_row'],
    ['x'.repeat(256), 'password_in_a_row'],
    ['Touchline2026', 'password_about_you'],
    ['Touchline-2026', 'password_about_you'],
    ['Entrenador-2026', 'password_about_you'],
    ['AnnMoreno2026', 'password_about_you'],
    ['Ann-Moreno-1987', 'password_about_you'],
    ['MorenoDiazAnn2016', 'password_about_you'],
    ['MorenoDiaz-87', 'password_about_you'],
    ['a.moreno.2026', 'password_about_you'],
    ['abacus-abdomen', 'weak_password'],
    ['   ', 'required'],
    ['mesa nube tren ', 'blanks_around'],
    ['aB3$'.repeat(65), 'too_long'],
  ])('%s is rejected: %s', async (weak, why) => {
    expect(await codeOf(weak)).toBe(why)
  })

  test.each([
    'mesa nube tren',
    'correct horse battery staple',
    'abacus abdomen able',
    'kX9vQ2mLp7Rt',
    'xkqzaw-tyfhop-9zubre',
    'cold-fingers-seven',
    'пять холодных пальцев',
    '寒い朝の公園で犬が吠える',
    'mesa nube tren '.repeat(17).trim(),
  ])('%s is accepted, whatever kinds of characters it has', async (strong) => {
    expect(await codeOf(strong)).toBeUndefined()
  })

  test('may contain short names of its owner by chance', async () => {
    expect(await codeOf('cold-fingers-seven', { firstName: 'E', lastName: 'Go', email: 'co@s.test' })).toBeUndefined()
  })

  test('is rated by its first 64 characters, as the rating takes quadratic time', async () => {
    const words = 'mesa nube tren perro silla'
    expect(await codeOf(`${'x'.repeat(40)}${words}`)).toBeUndefined()
    expect(await codeOf(`${'x'.repeat(64)}${words}`)).toBe('password_in_a_row')
  })
})

describe('the list of common passwords', () => {
  const load = vi.fn<() => Promise<object>>()
  beforeEach(() => {
    vi.resetModules()
    load.mockReset().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    vi.doMock('#web/session/passwordStrength.ts', load)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.doUnmock('#web/session/passwordStrength.ts')
  })

  test('is loaded again after a failure; until then no password is accepted', async () => {
    expect(await codeOf('mesa nube tren')).toBe('password_not_looked_at')
    load.mockImplementation(() => vi.importActual('#web/session/passwordStrength.ts'))
    expect(await codeOf('mesa nube tren')).toBeUndefined()
    expect(await codeOf('Touchline2026')).toBe('password_about_you')
  })

  test('times out after 15 seconds, and is not loaded for a password that is too short', async () => {
    expect(await codeOf('short')).toBe('too_short')
    expect(load).not.toHaveBeenCalled()
    vi.useFakeTimers()
    load.mockImplementation(() => new Promise(() => undefined))
    const why = codeOf('mesa nube tren')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await why).toBe('password_not_looked_at')
  })
})
