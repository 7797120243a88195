import { expect, test } from 'vitest'
import { code } from '#infra/texts.ts'

test('the mail with a code is read by who reads English and by who reads Spanish', () => {
  expect(code.emailSubject).toContain('Your Touchline code')
  expect(code.emailSubject).toContain('Tu código de Touchline')
  expect(code.emailBody).toContain('Type it where Touchline asks for it.')
  expect(code.emailBody).toContain('Escríbelo donde Touchline lo pide.')
  // The pool puts the code in one place.
  expect(code.emailBody.split('{####}')).toHaveLength(2)
})
