import { expect, test } from 'vitest'
import { code, invitation } from '#infra/texts.ts'

test('the mail with a code is in English and Spanish', () => {
  expect(code.emailSubject).toContain('Your Touchline code')
  expect(code.emailSubject).toContain('Tu código de Touchline')
  expect(code.emailBody).toContain('Enter it where Touchline asks for it.')
  expect(code.emailBody).toContain('Escríbelo donde Touchline lo pide.')
  // The pool replaces only one placeholder with the code.
  expect(code.emailBody.split('{####}')).toHaveLength(2)
})

test('the mail with a new account is in both languages, with each placeholder once', () => {
  expect(invitation.emailSubject).toContain('Your Touchline account')
  expect(invitation.emailSubject).toContain('Tu cuenta de Touchline')
  expect(invitation.emailBody).toContain('An account is ready for you.')
  expect(invitation.emailBody).toContain('Tienes una cuenta lista.')
  expect(['{####}', '{username}'].map((place) => invitation.emailBody.split(place).length)).toEqual([2, 2])
})
